"""A match as JSON: as the whole table knows it afterwards, or as one seat saw it.

What a seat saw are its events, which cannot hold anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from nokosu.cli.account import Account
from nokosu.core.events import Event, RoundDealt, history
from nokosu.wire.events import event_to_json
from nokosu.wire.views import ruleset_to_json, texts


def to_json(told: Account, rounds: Iterable[int]) -> dict[str, object]:
    """Return the match and some of its rounds. Rounds, seats and decisions count from 0, as in a record."""
    match, seat, record = told.match, told.seat, told.record
    by_round = _by_round(history(match, seat))
    return {
        "ruleset": ruleset_to_json(match.ruleset),
        "seats": [{"name": name, "bot": info.bot} for name, info in zip(told.names, record.seats, strict=True)],
        "status": record.status.value,
        "seat": seat,
        "seed": record.seed.hex() if seat is None and record.seed is not None else None,
        "rounds": [
            {"round": index, **_hidden(told, index), "events": [event_to_json(event) for event in by_round[index]]}
            for index in rounds
        ],
        "totals": list(match.totals),
        "winners": list(match.winners),
    }


def _hidden(told: Account, index: int) -> dict[str, object]:
    """H1, H3: everybody's cards and the card aside, only in the account of the whole table."""
    if told.seat is not None:
        return {"cards": None, "aside": None}
    deal = told.match.rounds[index].deal
    return {"cards": [texts(hand) for hand in deal.cards], "aside": texts(deal.aside)}


def _by_round(events: Iterable[Event]) -> list[list[Event]]:
    """Events round by round; the end of the match belongs to the last one."""
    found: list[list[Event]] = []
    for event in events:
        if isinstance(event, RoundDealt):
            found.append([])
        found[-1].append(event)
    return found

"""The deal of the day: one round, the same for everybody who plays it, against bots that answer the same with the same.

The secret of the day takes the place of a table's own secret, and no seat sends a nonce: so every table of a day has
the same deal and the same chance for its bots (bot_seed.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.core.events import Declared, DieTaken, Played, RoundDealt, ZeroDieTaken, history
from nokosu.core.match import Match
from nokosu.core.round import Round
from nokosu.table.create import NewTable, digest
from nokosu.table.days import DAY_MS, day_text
from nokosu.wire.daily import DailyLine
from nokosu.wire.entries import AnyEntry, Created, Seated, Started
from nokosu.wire.lobby import EventRef, TableSettings

OPPONENTS: Final = ("otto", "tofu", "zora")
"""Bots that answer in a millisecond or two and need nothing compiled: they play the same on every machine."""
PLAYERS: Final = len(OPPONENTS) + 1
SETTINGS: Final = TableSettings(players=PLAYERS, rounds=1, spectators=False, take_backs=False)
CHAIN_DAYS: Final = 10_000
"""How many days a server's chain of secrets lasts, 27 years: today's is found in some milliseconds."""
_SITE: Final = "nokosu/1/site/"


def seat_of(day: int) -> int:
    """Return everybody's seat on this day; the next day it is the next one."""
    return day % PLAYERS


def closes(day: int) -> int:
    """Return the moment at which a day ends: midnight UTC."""
    return (day + 1) * DAY_MS


def site_secret(day: int) -> bytes:
    """Return the secret of a day on a site without a server: everybody can compute it, so nothing there is ranked."""
    return hashlib.sha256(f"{_SITE}{day_text(day)}".encode()).digest()


def table_of(day: int, player: Seated, code: str, secret: bytes, *, ranked: bool) -> NewTable:
    """Return the first entries of a table at which a person, or a bot in their place, plays the deal of a day."""
    event = EventRef(day=day_text(day), ranked=ranked, closes=closes(day))
    created = Created(settings=SETTINGS, code=code, secret=secret.hex(), digest=digest(SETTINGS), event=event)
    seats: list[AnyEntry] = [
        player if seat == player.seat else Seated(seat=seat, bot=bot) for seat, bot in opponents(player.seat)
    ]
    return NewTable(created, [*seats, Started()])


def opponents(seat: int) -> list[tuple[int, str]]:
    """Return every seat with its bot; that of one's own seat is not used."""
    others = [other for other in range(PLAYERS) if other != seat]
    bots = dict(zip(others, OPPONENTS, strict=True))
    return [(each, bots.get(each, "")) for each in range(PLAYERS)]


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """How somebody played a deal: the figures, all actions, and their own among them."""

    figures: DailyLine
    actions: tuple[str, ...]
    own: tuple[str, ...]


def line_of(match: Match, seat: int) -> PlayedLine:
    """Return how a seat played a match of one round that is over."""
    return lines_of(match)[0][seat]


def lines_of(match: Match) -> list[list[PlayedLine]]:
    """Return how a match that is over was played: for each round, of each seat."""
    acted: list[list[tuple[int, str]]] = []
    for event in history(match, None):
        if isinstance(event, RoundDealt):
            acted.append([])
        elif isinstance(event, _DONE):
            acted[-1].append((event.seat, _action(event)))
    seats = range(match.ruleset.players)
    return [
        [_line(round_, seat, actions) for seat in seats] for round_, actions in zip(match.rounds, acted, strict=True)
    ]


def _line(round_: Round, seat: int, acted: Sequence[tuple[int, str]]) -> PlayedLine:
    own = tuple(action for actor, action in acted if actor == seat)
    contract, score = round_.contracts[seat], round_.score[seat]
    figures = DailyLine(
        points=score.total,
        tricks=round_.won[seat],
        target=contract.target,
        made=score.made,
        won=[trick.winner == seat for trick in round_.tricks],
        first=own[0],
    )
    return PlayedLine(figures, tuple(action for _, action in acted), own)


_DONE: Final = (DieTaken, ZeroDieTaken, Declared, Played)


def _action(event: DieTaken | ZeroDieTaken | Declared | Played) -> str:
    match event:
        case DieTaken():
            return f"take {event.die}"
        case ZeroDieTaken():
            return f"zero {event.discard}"
        case Declared():
            return "pass" if event.returned is None else f"zero {event.returned}"
        case Played():
            return f"play {event.piece}"

"""The tables of a contest: their deals, players and settings, and what one that is over says. Pure.

The secret of a contest is fixed when it is made. The secret of each table follows from it, and takes the place of a
table's own; no seat sends a nonce. Tables with the same secret have the same deals, and the same chance for their bots.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from nokosu.core.errors import reason
from nokosu.core.match import Match
from nokosu.events.pairing import LARGEST, SMALLEST, Round, equal_sizes, pair, table_sizes
from nokosu.events.results import CHAMPION, TableResult
from nokosu.table import daily, rated
from nokosu.table.create import NewTable, digest, rules
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire.contests import ContestSettings
from nokosu.wire.entries import AnyEntry, Created, Seated, Started
from nokosu.wire.lobby import EventRef, Pace, TableSettings

BOTS: Final = (*daily.OPPONENTS, "hana")
"""Who takes seats that are left over: quick bots that answer the same with the same."""
MOST: Final = 40
FEWEST: Final = {"tournament": 4, "duplicate": 2}
"""People with whom a contest can begin."""
ALONE: Final = frozenset({"days", "champion"})
"""Forms in which each person plays alone against bots."""
_PACE: Final = rated.PACES[1]
_LABEL: Final = "nokosu/1/contest/"
_LATE_MS: Final = 60_000
"""A start may be so long ago when its form arrives."""
_LATEST_MS: Final = 366 * 86_400_000
"""A start or an end may be so far ahead: what is further away is a mistake, or no date that a browser can show."""
_MOST_OF_CHAMPION: Final = 24
"""Deals that the champion plays for one person: it thinks longer than the others."""
_FORMS: Final = {"tournament": {"round-robin", "swiss"}, "duplicate": {"together", "days", "champion"}}


def check_settings(settings: ContestSettings, now: int) -> None:
    """Refuse settings that contradict each other, or name rules that are unknown."""
    days = settings.form == "days"
    same = settings.kind == "duplicate" or settings.same_deals
    wrong = (
        settings.form not in _FORMS[settings.kind]
        or settings.same_deals != same
        or (settings.scoring == "places" and settings.kind == "duplicate")
        or (settings.scoring != "places" and not same)
        or (settings.pace is not None and settings.pace not in rated.PACES and not _days(settings.pace))
        or (settings.pace is not None and settings.form in ALONE)
        or (settings.starts is not None and (settings.form in ALONE or settings.starts < now - _LATE_MS))
        or (settings.form == "champion" and settings.rounds * settings.deals > _MOST_OF_CHAMPION)
        or days != (settings.closes is not None)
        or (settings.closes is not None and settings.closes <= now)
        or max(settings.starts or 0, settings.closes or 0) > now + _LATEST_MS
    )
    if wrong:
        raise Refused(reason("contest.settings"))
    for players in {settings.players} if same else range(SMALLEST, LARGEST + 1):
        rules(table_settings(settings, players))


def _days(pace: Pace) -> bool:
    return pace == Pace(kind="days", hours_a_move=pace.hours_a_move)


def table_settings(settings: ContestSettings, players: int) -> TableSettings:
    """Return the settings of a contest's tables with so many seats."""
    pace = Pace() if settings.form in ALONE else settings.pace or _PACE
    return TableSettings(
        edition=settings.edition,
        players=players,
        rounds=settings.deals,
        pace=pace,
        spectators=False,
        take_backs=False,
    )


def secret_of(secret: bytes, number: int, table: int | None) -> bytes:
    """Return the secret of a table of a round; without a table's number that of all tables with the same deals."""
    name = f"{number}" if table is None else f"{number}/{table}"
    return hmac.digest(secret, f"{_LABEL}{name}".encode(), hashlib.sha256)


def next_round(
    settings: ContestSettings, people: Sequence[int], past: Sequence[Round], seed: str, order: Sequence[int]
) -> Round:
    """Return who plays at which table of the next round, and on which seat. `order` is the standings, best first."""
    if settings.same_deals:
        sizes = equal_sizes(len(people), settings.players)
    elif len(people) < SMALLEST:
        sizes = [settings.players]
    else:
        sizes = table_sizes(len(people), settings.players)
    return pair(people, past, sizes, seed, order if settings.form == "swiss" and past else None)


def alone_round(settings: ContestSettings, number: int, player: int) -> tuple[int, ...]:
    """Return the seats of a table at which one player meets bots; everybody's seat is the same."""
    own = number % settings.players
    bots = iter(range(-1, -settings.players, -1))
    return tuple(player if seat == own else next(bots) for seat in range(settings.players))


def bots_of(players: Sequence[int]) -> list[str | None]:
    """Return the bot on each seat of a table. It follows from the seat: tables with the same deals are alike."""
    found: list[str | None] = []
    for seat, player in enumerate(players):
        usual = BOTS[seat % len(BOTS)]
        other = next((bot for bot in (usual, *BOTS) if bot not in found), usual)
        found.append(other if player < 0 and player != CHAMPION else None)
    return found


def table_of(
    settings: ContestSettings,
    contest: str,
    number: int,
    seats: Sequence[Seated],
    code: str,
    secret: bytes,
) -> NewTable:
    """Return the first entries of a table of a round; `secret` is the table's."""
    event = EventRef(
        kind=settings.kind,
        ranked=True,
        same_deal=settings.same_deals,
        closes=settings.closes,
        contest=contest,
        round=number,
        deal=number * settings.deals,
    )
    chosen = table_settings(settings, len(seats))
    created = Created(settings=chosen, code=code, secret=secret.hex(), digest=digest(chosen), event=event)
    rest: list[AnyEntry] = [*seats, Started()]
    return NewTable(created, rest)


def result_of(state: State, match: Match) -> TableResult:
    """Return how a table was played to its end."""
    lines = daily.lines_of(match)
    decisions = [sum(len(deal[seat].own) for deal in lines) for seat in range(len(state.chairs))]
    counts = [
        chair.person is not None and 2 * state.own_moves[seat] >= decisions[seat]
        for seat, chair in enumerate(state.chairs)
    ]
    return TableResult([[each.figures for each in deal] for deal in lines], counts)

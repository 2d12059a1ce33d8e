"""Whether the rows of a contest can be read: what is asked about one that cannot is refused, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.events.results import CHAMPION
from nokosu.server.damage import typed
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow

_STATUS = frozenset({"open", "playing", "ending", "over"})


def check_contest(row: ContestRow) -> None:
    """Raise one of DAMAGED if a contest cannot be shown in a list."""
    typed(row)
    bytes.fromhex(row.secret)
    if row.status not in _STATUS or not 0 <= row.opened <= row.round <= row.rules.rounds:
        raise ValueError(f"status {row.status}, {row.opened} of {row.round} rounds")


def check_table(row: ContestTableRow) -> None:
    """Raise one of DAMAGED if a table of a contest cannot be shown, or its result not be read."""
    typed(row)
    if not row.players or (row.played is None and row.result is not None):
        raise ValueError("no players, or no result")


def check_whole(entrants: Sequence[EntrantRow], tables: Sequence[ContestTableRow]) -> None:
    """Raise one of DAMAGED if the page of a contest cannot be shown. Results that cannot be read do not count."""
    for entrant in entrants:
        typed(entrant)
    for table in tables:
        typed(table)
    numbers = range(len(entrants))
    if [each.entrant for each in entrants] != list(numbers):
        raise ValueError("entrants are missing")
    known = {*numbers, *range(CHAMPION, 0)}
    if not all(known.issuperset(each.players) for each in tables):
        raise ValueError("unknown players")

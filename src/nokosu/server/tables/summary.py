"""A table in lists: the row stored beside its log, and its public form."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from nokosu.server import damage
from nokosu.server.metrics import Metrics
from nokosu.server.names import Names
from nokosu.server.store.tables import TableRow
from nokosu.table.create import rounds
from nokosu.table.state import State
from nokosu.table.summary import StoredSummary, read_summary, shown_summary, stored_summary, turn_of
from nokosu.wire.lobby import TableStatus, TableSummary
from nokosu.wire.struct import encode

_KEPT: Final = 2_048
"""Summaries in memory: about as many as the lobby looks at."""


def row(state: State, at: int, before: tuple[State, TableRow] | None = None) -> TableRow:
    """Return the row stored beside the log; `before` is an earlier state with its row."""
    match, was = state.match, before[0] if before else None
    alike = match and was and was.match and match.round_index == was.match.round_index and state.chairs == was.chairs
    if before and alike and state.settings.pace.kind != "days":
        # Most moves change nothing of what a list shows.
        summary = before[1].summary
    else:
        summary = encode(stored_summary(state)).decode()
    return TableRow(
        id=state.table,
        code=state.code,
        status=state.status,
        listed=state.settings.public,
        summary=summary,
        created=state.created,
        updated=at,
        turn_of=turn_of(state),
    )


def readable(tables: Iterable[TableRow], metrics: Metrics) -> list[TableRow]:
    """Return the rows that can be shown. One that cannot, such as one of an edition that is gone, hurts no other."""
    return damage.readable(tables, check, metrics, "tables")


def check(table: TableRow) -> None:
    """Raise one of DAMAGED if a row cannot be shown."""
    _read(table.summary)
    msgspec.convert(table.status, TableStatus)


@lru_cache(_KEPT)
def _read(text: str) -> StoredSummary:
    """Return what is stored of a table; lists are asked for again and again, and most of their tables stay the same."""
    stored: StoredSummary = read_summary(text)
    rounds(stored.settings)
    return stored


def persons(table: TableRow) -> list[str]:
    """Return the people at a table."""
    return [seat.person for seat in _read(table.summary).seats if seat.person]


def summary(table: TableRow, person: str | None, names: Names) -> TableSummary:
    """Return a table as this person sees it in a list."""
    return shown_summary(
        _read(table.summary),
        person,
        names,
        names.faces,
        table=table.id,
        code=table.code,
        status=msgspec.convert(table.status, TableStatus),
        created=table.created,
        waits_for=table.turn_of,
    )

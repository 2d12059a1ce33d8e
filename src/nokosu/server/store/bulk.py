"""The statements that every move makes, written so that PostgreSQL does many of them at once.

Each statement costs a round trip and some Python: with twenty moves at a time a move took 300 µs of the server's
processor, written together it takes 100. With SQLite, where no network is between, nothing was gained by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.server.store.database import Statement, Value

APPEND: Final = "INSERT INTO log (table_id, seq, at, body, client) VALUES (?, ?, ?, ?, ?)"
TURN: Final = "UPDATE tables SET turn_of = ?, updated = ? WHERE id = ?"

BULK: Final = {
    APPEND: (
        "INSERT INTO log (table_id, seq, at, body, client)"
        " SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[])"
    ),
    TURN: (
        "UPDATE tables SET turn_of = many.turn_of, updated = many.updated"
        " FROM unnest(%s::text[], %s::bigint[], %s::text[]) AS many (turn_of, updated, id) WHERE tables.id = many.id"
    ),
}
"""For each the one that takes an array for every parameter."""

Rows = list[tuple[Value, ...]]


def fits(statements: Sequence[Statement]) -> bool:
    """Return whether all of these can be done together with others of their kind."""
    return all(statement.sql in BULK for statement in statements)


def together(group: Sequence[Sequence[Statement]]) -> list[tuple[str, Rows]]:
    """Return all statements of a group, each kind once.

    Every row of each must be changed, or the group is done one by one.
    """
    rows: dict[str, Rows] = {sql: [] for sql in BULK}
    for statements in group:
        for statement in statements:
            rows[statement.sql].append(statement.params)
    return [(BULK[sql], each) for sql, each in rows.items() if each]


def columns(rows: Rows) -> list[list[Value]]:
    """Rows as arrays, one for each parameter."""
    return [list(column) for column in zip(*rows, strict=True)]

"""The statements that every move makes, written so that one of them does the work of many.

SQLite: each statement gives the interpreter's lock away and waits to get it back from the event loop; one statement
for a whole group of commits made the wait for a commit under load a fifth of what it was. PostgreSQL: each statement is
a round trip and some 150 µs of Python; a group now costs as much as one move did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from nokosu.server.store.database import Statement, Value

APPEND: Final = "INSERT INTO log (table_id, seq, at, body, client) VALUES (?, ?, ?, ?, ?)"
TURN: Final = "UPDATE tables SET turn_of = ?, updated = ? WHERE id = ?"

_ENCODE: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Bulk:
    """One statement for many rows: with SQLite a JSON array of them, with PostgreSQL an array for each column."""

    sqlite: str
    postgresql: str


BULK: Final = {
    APPEND: Bulk(
        "INSERT INTO log (table_id, seq, at, body, client)"
        " SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)",
        "INSERT INTO log (table_id, seq, at, body, client)"
        " SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[])",
    ),
    TURN: Bulk(
        "UPDATE tables SET turn_of = many.value ->> 0, updated = many.value ->> 1"
        " FROM json_each(?) AS many WHERE tables.id = many.value ->> 2",
        "UPDATE tables SET turn_of = many.turn_of, updated = many.updated"
        " FROM unnest(%s::text[], %s::bigint[], %s::text[]) AS many (turn_of, updated, id) WHERE tables.id = many.id",
    ),
}

Rows = list[tuple[Value, ...]]


def fits(statements: Sequence[Statement]) -> bool:
    """Whether all of these can be done together with others of their kind."""
    return all(statement.sql in BULK for statement in statements)


def together(group: Sequence[Sequence[Statement]]) -> list[tuple[Bulk, Rows]]:
    """All statements of a group, each kind once; every row of each must be changed, or the group is done one by one."""
    rows: dict[str, Rows] = {sql: [] for sql in BULK}
    for statements in group:
        for statement in statements:
            rows[statement.sql].append(statement.params)
    return [(BULK[sql], each) for sql, each in rows.items() if each]


def as_json(rows: Rows) -> str:
    """Rows as SQLite takes them."""
    return _ENCODE(rows).decode()


def as_columns(rows: Rows) -> list[list[Value]]:
    """Rows as PostgreSQL takes them."""
    return [list(column) for column in zip(*rows, strict=True)]

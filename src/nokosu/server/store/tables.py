"""What lists of tables show. It follows from the logs and is written together with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.server.store.database import Database, Row, Statement

_COLUMNS = "id, code, status, listed, summary, created, updated, turn_of"
LIVE = ("open", "playing", "paused")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in lists. `summary` is JSON; `turn_of` the person who is waited for."""

    id: str
    code: str
    status: str
    listed: bool
    summary: str
    created: int
    updated: int
    turn_of: str | None = None

    def insert(self) -> Statement:
        return Statement(
            f"INSERT INTO tables ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self.id,
                self.code,
                self.status,
                int(self.listed),
                self.summary,
                self.created,
                self.updated,
                self.turn_of,
            ),
        )

    def changes(self, before: TableRow) -> list[Statement]:
        """What to write where the table was shown as `before`: mostly whose turn it is, often nothing."""
        if (self.status, self.summary) == (before.status, before.summary):
            if self.turn_of == before.turn_of:
                return []
            sql = "UPDATE tables SET turn_of = ?, updated = ? WHERE id = ?"
            return [Statement(sql, (self.turn_of, self.updated, self.id))]
        sql = "UPDATE tables SET status = ?, listed = ?, summary = ?, updated = ?, turn_of = ? WHERE id = ?"
        return [Statement(sql, (self.status, int(self.listed), self.summary, self.updated, self.turn_of, self.id))]


def seated(table: str, persons: Sequence[str | None]) -> list[Statement]:
    """Who sits at a table, one entry a seat, None for bots and open seats."""
    rows = [
        Statement("INSERT INTO seats (table_id, seat, person) VALUES (?, ?, ?)", (table, seat, person))
        for seat, person in enumerate(persons)
        if person
    ]
    return [Statement("DELETE FROM seats WHERE table_id = ?", (table,)), *rows]


class TableStore:
    """Finds tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, table: str) -> TableRow | None:
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (table,))
        return _table(rows[0]) if rows else None

    async def by_code(self, code: str) -> TableRow | None:
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables WHERE code = ?", (code,))
        return _table(rows[0]) if rows else None

    async def listed(self, limit: int = 100) -> list[TableRow]:
        """Public tables with open seats, newest first."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM tables WHERE status = 'open' AND listed = 1 ORDER BY created DESC LIMIT ?",
            (limit,),
        )
        return [_table(row) for row in rows]

    async def of_person(self, person: str, limit: int = 200) -> list[TableRow]:
        """Tables that are not over and where this person sits; those that wait for them first."""
        columns = ", ".join(f"t.{column}" for column in _COLUMNS.split(", "))
        rows = await self._database.read(
            f"SELECT {columns} FROM tables t JOIN seats s ON s.table_id = t.id"
            " WHERE s.person = ? AND t.status IN ('open', 'playing', 'paused')"
            " ORDER BY CASE WHEN t.turn_of = ? THEN 0 ELSE 1 END, t.updated DESC LIMIT ?",
            (person, person, limit),
        )
        return [_table(row) for row in rows]

    async def playing(self) -> list[str]:
        """Tables whose clocks or bots may have something to do."""
        rows = await self._database.read("SELECT id FROM tables WHERE status = 'playing'")
        return [str(row[0]) for row in rows]

    async def all(self, status: str | None = None, limit: int = 1000) -> list[TableRow]:
        """For the operator."""
        where, params = ("WHERE status = ?", (status, limit)) if status else ("", (limit,))
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables {where} ORDER BY created DESC LIMIT ?", params)
        return [_table(row) for row in rows]

    async def drop_older(self, before: int) -> int:
        """Retention: forget open tables that nobody has touched since. Logs of played matches stay."""
        stale = "SELECT id FROM tables WHERE status = 'open' AND updated < ?"
        rows = await self._database.read(stale, (before,))
        await self._database.write(
            [
                Statement(f"DELETE FROM log WHERE table_id IN ({stale})", (before,)),
                Statement(f"DELETE FROM seats WHERE table_id IN ({stale})", (before,)),
                Statement("DELETE FROM tables WHERE status = 'open' AND updated < ?", (before,)),
            ]
        )
        return len(rows)


def _table(row: Row) -> TableRow:
    id_, code, status, listed, summary, created, updated, turn_of = row
    return TableRow(
        str(id_),
        str(code),
        str(status),
        bool(listed),
        str(summary),
        int(created or 0),
        int(updated or 0),
        None if turn_of is None else str(turn_of),
    )

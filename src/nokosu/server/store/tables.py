"""What lists of tables show. It follows from the logs and is written together with them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from nokosu.server.store.bulk import TURN
from nokosu.server.store.database import Conflict, Part, Statement
from nokosu.server.store.rows import columns, insert


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
        return insert("tables", self)

    def changes(self, before: TableRow) -> list[Statement]:
        """Return what to write where the table was shown as `before`: mostly whose turn it is, often nothing.

        A table that was open may have been dropped meanwhile: whatever happens there must find its row.
        """
        was_open = before.status == "open"
        if (self.status, self.summary) == (before.status, before.summary):
            if self.turn_of == before.turn_of and not was_open:
                return []
            return [Statement(TURN, (self.turn_of, self.updated, self.id), must_change=was_open)]
        sql = "UPDATE tables SET status = ?, listed = ?, summary = ?, updated = ?, turn_of = ? WHERE id = ?"
        params = (self.status, int(self.listed), self.summary, self.updated, self.turn_of, self.id)
        return [Statement(sql, params, must_change=was_open)]


_COLUMNS = columns(TableRow)


def seated(table: str, persons: Sequence[str | None]) -> list[Statement]:
    """Return the people at a table, one entry per seat; None for bots and open seats."""
    rows = [
        Statement("INSERT INTO seats (table_id, seat, person) VALUES (?, ?, ?)", (table, seat, person))
        for seat, person in enumerate(persons)
        if person
    ]
    return [Statement("DELETE FROM seats WHERE table_id = ?", (table,)), *rows]


_WAITING = "SELECT count(*) FROM tables JOIN seats ON table_id = id WHERE person = ? AND status = 'open' AND listed = 1"


def waits_at_most(person: str, most: int) -> list[Statement]:
    """Return a statement for the write that makes a public table: a Conflict if this person waits at too many.

    The first statement locks the person's row, so that of several writes at once each sees the tables of the others.
    """
    return [
        Statement("UPDATE people SET seen = seen WHERE id = ?", (person,)),
        Statement(f"UPDATE people SET seen = seen WHERE id = ? AND ({_WAITING}) <= ?", (person, person, most), True),
    ]


class TableStore(Part):
    """Finds tables."""

    async def find(self, table: str) -> TableRow | None:
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (table,))
        return TableRow(*rows[0]) if rows else None

    async def by_code(self, code: str) -> TableRow | None:
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables WHERE code = ?", (code,))
        return TableRow(*rows[0]) if rows else None

    async def waiting(self, person: str) -> int:
        """Return how many public tables with open seats this person sits at."""
        return int((await self._database.read(_WAITING, (person,)))[0][0])

    async def listed(self, limit: int = 1_000) -> list[TableRow]:
        """Public tables, newest first: those with open seats, then those that are played."""
        sql = f"SELECT {_COLUMNS} FROM tables WHERE status = ? AND listed = 1 ORDER BY created DESC LIMIT ?"
        rows = [row for status in ("open", "playing") for row in await self._database.read(sql, (status, limit))]
        return [TableRow(*row) for row in rows]

    async def of_person(self, person: str, limit: int = 200) -> list[TableRow]:
        """Tables that are not over and where this person sits; those that wait for them first."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM tables JOIN seats ON table_id = id"
            " WHERE person = ? AND status IN ('open', 'playing', 'paused')"
            " ORDER BY CASE WHEN turn_of = ? THEN 0 ELSE 1 END, updated DESC LIMIT ?",
            (person, person, limit),
        )
        return [TableRow(*row) for row in rows]

    async def playing(self) -> list[str]:
        """Tables whose clocks or bots may have something to do."""
        rows = await self._database.read("SELECT id FROM tables WHERE status = 'playing'")
        return [table for (table,) in rows]

    async def persons(self, table: str) -> dict[int, str]:
        """Return the people at a table, by seat."""
        return dict(await self._database.read("SELECT seat, person FROM seats WHERE table_id = ?", (table,)))

    async def all(self, status: str | None = None) -> list[TableRow]:
        """Return all tables, newest first, for the operator."""
        where, params = ("WHERE status = ?", (status,)) if status else ("", ())
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM tables {where} ORDER BY created DESC, id", params)
        return [TableRow(*row) for row in rows]

    async def drop_older(self, before: int) -> int:
        """Retention: forget open tables that nobody has touched since. Logs of played matches stay.

        A table a commit, so that a server that writes meanwhile waits for none of them long.
        """
        stale = "status = 'open' AND updated < ?"
        dropped = 0
        for (table,) in await self._database.read(f"SELECT id FROM tables WHERE {stale}", (before,)):
            # The row first: sitting down changes it at the same moment, and one of the two has to give way.
            gone = [
                Statement(f"DELETE FROM tables WHERE id = ? AND {stale}", (table, before), must_change=True),
                Statement("DELETE FROM seats WHERE table_id = ?", (table,)),
                Statement("DELETE FROM log WHERE table_id = ?", (table,)),
            ]
            with suppress(Conflict):
                await self._database.write(gone)
                dropped += 1
        return dropped

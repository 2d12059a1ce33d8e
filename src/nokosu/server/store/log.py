"""The log of each table: append-only, entries numbered from 1, the key being (table, seq)."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.server.store.bulk import APPEND
from nokosu.server.store.database import Change, Part, Statement
from nokosu.wire.entries import LogRow

__all__ = ["LogRow", "LogStore"]


class LogStore(Part):
    """Reads logs and appends to them."""

    async def entries(self, table: str, after: int = 0) -> list[LogRow]:
        """Return the entries behind number `after`, in order."""
        rows = await self._database.read(
            "SELECT seq, at, body, client FROM log WHERE table_id = ? AND seq > ? ORDER BY seq", (table, after)
        )
        return [LogRow(*row) for row in rows]

    async def made_by(self, table: str, client: str) -> int | None:
        """Return the number of the entry that this command made, None if it made none."""
        rows = await self._database.read("SELECT seq FROM log WHERE table_id = ? AND client = ?", (table, client))
        return rows[0][0] if rows else None

    async def append(self, table: str, entries: Sequence[LogRow], also: Sequence[Statement] = ()) -> None:
        """Append entries together with other writes. Raises Conflict if another process appended first."""
        statements = [Statement(APPEND, (table, entry.seq, entry.at, entry.body, entry.client)) for entry in entries]
        await self._database.write([*statements, *also], Change(table, entries[-1].seq))

    async def newest(self) -> int | None:
        """Return when the newest entry of all tables was written."""
        ((at,),) = await self._database.read("SELECT max(at) FROM log")
        return None if at is None else int(at)

"""Which seats are connected to which process. Only where several processes share a database."""

from __future__ import annotations

from nokosu.server.store.database import Change, Part, Statement

_SAME = "table_id = ? AND seat = ? AND process = ?"


class PresenceStore(Part):
    """Every process writes down its own seats; those of a process that no longer beats do not count."""

    @property
    def shared(self) -> bool:
        """Return whether other processes may hold sockets too."""
        return self._database.kind == "postgresql"

    async def here(self, table: str, seat: int, process: str) -> None:
        """Record a connection. Other processes see it as a change to length 0."""
        fresh = "INSERT INTO presence (table_id, seat, process) VALUES (?, ?, ?)"
        key = (table, seat, process)
        await self._database.write(
            [Statement(f"DELETE FROM presence WHERE {_SAME}", key), Statement(fresh, key)], Change(table, 0)
        )

    async def gone(self, table: str, seat: int, process: str) -> None:
        await self._database.write(
            [Statement(f"DELETE FROM presence WHERE {_SAME}", (table, seat, process))], Change(table, 0)
        )

    async def elsewhere(self, table: str, process: str, alive_since: int) -> set[int]:
        """Seats that are connected to another process which has beaten since."""
        rows = await self._database.read(
            "SELECT p.seat FROM presence p JOIN beats b ON b.process = p.process"
            " WHERE p.table_id = ? AND p.process <> ? AND b.at >= ?",
            (table, process, alive_since),
        )
        return {seat for (seat,) in rows}


class KeyStore(Part):
    """Keys by name; the first to need one makes it."""

    async def get(self, name: str, make: str) -> str:
        """The key of this name; `make` becomes it where there is none."""
        insert = "INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
        await self._database.write([Statement(insert, (name, make))])
        rows = await self._database.read("SELECT value FROM keys WHERE name = ?", (name,))
        return str(rows[0][0])

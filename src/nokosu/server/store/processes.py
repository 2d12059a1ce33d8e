"""The processes of a server: when each was up, which seats it serves, and the keys that all share."""

from __future__ import annotations

from nokosu.server.store.database import Change, Part, Statement

_SAME = "table_id = ? AND seat = ? AND process = ?"


class UptimeStore(Part):
    """Every process records regularly that it is up; the first to start learns how long none was."""

    async def beat(self, process: str, now: int) -> None:
        await self._database.write(
            [
                Statement("DELETE FROM beats WHERE process = ?", (process,)),
                Statement("INSERT INTO beats (process, at) VALUES (?, ?)", (process, now)),
            ]
        )

    async def start(self, process: str, now: int, alive_within: int) -> None:
        """Record the downtime if no process is up; then send the first heartbeat.

        What lies in the future was written while this machine's clock was wrong: it must not stop clocks to come.
        """
        await self._database.write(
            [
                Statement("DELETE FROM beats WHERE at > ?", (now,)),
                Statement("DELETE FROM downtimes WHERE began > ?", (now,)),
                Statement("UPDATE downtimes SET ended = ? WHERE ended > ?", (now, now)),
            ]
        )
        ((last,),) = await self._database.read("SELECT max(at) FROM beats")
        if last is not None and last < now - alive_within:
            await self._database.write(
                [
                    Statement("DELETE FROM beats"),
                    Statement("DELETE FROM presence"),
                    Statement("DELETE FROM downtimes WHERE began = ?", (last,)),
                    Statement("INSERT INTO downtimes (began, ended) VALUES (?, ?)", (last, now)),
                ]
            )
        await self.beat(process, now)

    async def database_clock(self) -> int:
        """Return the time of PostgreSQL's machine, in milliseconds."""
        ((at,),) = await self._database.read("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(at)

    async def running_since(self, moment: int) -> bool:
        """Return whether a process has recorded since this moment that it is up."""
        return bool(await self._database.read("SELECT 1 FROM beats WHERE at >= ? LIMIT 1", (moment,)))

    async def stalled(self, began: int, ended: int) -> None:
        """Record that the only process stood still."""
        sql = "INSERT INTO downtimes (began, ended) VALUES (?, ?) ON CONFLICT (began) DO NOTHING"
        await self._database.write([Statement(sql, (began, ended))])

    async def downtimes(self) -> list[tuple[int, int]]:
        rows = await self._database.read("SELECT began, ended FROM downtimes ORDER BY began")
        return [(began, ended) for began, ended in rows]


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

    async def stored(self, name: str) -> str | None:
        """Return a key if there is one."""
        rows = await self._database.read("SELECT value FROM keys WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else None

    async def get(self, name: str, make: str) -> str:
        """Return the key of this name; `make` becomes it where there is none."""
        insert = "INSERT INTO keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
        await self._database.write([Statement(insert, (name, make))])
        rows = await self._database.read("SELECT value FROM keys WHERE name = ?", (name,))
        return str(rows[0][0])

    async def find(self, name: str) -> str | None:
        """Return the key of this name, None where there is none."""
        rows = await self._database.read("SELECT value FROM keys WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else None

"""When the server was up. Clocks stop while it is down."""

from __future__ import annotations

from nokosu.server.store.database import Part, Statement


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

    async def stalled(self, began: int, ended: int) -> None:
        """Record that the only process stood still."""
        sql = "INSERT INTO downtimes (began, ended) VALUES (?, ?) ON CONFLICT (began) DO NOTHING"
        await self._database.write([Statement(sql, (began, ended))])

    async def downtimes(self) -> list[tuple[int, int]]:
        rows = await self._database.read("SELECT began, ended FROM downtimes ORDER BY began")
        return [(began, ended) for began, ended in rows]

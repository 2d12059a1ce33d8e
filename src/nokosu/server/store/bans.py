"""People and addresses that the operator keeps out for a time."""

from __future__ import annotations

from nokosu.server.store.database import Part, Statement


class BanStore(Part):
    """Bans by person or address; each ends by itself."""

    async def add(self, subject: str, expires: int, now: int) -> None:
        gone = Statement("DELETE FROM bans WHERE subject = ?", (subject,))
        sql = "INSERT INTO bans (subject, expires, created) VALUES (?, ?, ?)"
        await self._database.write([gone, Statement(sql, (subject, expires, now))])

    async def remove(self, subject: str) -> None:
        await self._database.write([Statement("DELETE FROM bans WHERE subject = ?", (subject,))])

    async def active(self, now: int) -> dict[str, int]:
        """Return until when each subject is kept out."""
        return dict(await self._database.read("SELECT subject, expires FROM bans WHERE expires > ?", (now,)))

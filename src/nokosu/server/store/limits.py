"""Limits that all processes keep together: hourly allowances, and bans."""

from __future__ import annotations

from typing import Final

from nokosu.server.store.database import Conflict, Part, Statement

TOKEN: Final = 1_000
HOUR_MS: Final = 3_600_000


class AllowanceStore(Part):
    """Token buckets by name. A token counts 1000; a missing row means a full bucket."""

    async def take(self, name: str, per_hour: int, now: int) -> bool:
        """Take one token, if there is one."""
        full = per_hour * TOKEN
        gained = f"CASE WHEN {now} > allowances.at THEN ({now} - allowances.at) * {per_hour} / 3600 ELSE 0 END"
        have = f"(allowances.tokens + {gained})"
        sql = (
            f"INSERT INTO allowances (name, tokens, at) VALUES (?, {full - TOKEN}, {now}) ON CONFLICT (name) DO UPDATE"
            f" SET tokens = CASE WHEN {have} > {full} THEN {full} ELSE {have} END - {TOKEN}, at = {now}"
            f" WHERE {have} >= {TOKEN}"
        )
        try:
            await self._database.write([Statement(sql, (name,), must_change=True)])
        except Conflict:
            return False
        return True

    async def some_left(self, name: str, per_hour: int, now: int) -> bool:
        """Return whether there is a token, without taking it."""
        rows = await self._database.read("SELECT tokens, at FROM allowances WHERE name = ?", (name,))
        return not rows or rows[0][0] + max(0, now - rows[0][1]) * per_hour // 3600 >= TOKEN

    async def drop_full(self, now: int) -> None:
        """Delete rows that say nothing any more: after an hour every bucket is full."""
        sql = "DELETE FROM allowances WHERE at < ? OR at > ?"
        await self._database.write([Statement(sql, (now - HOUR_MS, now + HOUR_MS))])


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

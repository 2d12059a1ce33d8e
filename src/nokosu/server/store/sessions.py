"""Sessions: a cookie's hash and whose it is."""

from __future__ import annotations

from nokosu.server.store.database import SESSION, Change, Part, Statement


def _ended(token: str) -> Change:
    """News for other processes, which may hold sockets of this session."""
    return Change(SESSION + token, 0)


class SessionStore(Part):
    """Maps cookies to people."""

    async def add(self, token: str, person: str, at: int, expires: int, instead_of: str | None = None) -> None:
        """A new session; the one that it replaces ends with the same commit."""
        gone = [Statement("DELETE FROM sessions WHERE token = ?", (instead_of,))] if instead_of else []
        fresh = Statement(
            "INSERT INTO sessions (token, person, created, expires) VALUES (?, ?, ?, ?)", (token, person, at, expires)
        )
        await self._database.write([*gone, fresh], _ended(instead_of) if instead_of else None)

    async def person(self, token: str, now: int) -> str | None:
        """Return the person of a session; None for an unknown or expired one."""
        rows = await self._database.read("SELECT person FROM sessions WHERE token = ? AND expires > ?", (token, now))
        return rows[0][0] if rows else None

    async def end(self, token: str) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", (token,))], _ended(token))

    async def drop_expired(self, now: int) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE expires <= ?", (now,))])

"""Sessions: a cookie's hash, its person and its device."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.server.store.database import SESSION, Change, Part, Statement
from nokosu.server.store.rows import columns, insert


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session. `device` names its browser and system, where they are known."""

    token: str
    person: str
    created: int
    expires: int
    seen: int
    device: str | None

    @property
    def id(self) -> str:
        """Names the session in lists; the beginning of the hash does not lead to the token."""
        return self.token[:16]


def _ended(token: str) -> Change:
    """News for other processes, which may hold sockets of this session."""
    return Change(SESSION + token, 0)


class SessionStore(Part):
    """Maps cookies to people."""

    async def add(self, session: SessionRow, instead_of: str | None = None) -> None:
        """A new session; the one that it replaces ends with the same commit."""
        gone = [Statement("DELETE FROM sessions WHERE token = ?", (instead_of,))] if instead_of else []
        change = _ended(instead_of) if instead_of else None
        await self._database.write([*gone, insert("sessions", session)], change)

    async def find(self, token: str, now: int) -> SessionRow | None:
        """Return a session; None for an unknown or expired one."""
        sql = f"SELECT {columns(SessionRow)} FROM sessions WHERE token = ? AND expires > ?"
        rows = await self._database.read(sql, (token, now))
        return SessionRow(*rows[0]) if rows else None

    async def of_person(self, person: str, now: int) -> list[SessionRow]:
        """Return the sessions of a person, the last used first."""
        its = "person = ? AND expires > ? ORDER BY seen DESC, created DESC"
        sql = f"SELECT {columns(SessionRow)} FROM sessions WHERE {its}"
        return [SessionRow(*row) for row in await self._database.read(sql, (person, now))]

    async def mark_seen(self, token: str, now: int) -> None:
        await self._database.write([Statement("UPDATE sessions SET seen = ? WHERE token = ?", (now, token))])

    async def end(self, token: str) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", (token,))], _ended(token))

    async def drop_expired(self, now: int) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE expires <= ?", (now,))])

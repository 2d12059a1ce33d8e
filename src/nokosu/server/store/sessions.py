"""Sessions and the passkey ceremonies that begin them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.server.store.database import SESSION, Change, Conflict, Part, Statement
from nokosu.server.store.rows import columns, insert

_MOST_CEREMONIES: Final = 10_000
IDLE_MS: Final = 90 * 24 * 3_600_000
"""A session that was not used for so long has ended."""
_USED: Final = "CASE WHEN seen = 0 THEN created ELSE seen END"
"""When a session was last used; sessions from before that was stored have 0 there."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session. `device` names its browser and system, where they are known."""

    token: str
    person: str
    created: int
    expires: int
    seen: int
    device: str | None
    verified: int = 0
    """When its person last proved who they are."""

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
        """Add a new session; the one that it replaces ends with the same commit."""
        gone = [Statement("DELETE FROM sessions WHERE token = ?", (instead_of,))] if instead_of else []
        change = _ended(instead_of) if instead_of else None
        await self._database.write([*gone, insert("sessions", session)], change)

    async def find(self, token: str, now: int) -> SessionRow | None:
        """Return a session; None for an unknown or expired one."""
        sql = f"SELECT {columns(SessionRow)} FROM sessions WHERE token = ? AND expires > ? AND {_USED} > ?"
        rows = await self._database.read(sql, (token, now, now - IDLE_MS))
        numbers = (*rows[0][2:5], rows[0][6]) if rows else ()
        return SessionRow(*rows[0]) if numbers and all(isinstance(value, int) for value in numbers) else None

    async def of_person(self, person: str, now: int) -> list[SessionRow]:
        """Return the sessions of a person, the last used first."""
        its = f"person = ? AND expires > ? AND {_USED} > ? ORDER BY seen DESC, created DESC"
        sql = f"SELECT {columns(SessionRow)} FROM sessions WHERE {its}"
        return [SessionRow(*row) for row in await self._database.read(sql, (person, now, now - IDLE_MS))]

    async def mark_seen(self, token: str, now: int) -> None:
        await self._database.write([Statement("UPDATE sessions SET seen = ? WHERE token = ?", (now, token))])

    async def verify(self, token: str, now: int) -> None:
        """Record that its person has just proved who they are."""
        await self._database.write([Statement("UPDATE sessions SET verified = ? WHERE token = ?", (now, token))])

    async def end(self, token: str) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", (token,))], _ended(token))

    async def drop_expired(self, now: int) -> None:
        await self._database.write(
            [Statement(f"DELETE FROM sessions WHERE expires <= ? OR {_USED} <= ?", (now, now - IDLE_MS))]
        )


@dataclass(frozen=True, slots=True)
class Ceremony:
    """What a browser was asked; `person` is None for a login."""

    id: str
    challenge: str
    person: str | None
    expires: int


class CeremonyStore(Part):
    """Keeps each ceremony for one answer. Of too many, the oldest are dropped."""

    async def add(self, ceremony: Ceremony, now: int) -> None:
        newest = f"SELECT id FROM ceremonies ORDER BY expires DESC LIMIT {_MOST_CEREMONIES}"
        await self._database.write(
            [
                insert("ceremonies", ceremony),
                Statement(f"DELETE FROM ceremonies WHERE expires <= ? OR id NOT IN ({newest})", (now,)),
            ]
        )

    async def take(self, name: str, now: int) -> Ceremony | None:
        """Return a ceremony and delete it: of two answers, one gets it."""
        sql = f"SELECT {columns(Ceremony)} FROM ceremonies WHERE id = ? AND expires > ?"
        rows = await self._database.read(sql, (name, now))
        if not rows:
            return None
        try:
            await self._database.write([Statement("DELETE FROM ceremonies WHERE id = ?", (name,), must_change=True)])
        except Conflict:
            return None
        return Ceremony(*rows[0])

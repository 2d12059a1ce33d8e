"""Sessions: a cookie with a random token, of which only the hash is stored; a new one at every login."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from nokosu.server.ids import hashed, new_id, new_token
from nokosu.server.store import Store, StoreFailed
from nokosu.server.store.people import Person
from nokosu.server.store.sessions import SessionRow
from nokosu.server.time import Time

COOKIE: Final = "nokosu"
YEAR_S: Final = 365 * 24 * 3600
_SEEN_EVERY_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Session:
    """The sender of a request. `key` names the session for limits."""

    token: str | None
    person: str | None
    key: str
    verified: int = 0
    """When they last proved who they are: by signing in, or by confirming it."""


class Sessions:
    """Recognises people by their cookies."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time

    async def find(self, token: str | None, address: str) -> Session:
        """Return the session of a cookie; a nameless one, known by its address, where there is none."""
        if token and len(token) <= 64:
            now = self._time.now()
            found = await self._store.sessions.find(hashed(token), now)
            if found:
                if now - found.seen > _SEEN_EVERY_MS:
                    with suppress(StoreFailed):
                        await self._store.sessions.mark_seen(found.token, now)
                return Session(token, found.person, found.token, found.verified)
        return Session(None, None, f"address {address}")

    async def begin(self, person: str, before: Session, device: str | None) -> str:
        """Return a new token for this person; the old one of this browser is invalidated."""
        token, now = new_token(), self._time.now()
        old = hashed(before.token) if before.token else None
        row = SessionRow(hashed(token), person, now, now + YEAR_S * 1000, now, device, now)
        await self._store.sessions.add(row, instead_of=old)
        return token

    async def guest(
        self, name: str, language: str | None, before: Session, device: str | None, face: str | None = None
    ) -> tuple[Person, str]:
        """Create a person; return them and their token."""
        person = Person(new_id(), name, language, self._time.now(), face)
        await self._store.people.add(person)
        return person, await self.begin(person.id, before, device)

    async def end(self, session: Session) -> None:
        if session.token:
            await self._store.sessions.end(hashed(session.token))

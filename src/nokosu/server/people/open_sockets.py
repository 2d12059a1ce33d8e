"""Which sockets belong to which session: they end with it, at every process."""

from __future__ import annotations

from typing import Protocol

from nokosu.core.errors import Reason, reason
from nokosu.server.store import Change, Store
from nokosu.server.store.database import PERSON, SESSION


class Dismissible(Protocol):
    """A socket, or a request that waits: it can be told to go."""

    @property
    def person(self) -> str | None: ...

    def dismiss(self, why: Reason) -> None: ...


class OpenSockets:
    """The open sockets of this process by session."""

    def __init__(self, store: Store) -> None:
        self._by_session: dict[str, list[Dismissible]] = {}
        store.database.listen(self._heard)

    def add(self, session: str, socket: Dismissible) -> None:
        self._by_session.setdefault(session, []).append(socket)

    def remove(self, session: str, socket: Dismissible) -> None:
        group = self._by_session.get(session, [])
        if socket in group:
            group.remove(socket)
        if not group:
            self._by_session.pop(session, None)

    def session_ended(self, session: str) -> None:
        """Its sockets end now."""
        for socket in list(self._by_session.get(session, ())):
            socket.dismiss(reason("server.signed-out"))

    def person_gone(self, person: str) -> None:
        """The sockets of all their sessions end now."""
        for group in list(self._by_session.values()):
            for socket in [each for each in group if each.person == person]:
                socket.dismiss(reason("server.signed-out"))

    def _heard(self, change: Change) -> None:
        if change.table.startswith(SESSION):
            self.session_ended(change.table.removeprefix(SESSION))
        elif change.table.startswith(PERSON):
            self.person_gone(change.table.removeprefix(PERSON))

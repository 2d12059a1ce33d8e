"""Which sockets belong to which session, and come from where: they end with it, at every process."""

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
    """The open sockets of this process by session, each with the address that it comes from."""

    def __init__(self, store: Store) -> None:
        self._by_session: dict[str, dict[Dismissible, str]] = {}
        store.database.listen(self._heard)

    def add(self, session: str, socket: Dismissible, address: str) -> None:
        self._by_session.setdefault(session, {})[socket] = address

    def remove(self, session: str, socket: Dismissible) -> None:
        group = self._by_session.get(session, {})
        group.pop(socket, None)
        if not group:
            self._by_session.pop(session, None)

    def none(self) -> bool:
        """Return whether nobody is connected."""
        return not self._by_session

    def session_ended(self, session: str) -> None:
        """End its sockets now."""
        for socket in list(self._by_session.get(session, ())):
            socket.dismiss(reason("server.signed-out"))

    def person_gone(self, person: str) -> None:
        """End the sockets of all their sessions now."""
        for socket, _ in self._all():
            if socket.person == person:
                socket.dismiss(reason("server.signed-out"))

    def banned(self, subject: str) -> None:
        """End the sockets of this person, or from this address, now."""
        for socket, address in self._all():
            if subject in {socket.person, address}:
                socket.dismiss(reason("server.banned"))

    def _all(self) -> list[tuple[Dismissible, str]]:
        return [each for group in self._by_session.values() for each in group.items()]

    def _heard(self, change: Change) -> None:
        if change.table.startswith(SESSION):
            self.session_ended(change.table.removeprefix(SESSION))
        elif change.table.startswith(PERSON):
            self.person_gone(change.table.removeprefix(PERSON))

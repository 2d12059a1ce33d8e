"""People's names and faces, looked up once and kept for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from nokosu.server.store import Change, Store
from nokosu.server.store.database import PERSON

_MOST: Final = 50_000


class Names(Mapping[str, str]):
    """A cache of names by person, with the faces beside them; `fetch` gets missing ones."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}
        self.faces: dict[str, str] = {}
        """Of those who have chosen one."""
        store.database.listen(self._heard)

    async def fetch(self, persons: Iterable[str | None]) -> None:
        """Learn the names of these people."""
        missing = {person for person in persons if person and person not in self._known}
        if not missing:
            return
        if len(self._known) > _MOST:
            self._known.clear()
            self.faces.clear()
        for person, (name, face) in (await self._store.people.names(missing)).items():
            self.put(person, name, face)

    def put(self, person: str, name: str | None, face: str | None = None) -> None:
        """Update a name and a face, or remove both (None)."""
        self._forget(person)
        if name is not None:
            self._known[person] = name
        if face is not None:
            self.faces[person] = face

    def _forget(self, person: str) -> None:
        self._known.pop(person, None)
        self.faces.pop(person, None)

    def _heard(self, change: Change) -> None:
        """Somebody has deleted their data at another process."""
        if change.table.startswith(PERSON):
            self._forget(change.table.removeprefix(PERSON))

    def __getitem__(self, person: str) -> str:
        return self._known[person]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

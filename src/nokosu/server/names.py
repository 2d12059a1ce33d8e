"""People's names, looked up once and kept for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from nokosu.server.store import Change, Store
from nokosu.server.store.database import PERSON

_MOST: Final = 50_000


class Names(Mapping[str, str]):
    """A cache of names by person; `fetch` gets missing ones."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}
        store.database.listen(self._heard)

    async def fetch(self, persons: Iterable[str | None]) -> None:
        """Learn the names of these people."""
        missing = {person for person in persons if person and person not in self._known}
        if not missing:
            return
        if len(self._known) > _MOST:
            self._known.clear()
        self._known |= await self._store.people.names(missing)

    def put(self, person: str, name: str | None) -> None:
        """Update a name, or remove it (None)."""
        self._known.pop(person, None)
        if name is not None:
            self._known[person] = name

    def _heard(self, change: Change) -> None:
        """Somebody has deleted their data at another process."""
        if change.table.startswith(PERSON):
            self._known.pop(change.table.removeprefix(PERSON), None)

    def __getitem__(self, person: str) -> str:
        return self._known[person]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

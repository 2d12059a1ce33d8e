"""Begun passkey ceremonies: any process may get the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.server.store.database import Conflict, Part, Statement
from nokosu.server.store.rows import columns, insert

_MOST: Final = 10_000


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
        newest = f"SELECT id FROM ceremonies ORDER BY expires DESC LIMIT {_MOST}"
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

"""Judgements that people think are wrong, for the operator."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns

MOST: Final = 2_000
"""Positions that are kept; beyond them, no new ones are taken."""


@dataclass(frozen=True, slots=True)
class DoubtRow:
    """A decision in a position as its seat saw it, what the judge said, and what somebody says to that."""

    position: str
    action: str
    best: str
    verdict: str
    loss: float
    depth: str
    note: str
    times: int
    created: int


class DoubtStore(Part):
    """Keeps them."""

    async def add(self, row: DoubtRow) -> bool:
        """Keep a doubt; the same one again is counted. False if there is no room."""
        ((count,),) = await self._database.read("SELECT count(*) FROM doubts")
        if int(count) >= MOST:
            return False
        names = columns(DoubtRow)
        marks = ", ".join("?" * len(names.split(",")))
        sql = (
            f"INSERT INTO doubts ({names}) VALUES ({marks})"
            " ON CONFLICT (position, action) DO UPDATE SET times = doubts.times + 1, note = excluded.note"
        )
        await self._database.write([Statement(sql, astuple(row))])
        return True

    async def all(self) -> list[DoubtRow]:
        """Return all, the most frequent first."""
        sql = f"SELECT {columns(DoubtRow)} FROM doubts ORDER BY times DESC, created DESC, position, action"
        return [DoubtRow(*row) for row in await self._database.read(sql)]

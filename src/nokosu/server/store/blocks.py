"""What people have against each other: blocks, which keep two people apart, and reports of names to the operator."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns, insert


@dataclass(frozen=True, slots=True)
class Block:
    """`person` has blocked somebody."""

    id: str
    person: str
    blocked: str
    created: int


@dataclass(frozen=True, slots=True)
class ReportedName:
    """A reported name, how many people have reported it, and when the last one did; `now` is their name today."""

    person: str
    name: str
    now: str | None
    times: int
    last: int


class BlockStore(Part):
    """Remembers blocks and reports."""

    async def add(self, block: Block) -> None:
        """Blocking somebody again changes nothing."""
        written = insert("blocks", block)
        await self._database.write([Statement(f"{written.sql} ON CONFLICT DO NOTHING", written.params)])

    async def remove(self, person: str, block: str) -> None:
        await self._database.write([Statement("DELETE FROM blocks WHERE person = ? AND id = ?", (person, block))])

    async def of_person(self, person: str) -> list[Block]:
        """Return the people whom this one has blocked, newest first."""
        sql = f"SELECT {columns(Block)} FROM blocks WHERE person = ? ORDER BY created DESC, id"
        return [Block(*row) for row in await self._database.read(sql, (person,))]

    async def around(self, person: str) -> set[str]:
        """Return the people with whom this one does not sit: blocked by them, or by whom they are blocked."""
        sql = "SELECT blocked FROM blocks WHERE person = ? UNION SELECT person FROM blocks WHERE blocked = ?"
        return {other for (other,) in await self._database.read(sql, (person, person))}

    async def between(self, person: str, others: Collection[str]) -> list[Block]:
        """Return the blocks between a person and some others, in either direction."""
        if not others:
            return []
        marks = ", ".join("?" * len(others))
        sql = (
            f"SELECT {columns(Block)} FROM blocks"
            f" WHERE (person = ? AND blocked IN ({marks})) OR (blocked = ? AND person IN ({marks}))"
        )
        return [Block(*row) for row in await self._database.read(sql, (person, *others, person, *others))]

    async def report(self, reporter: str, person: str, name: str, at: int) -> None:
        """Tell the operator about a name; the same person is heard once about each name."""
        sql = "INSERT INTO reports (reporter, person, name, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._database.write([Statement(sql, (reporter, person, name, at))])

    async def reports(self) -> list[ReportedName]:
        """Return what was reported, newest first, for the operator."""
        sql = (
            "SELECT reports.person, reports.name, people.name, count(*), max(reports.created) AS last"
            " FROM reports JOIN people ON people.id = reports.person"
            " GROUP BY reports.person, reports.name, people.name ORDER BY last DESC, reports.person, reports.name"
        )
        return [ReportedName(*row) for row in await self._database.read(sql)]

    async def reports_by(self, reporter: str) -> list[tuple[str, int]]:
        """Return the names that a person has reported, and when."""
        sql = "SELECT name, created FROM reports WHERE reporter = ? ORDER BY created, name"
        return [(name, created) for name, created in await self._database.read(sql, (reporter,))]


def forgotten(person: str) -> list[Statement]:
    """Return what goes when a person deletes their data."""
    places = (("blocks", "person"), ("blocks", "blocked"), ("reports", "reporter"), ("reports", "person"))
    return [Statement(f"DELETE FROM {table} WHERE {column} = ?", (person,)) for table, column in places]

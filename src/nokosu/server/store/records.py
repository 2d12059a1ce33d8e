"""Finished and imported matches, and the figures that statistics are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns, insert


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record. `body` is the record's JSON; `owner` the person who imported it, None for a table's own.

    `rated`: it counts for ratings. Nothing but the end of a rated table makes such a row.
    """

    id: str
    owner: str | None
    status: str
    listed: bool
    ended: int
    body: str
    rated: bool = False

    def insert(self) -> Statement:
        return insert("records", self)


@dataclass(frozen=True, slots=True)
class Result:
    """How a person did in one finished match."""

    record: str
    seat: int
    person: str
    edition: str
    players: int
    rounds: int
    won: bool
    contracts_made: int
    zero_tried: int
    zero_made: int
    points: int
    ended: int

    def insert(self) -> Statement:
        return insert("results", self)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of one person's results for an edition and a number of players."""

    edition: str
    players: int
    matches: int
    rounds: int
    wins: int
    contracts_made: int
    zero_tried: int
    zero_made: int
    points: int


_COLUMNS = columns(RecordRow)


class RecordStore(Part):
    """Keeps records."""

    async def add(self, row: RecordRow) -> None:
        await self._database.write([row.insert()])

    async def find(self, record: str) -> RecordRow | None:
        rows = await self._database.read(f"SELECT {_COLUMNS} FROM records WHERE id = ?", (record,))
        return RecordRow(*rows[0]) if rows else None

    async def imported(self, record: str) -> bool:
        """Return whether a record was imported: no table here has its name. True even after its owner is deleted."""
        return not await self._database.read("SELECT 1 FROM tables WHERE id = ?", (record,))

    async def imported_bytes(self, person: str) -> int:
        """Return how much the records that this person brought along take."""
        rows = await self._database.read("SELECT sum(length(body)) FROM records WHERE owner = ?", (person,))
        return int(rows[0][0] or 0)

    async def imports_of(self, person: str, after: str, limit: int) -> list[RecordRow]:
        """Records that this person brought along, by id, behind `after`."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM records WHERE owner = ? AND id > ? ORDER BY id LIMIT ?", (person, after, limit)
        )
        return [RecordRow(*row) for row in rows]

    async def purge_imports(self, person: str | None) -> int:
        """Delete imported records, of one person or (None) of all; return how many."""
        its = "NOT EXISTS (SELECT 1 FROM log WHERE table_id = records.id)"
        params: tuple[str, ...] = ()
        if person is not None:
            its, params = f"{its} AND owner = ?", (person,)
        ((count,),) = await self._database.read(f"SELECT count(*) FROM records WHERE {its}", params)
        await self._database.write([Statement(f"DELETE FROM records WHERE {its}", params)])
        return int(count)

    async def page(self, after: str, limit: int) -> list[RecordRow]:
        """Return all records, by id, behind `after`."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM records WHERE id > ? ORDER BY id LIMIT ?", (after, limit)
        )
        return [RecordRow(*row) for row in rows]

    async def archive(self, after: tuple[int, str], limit: int) -> Sequence[RecordRow]:
        """Listed records in the order of their ends, behind (ended, id)."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM records WHERE listed = 1 AND status = 'finished'"
            " AND (ended > ? OR (ended = ? AND id > ?)) ORDER BY ended, id LIMIT ?",
            (after[0], after[0], after[1], limit),
        )
        return [RecordRow(*row) for row in rows]

    async def page_of(self, person: str, after: str, limit: int) -> list[RecordRow]:
        """Matches that this person played, by id, behind `after`."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM records JOIN seats ON table_id = id"
            " WHERE person = ? AND id > ? ORDER BY id LIMIT ?",
            (person, after, limit),
        )
        return [RecordRow(*row) for row in rows]

    async def of_person(self, person: str, before: int, limit: int) -> list[RecordRow]:
        """Matches that this person played, newest first; those of an event when it is over."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM records JOIN seats ON table_id = id"
            " WHERE person = ? AND ended < ? AND status <> 'sealed' ORDER BY ended DESC LIMIT ?",
            (person, before, limit),
        )
        return [RecordRow(*row) for row in rows]

    async def totals(self, person: str) -> list[Totals]:
        rows = await self._database.read(
            "SELECT edition, players, count(*), sum(rounds), sum(won), sum(contracts_made), sum(zero_tried),"
            " sum(zero_made), sum(points) FROM results WHERE person = ? GROUP BY edition, players"
            " ORDER BY edition, players",
            (person,),
        )
        return [Totals(str(row[0]), *map(int, row[1:])) for row in rows if all(map(_is_number, row[1:]))]


def _is_number(value: object) -> bool:
    """Return whether a sum is one: PostgreSQL's are decimals, and a damaged row's are anything."""
    return isinstance(value, int | float | Decimal) and -(1 << 53) < float(value) < 1 << 53

"""Tournaments and duplicate: contests, who takes part, and the tables of each round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nokosu.events.results import Played, TableResult, read_result
from nokosu.server.damage import DAMAGED, log_skipped
from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns, insert
from nokosu.table.public import NAMELESS
from nokosu.wire.contests import ContestSettings, ContestStatus
from nokosu.wire.struct import decoder, encode

_read_settings = decoder(ContestSettings)


@dataclass(frozen=True, slots=True)
class ContestRow:
    """A contest; `settings` are JSON, `due` is when the next thing happens by itself.

    `status` is open, playing, ending (its tables are ended, and it makes no more) or over.
    """

    id: str
    name: str
    host: str | None
    settings: str
    secret: str
    status: str
    round: int
    opened: int
    due: int | None
    created: int
    ended: int | None = None
    version: int = 0

    @property
    def rules(self) -> ContestSettings:
        """Return what is played, and how."""
        found: ContestSettings = _read_settings(self.settings)
        return found

    @property
    def shown_status(self) -> ContestStatus:
        """Return the status that people see: a contest that is ending is still played."""
        return "open" if self.status == "open" else "over" if self.status == "over" else "playing"

    def insert(self) -> Statement:
        return insert("contests", self)

    def changed(self, **fields: Any) -> Statement:  # noqa: ANN401  a value of any column
        """Return what changes these fields; a Conflict where somebody else has changed the contest meanwhile."""
        new = replace(self, **fields)
        sql = (
            "UPDATE contests SET status = ?, round = ?, opened = ?, due = ?, ended = ?, version = version + 1"
            " WHERE id = ? AND version = ?"
        )
        params = (new.status, new.round, new.opened, new.due, new.ended, self.id, self.version)
        return Statement(sql, params, must_change=True)


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """Somebody who takes part; `person` is None once they have deleted their data."""

    contest: str
    entrant: int
    person: str | None
    entered: int
    withdrawn: int | None = None

    def insert(self) -> Statement:
        return insert("contest_entrants", self)

    def withdrawn_at(self, at: int | None) -> Statement:
        """Return what withdraws them, or brings them back."""
        sql = "UPDATE contest_entrants SET withdrawn = ? WHERE contest = ? AND entrant = ?"
        return Statement(sql, (at, self.contest, self.entrant))


@dataclass(frozen=True, slots=True)
class ContestTableRow:
    """A table of a round; `seats` are numbers with commas between them, `champion` a bot that plays a person's seat."""

    table_id: str
    contest: str
    round: int
    number: int
    seats: str
    champion: str | None = None
    ended: int | None = None
    result: str | None = None

    def insert(self) -> Statement:
        return insert("contest_tables", self)

    @property
    def players(self) -> tuple[int, ...]:
        """Return who sits on each seat (nokosu.events.pairing.Table)."""
        return tuple(map(int, self.seats.split(",")))

    @property
    def played(self) -> Played | None:
        """Return how it went, where it was played to its end and that can be read."""
        if self.result is None:
            return None
        try:
            result = read_result(self.result)
        except DAMAGED as error:
            log_skipped("contest_tables", self.table_id, error)
            return None
        shape = {len(result.counts), *map(len, result.deals)}
        return Played(self.table_id, self.players, result) if shape == {len(self.players)} else None


def seats_text(players: tuple[int, ...]) -> str:
    """Return the players of a table as they are stored."""
    return ",".join(map(str, players))


def finished(table: str, at: int, result: TableResult | None) -> Statement:
    """Return what is written together with the last entry of a table's log."""
    text = None if result is None else encode(result).decode()
    sql = "UPDATE contest_tables SET ended = ?, result = ? WHERE table_id = ? AND ended IS NULL"
    return Statement(sql, (at, text, table))


def unsealed(contest: str, number: int) -> Statement:
    """Return what opens the records of a round."""
    of_round = "id IN (SELECT table_id FROM contest_tables WHERE contest = ? AND round = ?)"
    sql = f"UPDATE records SET status = 'finished' WHERE status = 'sealed' AND {of_round}"
    return Statement(sql, (contest, number))


def forgotten(person: str, name: str | None, at: int) -> list[Statement]:
    """Return what happens to the contests of a person who deletes their data: the others' results stay.

    Where somebody has put their own name into that of a contest, it goes there too.
    """
    gone = "UPDATE contest_entrants SET person = NULL, withdrawn = coalesce(withdrawn, ?) WHERE person = ?"
    hosted = "UPDATE contests SET host = NULL, name = replace(name, ?, ?) WHERE host = ?"
    return [Statement(gone, (at, person)), Statement(hosted, (name or NAMELESS, NAMELESS, person))]


class ContestStore(Part):
    """Remembers contests."""

    async def find(self, contest: str) -> ContestRow | None:
        rows = await self._database.read(f"SELECT {columns(ContestRow)} FROM contests WHERE id = ?", (contest,))
        return ContestRow(*rows[0]) if rows else None

    async def all(self) -> list[ContestRow]:
        """Return all contests, oldest first, for the operator."""
        sql = f"SELECT {columns(ContestRow)} FROM contests ORDER BY created, id"
        return [ContestRow(*row) for row in await self._database.read(sql)]

    async def entrants(self, contest: str) -> list[EntrantRow]:
        """Return everybody who takes part, or did, in the order of entering."""
        sql = f"SELECT {columns(EntrantRow)} FROM contest_entrants WHERE contest = ? ORDER BY entrant"
        return [EntrantRow(*row) for row in await self._database.read(sql, (contest,))]

    async def tables(self, contest: str) -> list[ContestTableRow]:
        """Return all tables, by round and number."""
        sql = f"SELECT {columns(ContestTableRow)} FROM contest_tables WHERE contest = ? ORDER BY round, number"
        return [ContestTableRow(*row) for row in await self._database.read(sql, (contest,))]

    async def unfinished(self, contest: str) -> int:
        """Return how many tables are still being played."""
        sql = "SELECT count(*) FROM contest_tables WHERE contest = ? AND ended IS NULL"
        return int((await self._database.read(sql, (contest,)))[0][0])

    async def due(self, now: int) -> list[str]:
        """Return the contests in which something is due."""
        sql = "SELECT id FROM contests WHERE status IN ('open', 'playing') AND due <= ? ORDER BY due, id"
        return [contest for (contest,) in await self._database.read(sql, (now,))]

    async def running(self) -> list[str]:
        """Return the contests in which something may be left undone: none where somebody plays, or nobody has begun."""
        tables = "SELECT 1 FROM contest_tables WHERE contest = contests.id"
        sql = (
            f"SELECT id FROM contests WHERE status = 'ending' OR (status = 'playing' AND EXISTS ({tables})"
            f" AND NOT EXISTS ({tables} AND ended IS NULL)) ORDER BY created, id"
        )
        return [contest for (contest,) in await self._database.read(sql)]

    async def of_person(self, person: str, limit: int = 1 << 31) -> list[ContestRow]:
        """Return the contests that a person hosts or takes part in, newest first."""
        sql = (
            f"SELECT {columns(ContestRow)} FROM contests WHERE host = ?"
            " OR id IN (SELECT contest FROM contest_entrants WHERE person = ?) ORDER BY created DESC, id LIMIT ?"
        )
        return [ContestRow(*row) for row in await self._database.read(sql, (person, person, limit))]

    async def people(self, contest: str) -> int:
        """Return how many people take part, or did."""
        sql = "SELECT count(*) FROM contest_entrants WHERE contest = ?"
        return int((await self._database.read(sql, (contest,)))[0][0])

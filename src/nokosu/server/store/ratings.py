"""Ratings: what follows from the records of rated matches and from who sat there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from nokosu.server.store.database import Part, Row, Statement
from nokosu.server.store.rows import columns, insert

COUNT: Final = "ratings"
"""The key that every change of the ratings counts up, so that of two at once one is made again."""
Place = tuple[int, str]
"""Where a match is in the order: its end, and its id."""
FIRST: Final[Place] = (-1, "")
_COUNTED: Final = "rated = 1 AND status IN ('finished', 'abandoned')"
_BEFORE: Final = (
    "FROM rated r JOIN seats s ON s.table_id = r.record AND s.seat = r.seat WHERE (r.ended, r.record) < (?, ?)"
)

_DELETED: Final = "EXISTS (SELECT 1 FROM people WHERE id = {} AND deleted IS NOT NULL)"


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a rated match, and the rating of its person after it; `person` is None once they are deleted."""

    record: str
    seat: int
    person: str | None
    players: int
    ended: int
    place: int
    matches: int
    mean: float
    deviation: float

    def insert(self) -> Statement:
        return insert("rated", self)


@dataclass(frozen=True, slots=True)
class PersonRating:
    """The newest rating of a person at one number of players; `low` is the lower end of its interval, in points."""

    person: str
    players: int
    ended: int
    matches: int
    mean: float
    deviation: float
    low: float

    def renew(self) -> list[Statement]:
        """Return what replaces an older rating by this one; a person who has been deleted has none."""
        one = "DELETE FROM ratings WHERE person = ?"
        return [
            Statement(f"{one} AND players = ?", (self.person, self.players)),
            insert("ratings", self),
            Statement(f"{one} AND {_DELETED.format('?')}", (self.person, self.person)),
        ]


class RatedRecord(NamedTuple):
    """The record of a rated match, and the people who sat there, by seat."""

    id: str
    ended: int
    body: str
    people: dict[int, str]


def forgotten(person: str) -> list[Statement]:
    """Return what happens to the ratings of a person who deletes their data: the others' stay as they are."""
    return [
        Statement("UPDATE rated SET person = NULL WHERE person = ?", (person,)),
        Statement("DELETE FROM ratings WHERE person = ?", (person,)),
    ]


class RatingStore(Part):
    """Remembers ratings, and finds the matches that they follow from."""

    async def unrated(self, since: int) -> Place | None:
        """Return the first rated match, of those that ended at or after a moment, that has not been counted."""
        sql = (
            f"SELECT ended, id FROM records WHERE {_COUNTED} AND ended >= ?"
            " AND NOT EXISTS (SELECT 1 FROM rated WHERE record = records.id) ORDER BY ended, id LIMIT 1"
        )
        rows = await self._database.read(sql, (since,))
        return (int(rows[0][0]), str(rows[0][1])) if rows else None

    async def matches(self, after: Place, limit: int) -> list[RatedRecord]:
        """Return rated matches in their order, behind `after`."""
        sql = (
            f"SELECT id, ended, body FROM records WHERE {_COUNTED} AND (ended, id) > (?, ?) ORDER BY ended, id LIMIT ?"
        )
        rows = await self._database.read(sql, (*after, limit))
        found = [RatedRecord(record, ended, body, {}) for record, ended, body in rows]
        by_id = {each.id: each for each in found}
        if found:
            seats = f"SELECT table_id, seat, person FROM seats WHERE table_id IN ({_marks(by_id)})"
            for table, seat, person in await self._database.read(seats, tuple(by_id)):
                by_id[table].people[seat] = person
        return found

    async def standing_before(self, person: str, players: int, place: Place) -> tuple[float, float, int] | None:
        """Return somebody's mean, deviation and number of matches before a match; deleted people keep theirs."""
        sql = (
            f"SELECT r.mean, r.deviation, r.matches {_BEFORE} AND s.person = ? AND r.players = ?"
            " ORDER BY r.ended DESC, r.record DESC LIMIT 1"
        )
        rows = await self._database.read(sql, (*place, person, players))
        return (float(rows[0][0]), float(rows[0][1]), int(rows[0][2])) if rows else None

    async def played_before(self, people: Collection[str], since: int, place: Place) -> list[tuple[str, int, str]]:
        """Return who of these people played which match since a moment, and when it ended, before a match."""
        sql = f"SELECT r.record, r.ended, s.person {_BEFORE} AND r.ended >= ? AND s.person IN ({_marks(people)})"
        return [(row[0], row[1], row[2]) for row in await self._database.read(sql, (*place, since, *people))]

    async def replace(
        self, count: str, place: Place, seats: Sequence[RatedSeat], newest: Sequence[PersonRating], *, whole: bool
    ) -> None:
        """Write the ratings from a match on, or all of them. Raises Conflict if somebody else has changed them."""
        behind, nameless = "(ended, record) >= (?, ?)", _DELETED.format("rated.person")
        await self._database.write(
            [
                Statement(
                    "UPDATE keys SET value = ? WHERE name = ? AND value = ?", (str(int(count) + 1), COUNT, count), True
                ),
                *([Statement("DELETE FROM ratings")] if whole else []),
                Statement(f"DELETE FROM rated WHERE {behind}", place),
                *(seat.insert() for seat in seats),
                *(statement for each in newest for statement in each.renew()),
                Statement(f"UPDATE rated SET person = NULL WHERE {behind} AND {nameless}", place),
            ]
        )

    async def of_person(self, person: str) -> list[PersonRating]:
        """Return a person's ratings, by number of players."""
        sql = f"SELECT {columns(PersonRating)} FROM ratings WHERE person = ? ORDER BY players"
        return [PersonRating(*row) for row in await self._database.read(sql, (person,))]

    async def history(self, person: str, players: int, limit: int) -> list[RatedSeat]:
        """Return a person's newest rated matches, oldest first."""
        sql = (
            f"SELECT {columns(RatedSeat)} FROM rated WHERE person = ? AND players = ?"
            " ORDER BY ended DESC, record DESC LIMIT ?"
        )
        return [RatedSeat(*row) for row in reversed(await self._database.read(sql, (person, players, limit)))]

    async def best(self, players: int, deviation: float, limit: int) -> list[PersonRating]:
        """Return those with the highest lower ends, of the people whose deviation is small."""
        sql = (
            f"SELECT {columns(PersonRating)} FROM ratings WHERE players = ? AND deviation <= ?"
            " ORDER BY low DESC, person LIMIT ?"
        )
        return [PersonRating(*row) for row in await self._database.read(sql, (players, deviation, limit))]

    async def all(self) -> list[PersonRating]:
        """Return all ratings, for the operator: by number of players, the highest first."""
        sql = f"SELECT {columns(PersonRating)} FROM ratings ORDER BY players, low DESC, person"
        return [PersonRating(*row) for row in await self._database.read(sql)]

    async def everything(self) -> list[Row]:
        """Return every stored row, in one order, to compare."""
        rated = f"SELECT {columns(RatedSeat)} FROM rated ORDER BY record, seat"
        ratings = f"SELECT {columns(PersonRating)} FROM ratings ORDER BY person, players"
        return [*await self._database.read(rated), *await self._database.read(ratings)]


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))

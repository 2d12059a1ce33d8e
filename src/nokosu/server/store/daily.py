"""Attempts at the deals of the days, and what was counted of the days that are over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns, insert
from nokosu.table.daily import PlayedLine
from nokosu.wire.daily import DailyLine

SEPARATOR: Final = ","
"""Between actions, which are notation."""
_WON: Final = "x"
_WEEKS: Final = 28
"""A day that could not be counted for so many days is given up."""
CHAIN: Final = "daily"
"""The key with the first day of the chain and its last secret."""
RESTORED: Final = "daily restored"
"""The key with the day on which a backup was restored: people whose attempts were lost with it know that day's deal."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody's attempt; `person` is None once they have deleted their data. Without points it is not finished."""

    table_id: str
    day: int
    ranked: bool
    person: str | None
    began: int
    points: int | None = None
    tricks: int | None = None
    target: int | None = None
    made: bool | None = None
    won: str | None = None
    own: str | None = None
    actions: str | None = None

    def insert(self) -> Statement:
        return insert("daily", self)

    @property
    def line(self) -> DailyLine | None:
        """Return the figures, where it is finished."""
        if self.points is None or self.tricks is None or self.target is None or self.own is None or self.won is None:
            return None
        return DailyLine(
            points=self.points,
            tricks=self.tricks,
            target=self.target,
            made=bool(self.made),
            won=[each == _WON for each in self.won],
            first=self.own.split(SEPARATOR)[0],
        )


class Played(NamedTuple):
    """A day that a person has played to its end."""

    day: int
    ranked: bool
    points: int


@dataclass(frozen=True, slots=True)
class CountedDay:
    """A day that is over; `champion` names the table at which the champion played it, `summary` is JSON."""

    day: int
    secret: str
    champion: str | None
    summary: str

    def insert(self) -> Statement:
        return insert("daily_days", self)


_ATTEMPT = columns(Attempt)


def finished(table: str, line: PlayedLine) -> Statement:
    """Return what is written together with the last move of an attempt."""
    figures = line.figures
    sql = (
        "UPDATE daily SET points = ?, tricks = ?, target = ?, made = ?, won = ?, own = ?, actions = ?"
        " WHERE table_id = ? AND points IS NULL"
    )
    won = "".join(_WON if won else "-" for won in figures.won)
    texts = won, SEPARATOR.join(line.own), SEPARATOR.join(line.actions)
    return Statement(sql, (figures.points, figures.tricks, figures.target, int(figures.made), *texts, table))


def unsealed(day: int) -> list[Statement]:
    """Return what opens the records of a day that is over."""
    of_day = "id IN (SELECT table_id FROM daily WHERE day = ?)"
    return [Statement(f"UPDATE records SET status = 'finished' WHERE status = 'sealed' AND {of_day}", (day,))]


def forgotten(person: str) -> Statement:
    """Return what happens to the attempts of a person who deletes their data: the others' places stay."""
    return Statement("UPDATE daily SET person = NULL WHERE person = ?", (person,))


class DailyStore(Part):
    """Remembers who played what."""

    async def attempt(self, person: str, day: int, *, ranked: bool) -> Attempt | None:
        """Return a person's attempt at a day's deal."""
        sql = f"SELECT {_ATTEMPT} FROM daily WHERE day = ? AND ranked = ? AND person = ?"
        rows = await self._database.read(sql, (day, int(ranked), person))
        return Attempt(*rows[0]) if rows else None

    async def played(self, person: str, since: int) -> list[Played]:
        """Return the days that a person has played since a day, oldest first: of two attempts the ranked one."""
        sql = (
            "SELECT day, ranked, points FROM daily WHERE person = ? AND day >= ? AND points IS NOT NULL ORDER BY ranked"
        )
        rows = await self._database.read(sql, (person, since))
        by_day = {
            day: Played(day, bool(ranked), points)
            for day, ranked, points in rows
            if isinstance(day, int) and isinstance(points, int)  # a damaged row
        }
        return [by_day[day] for day in sorted(by_day)]

    async def of_person(self, person: str) -> list[Attempt]:
        """Return all attempts of a person, oldest first."""
        sql = f"SELECT {_ATTEMPT} FROM daily WHERE person = ? ORDER BY day, ranked"
        return [Attempt(*row) for row in await self._database.read(sql, (person,))]

    async def page(self, day: int, after: tuple[int, str], limit: int) -> list[Attempt]:
        """Return results of a day, by points and table, behind `after`."""
        sql = (
            f"SELECT {_ATTEMPT} FROM daily WHERE day = ? AND ranked = 1 AND (points, table_id) > (?, ?)"
            " ORDER BY points, table_id LIMIT ?"
        )
        return [Attempt(*row) for row in await self._database.read(sql, (day, *after, limit))]

    async def best(self, day: int, limit: int) -> list[Attempt]:
        """Return the best results of a day; of equal ones, those that began first."""
        sql = (
            f"SELECT {_ATTEMPT} FROM daily WHERE day = ? AND ranked = 1 AND points IS NOT NULL"
            " ORDER BY points DESC, began, table_id LIMIT ?"
        )
        return [Attempt(*row) for row in await self._database.read(sql, (day, limit))]

    async def unfinished(self, day: int) -> list[str]:
        """Return the tables of ranked attempts that are still being played."""
        sql = (
            "SELECT table_id FROM daily JOIN tables ON id = table_id"
            " WHERE day = ? AND ranked = 1 AND status IN ('playing', 'paused')"
        )
        return [table for (table,) in await self._database.read(sql, (day,))]

    async def uncounted(self, before: int) -> list[int]:
        """Return the days of the last weeks before a day that people have played and that are not counted yet."""
        sql = (
            "SELECT DISTINCT day FROM daily WHERE ranked = 1 AND day >= ? AND day < ?"
            " AND day NOT IN (SELECT day FROM daily_days) ORDER BY day"
        )
        return [day for (day,) in await self._database.read(sql, (before - _WEEKS, before))]

    async def was_played(self, day: int) -> bool:
        """Return whether somebody has begun a day's ranked deal."""
        return bool(await self._database.read("SELECT 1 FROM daily WHERE day = ? AND ranked = 1 LIMIT 1", (day,)))

    async def counted(self, day: int) -> CountedDay | None:
        """Return a day that is over and counted."""
        rows = await self._database.read(f"SELECT {columns(CountedDay)} FROM daily_days WHERE day = ?", (day,))
        return CountedDay(*rows[0]) if rows else None

    async def all(self) -> list[Attempt]:
        """Return all attempts, for the operator."""
        return [Attempt(*row) for row in await self._database.read(f"SELECT {_ATTEMPT} FROM daily ORDER BY table_id")]

    async def all_counted(self) -> list[CountedDay]:
        """Return all days that are counted, for the operator."""
        sql = f"SELECT {columns(CountedDay)} FROM daily_days ORDER BY day"
        return [CountedDay(*row) for row in await self._database.read(sql)]

    async def latest(self) -> int | None:
        """Return the newest day that is counted."""
        ((day,),) = await self._database.read("SELECT max(day) FROM daily_days")
        return day if isinstance(day, int) else None

"""Rated matches in their order, each changing the ratings of those who played it. Pure.

The order is that of the ends of the matches, then of their ids. Equal matches in this order give equal ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from nokosu.server.ratings.glicko import START, Rating, rated
from nokosu.table.days import day_at


class RatedMatch(NamedTuple):
    """What a rated match says: who took which place, and how much of a usual match it was."""

    record: str
    ended: int
    people: tuple[str, ...]
    places: tuple[int, ...]
    share: float

    @property
    def players(self) -> int:
        return len(self.people)

    @property
    def order(self) -> tuple[int, str]:
        return self.ended, self.record


class Standing(NamedTuple):
    """A rating, and after how many matches."""

    rating: Rating = START
    matches: int = 0


class Meeting(NamedTuple):
    """Two people on one day, in the order of their ids."""

    day: int
    one: str
    other: str


@dataclass(slots=True)
class Ladder:
    """Everybody's standing by number of players, and who has met whom today."""

    standings: dict[tuple[str, int], Standing] = field(default_factory=dict)
    met: Counter[Meeting] = field(default_factory=Counter)

    def add(self, match: RatedMatch) -> list[Standing]:
        """Rate a match; return the standings after it, by seat.

        The second match of two people on one day counts half between them, the third a third: a day with the same
        people says as much as a few matches.
        """
        day, people = day_at(match.ended), match.people
        before = [self.standings.get((person, match.players), Standing()) for person in people]

        def weight(one: int, other: int) -> float:
            return match.share / (1 + self.met[meeting(day, people[one], people[other])])

        after = rated([each.rating for each in before], match.places, weight)
        standings = [Standing(rating, each.matches + 1) for rating, each in zip(after, before, strict=True)]
        self.standings.update({(person, match.players): each for person, each in zip(people, standings, strict=True)})
        self.meet(day, people)
        return standings

    def meet(self, day: int, people: Iterable[str]) -> None:
        """Count that these people have played on a day."""
        self.met.update(meeting(day, one, other) for one, other in combinations(people, 2))


def meeting(day: int, one: str, other: str) -> Meeting:
    """Return the meeting of two people, whichever is named first."""
    return Meeting(day, min(one, other), max(one, other))

"""Ratings: how people do at rated tables against each other, one figure per number of players."""

from __future__ import annotations

from nokosu.wire.base import Message, Moment, TableId
from nokosu.wire.lobby import FaceName


class RatedResult(Message, frozen=True, kw_only=True):
    """A rated match that one has played, and the rating after it."""

    table: TableId
    ended: Moment
    place: int
    """From 1; equal points share a place."""
    rating: int
    low: int
    high: int


class OwnRating(Message, frozen=True, kw_only=True):
    """One's rating at one number of players. The true figure lies between `low` and `high` 95 times of 100."""

    players: int
    rating: int
    low: int
    high: int
    settled: bool
    """Whether the interval is small; until then the figure is a guess."""
    matches: int
    results: list[RatedResult]
    """The newest ones, oldest first."""


class OwnRatings(Message, frozen=True, kw_only=True):
    """GET /api/me/ratings: by number of players; those of which one has played no rated match are not there."""

    ratings: list[OwnRating]


class RankedPerson(Message, frozen=True, kw_only=True):
    """A person on a leaderboard."""

    place: int
    name: str
    face: FaceName | None = None
    rating: int
    low: int
    high: int
    matches: int
    mine: bool = False


class Leaderboard(Message, frozen=True, kw_only=True):
    """The best at one number of players, by the lower end of the interval; nobody whose interval is still large."""

    players: int
    people: list[RankedPerson]


class Leaderboards(Message, frozen=True, kw_only=True):
    """GET /api/ratings: one for each number of players."""

    boards: list[Leaderboard]

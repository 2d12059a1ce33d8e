"""The deal of the day: what waits today, and how everybody played a day that is over."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.wire.base import ActionText, Day, Message, Moment, Seat, TableId
from nokosu.wire.lobby import BotName, FaceName
from nokosu.wire.struct import Meta

Secret = Annotated[str, Meta(description="32 bytes in hexadecimal.")]


class DailyLine(Message, frozen=True, kw_only=True):
    """How a deal was played, in figures."""

    points: int
    tricks: int
    target: int
    """0 for zero."""
    made: bool
    won: list[bool]
    """Which tricks were won, in their order."""
    first: ActionText
    """The first decision: which die was taken."""


class PlayedDay(Message, frozen=True, kw_only=True):
    """A day on one's own calendar."""

    day: Day
    points: int
    ranked: bool


class Daily(Message, frozen=True, kw_only=True):
    """GET /api/daily: today's deal, and how far one is with it.

    People with a passkey play the ranked deal, once. Guests play another one, for practice.
    """

    day: Day
    number: int
    """How many days this server has dealt, this one included."""
    closes: Moment
    seat: Seat
    opponents: list[BotName]
    ranked: bool
    """Whether POST /api/daily leads to the ranked deal."""
    commitment: Secret
    """To the secret of today's ranked deal; it is the secret of the day before (docs/fairness.md)."""
    status: Literal["new", "playing", "finished"]
    table: TableId | None = None
    """One's own table, once there is one."""
    mine: DailyLine | None = None
    streak: int = 0
    """Days in a row that one has played, up to today or yesterday."""
    played: list[PlayedDay] = []
    """The last weeks."""
    latest: Day | None = None
    """The newest day whose results are open."""


class PointsCount(Message, frozen=True, kw_only=True):
    """How many people had so many points."""

    points: int
    people: int


class ChoiceCount(Message, frozen=True, kw_only=True):
    """How many people began with this die, and how many of them made their target."""

    action: ActionText
    people: int
    made: int


class TargetCount(Message, frozen=True, kw_only=True):
    """How many people went for a target, and how many of them made it."""

    target: int
    people: int
    made: int


class PartingOption(Message, frozen=True, kw_only=True):
    """What some people did at a parting, and how many points they had in the end, on average."""

    action: ActionText
    people: int
    mean_points: float
    mine: bool = False
    champion: bool = False


class Parting(Message, frozen=True, kw_only=True):
    """A decision at which people who had played alike until then did different things."""

    decision: int
    """Which of their own decisions it was, counted from 0."""
    options: list[PartingOption]


class ChampionLine(Message, frozen=True, kw_only=True):
    """How the strongest bot here plays the same seat against the same opponents."""

    bot: BotName
    line: DailyLine
    table: TableId | None = None
    """To be replayed; null on a device."""


class BoardRow(Message, frozen=True, kw_only=True):
    """A person on the board; equal points share a place."""

    place: int
    name: str
    face: FaceName | None = None
    points: int
    mine: bool = False


class DailyResult(Message, frozen=True, kw_only=True):
    """GET /api/daily/{day}: one's own line; everything else when the day is over and has been counted."""

    day: Day
    number: int
    closes: Moment
    state: Literal["open", "counting", "closed"]
    seat: Seat
    opponents: list[BotName]
    ranked: bool = False
    """Whether one's own line counts; otherwise it was for practice, with another deal."""
    mine: DailyLine | None = None
    table: TableId | None = None
    place: int | None = None
    people: int = 0
    points: list[PointsCount] = []
    firsts: list[ChoiceCount] = []
    targets: list[TargetCount] = []
    partings: list[Parting] = []
    champion: ChampionLine | None = None
    board: list[BoardRow] = []
    commitment: Secret
    secret: Secret | None = None
    streak: int = 0
    played: list[PlayedDay] = []

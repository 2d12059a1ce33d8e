"""Contests: tournaments, and duplicate, in which several tables play the same deals and seats are compared with seats.

A contest has rounds. In each, everybody plays one table, which plays some deals: rounds of the game, one after the
other. Rounds, tables, deals, seats and entrants are counted from 0.

| `kind` | `form` | who meets whom |
|---|---|---|
| tournament | round-robin | people meet as many others as possible |
| tournament | swiss | people meet others near them in the standings |
| duplicate | together | friends at several tables at the same time; bots take the seats that are left over |
| duplicate | days | each person plays alone against bots, when they like, until `closes` |
| duplicate | champion | the host plays alone against bots; then the strongest bot plays each of their seats |

A result counts for a person who made at least half of their moves at that table. A bot makes the moves of people who do
not: they have run out of time, are away, have left or never came.
"""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.editions import DEFAULT
from nokosu.wire.base import ContestId, Message, Moment, PersonName, Seat, TableId
from nokosu.wire.daily import DailyLine, Secret
from nokosu.wire.lobby import BotName, FaceName, Pace, TableRef
from nokosu.wire.struct import Meta

ContestKind = Literal["tournament", "duplicate"]
ContestForm = Literal["round-robin", "swiss", "together", "days", "champion"]
ContestScoring = Literal["places", "matchpoints", "mean"]
ContestStatus = Literal["open", "playing", "over"]
ContestName = Annotated[str, Meta(min_length=1, max_length=60)]
Permission = Literal["enter", "withdraw", "start", "next", "close", "end", "play"]


class ContestSettings(Message, frozen=True, kw_only=True):
    """What a contest plays and how. Fixed once it is created."""

    kind: ContestKind
    form: ContestForm
    edition: Annotated[str, Meta(max_length=32)] = DEFAULT
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    """At each table. Without the same deals some tables have one more or one less, so that nobody plays with bots."""
    rounds: Annotated[int, Meta(ge=1, le=12)] = 3
    """How many tables everybody plays at."""
    deals: Annotated[int, Meta(ge=1, le=20)] = 4
    """How many deals each table plays. Against the champion at most 24 over all rounds."""
    same_deals: bool = False
    """Whether all tables of a round play the same deals. Always true in duplicate."""
    scoring: ContestScoring = "places"
    """How results become a score.

    places: a table's winner gets 12 points, the last 0, those between them equal steps; equal points share.
    matchpoints: of everyone who held the same seat of the same deal, 2 for each with fewer points, 1 for each with
    equal points. mean: the points above the mean of everyone who held the same seat of the same deal. places is for
    tournaments; the others are for the same deals.
    """
    pace: Pace | None = None
    """One of the clocks of rated tables, or days for a move; null for 5 minutes and 10 seconds a move.

    No clock runs where people play alone (days, champion).
    """
    break_s: Annotated[int, Meta(ge=0, le=86_400)] = 60
    """From the end of a round's last table to the start of the next round."""
    starts: Moment | None = None
    """When the first round starts by itself; null: the host starts it."""
    closes: Moment | None = None
    """days: until when it can be played; needed there, and nowhere else."""


class CreateContest(Message, frozen=True, kw_only=True):
    """POST /api/contests. The link to the contest is the invitation."""

    name: ContestName
    settings: ContestSettings
    enter: bool = True
    """Whether the host takes part; in champion always."""


class Withdraw(Message, frozen=True, kw_only=True):
    """POST /api/contests/{contest}/withdraw: a bot plays on at the table of this round, and nobody plays the next."""

    entrant: Annotated[int, Meta(ge=0)] | None = None
    """null: oneself. The host may name others, such as people who do not come."""


class ContestPlace(Message, frozen=True, kw_only=True):
    """An entrant in the standings, best first; before results are open, in the order of entering."""

    entrant: int
    name: PersonName
    face: FaceName | None = None
    mine: bool = False
    withdrawn: bool = False
    place: int | None = None
    """From 1; equal ones share a place. null until results are open."""
    score: float | None = None
    """By the contest's scoring, over all open rounds and the open tables of this round. null until then."""
    points: int = 0
    """Points in the game over all open rounds: more are better where scores are equal."""
    wins: int = 0
    """Tables won, or shared: more are better where scores and points are equal."""
    played: int = 0
    """Tables finished, open or not."""
    rounds: list[float | None] = []
    """The score of each open round; null where nothing counted."""


class ContestSeat(Message, frozen=True, kw_only=True):
    """A seat at a table of a contest: an entrant or a bot."""

    entrant: int | None = None
    name: PersonName
    """A bot's own name, where it is one."""
    bot: BotName | None = None


class ContestTable(Message, frozen=True, kw_only=True):
    """A table of the newest round."""

    number: int
    seats: list[ContestSeat]
    finished: bool
    points: list[int] | None = None
    """Of each seat, once they are open: the same deals when the round is over, others when the table is."""
    table: TableId | None = None
    """To be played if it is one's own, or replayed once it is open."""


class Contest(Message, frozen=True, kw_only=True):
    """GET /api/contests/{contest}: everything that its page and a projector show. Ask again for news."""

    contest: ContestId
    name: str
    settings: ContestSettings
    status: ContestStatus
    host: PersonName | None = None
    """null if the host has deleted their data."""
    may: list[Permission]
    """What the caller may do now.

    start: begin the first round. next: begin the next round without waiting for it. close: let nobody enter any more
    (days). Each of these three is POST …/start.
    """
    me: int | None = None
    """One's own number as an entrant."""
    table: TableRef | None = None
    """One's own table, while it is being played."""
    round: int = 0
    """How many rounds have begun. 0 in days and champion while nothing is open."""
    opened: int = 0
    """The results of so many rounds are open: see /rounds/{round}."""
    standings: list[ContestPlace]
    tables: list[ContestTable]
    """Of the newest round; none in days and champion until they are over."""
    next: Moment | None = None
    """When the next thing happens by itself: the first round, the next one, or the end of days."""
    champion: BotName | None = None
    """champion, once it is over: the bot that played each of the host's seats. Its score is `champion_score`."""
    champion_score: float | None = None
    champion_points: int | None = None
    commitment: Secret
    """To the secret from which all deals of the contest follow (docs/fairness.md)."""
    secret: Secret | None = None
    """Once it is over."""
    created: Moment
    ended: Moment | None = None


class ContestSummary(Message, frozen=True, kw_only=True):
    """A contest in a list."""

    contest: ContestId
    name: str
    kind: ContestKind
    form: ContestForm
    status: ContestStatus
    hosting: bool
    round: int
    rounds: int
    people: int
    created: Moment


class MyContests(Message, frozen=True, kw_only=True):
    """GET /api/me/contests: those that one hosts or takes part in, newest first."""

    contests: list[ContestSummary]


class ComparedLine(Message, frozen=True, kw_only=True):
    """How somebody played a hand that others had too."""

    entrant: int | None = None
    name: PersonName
    bot: BotName | None = None
    champion: bool = False
    mine: bool = False
    counts: bool
    """Whether it counts for its entrant. Of bots false, but they are compared with."""
    line: DailyLine
    matchpoints: int
    over_mean: float
    """Points above the mean of this seat."""
    table: TableId
    """To be replayed; its rounds are the deals of this round, in their order."""


class ComparedSeat(Message, frozen=True, kw_only=True):
    """Everybody who held the same seat of the same deal, the most points first."""

    seat: Seat
    mean: float
    lines: list[ComparedLine]


class ComparedDeal(Message, frozen=True, kw_only=True):
    """A deal, seat by seat; seats at which nobody but bots sat are left out."""

    deal: int
    """In the round; the first has number `round` times `deals` in the contest."""
    seats: list[ComparedSeat]


class ComparedRound(Message, frozen=True, kw_only=True):
    """GET /api/contests/{contest}/rounds/{round}: deal by deal, who did what with the same hand."""

    contest: ContestId
    round: int
    deals: list[ComparedDeal]

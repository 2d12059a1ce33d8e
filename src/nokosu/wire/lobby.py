"""Creating and finding tables: the choices, the settings and the open tables."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.editions import DEFAULT
from nokosu.wire.base import END, ContestId, Day, Message, Millis, Moment, Nonce, Seat, TableCode, TableId
from nokosu.wire.house import HouseRules, HouseText
from nokosu.wire.struct import Meta
from nokosu.wire.views import ColourLetter

BotName = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,30}" + END, description="A bot that this server offers.")]
LevelName = Annotated[
    str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,30}" + END, description="A level that this server offers.")
]
FaceName = Annotated[str, Meta(pattern="^[a-z]{2,12}" + END, description="One of the faces that are drawn for people.")]
PaceKind = Literal["live", "relaxed", "days"]
OnTimeout = Literal["bot", "wait"]
BotPace = Literal["relaxed", "normal", "fast", "instant"]
AssistKind = Literal["undo", "hint", "position"]
TableStatus = Literal["open", "playing", "paused", "finished", "abandoned"]
SeatKind = Literal["open", "person", "bot"]


class Pace(Message, frozen=True, kw_only=True):
    """How fast a table plays.

    live: each seat has a time bank, and an increment for every move. relaxed: no clock. days: hours per move.
    """

    kind: PaceKind = "relaxed"
    bank_ms: Annotated[int, Meta(ge=10_000, le=7_200_000)] = 300_000
    increment_ms: Annotated[int, Meta(ge=0, le=600_000)] = 10_000
    hours_a_move: Annotated[int, Meta(ge=1, le=336)] = 72
    on_timeout: OnTimeout = "bot"
    """bot: a bot makes the move of a player out of time. wait: nothing happens; the others may end the match."""
    missed_moves: Annotated[int, Meta(ge=1, le=10)] = 3
    """bot: after so many missed moves in a row the bot keeps the seat until its person returns."""
    grace_ms: Annotated[int, Meta(ge=5_000, le=3_600_000)] = 60_000
    """How long a player to act may be absent before a bot plays for them: with clocks, and at public tables.

    A private table without clocks waits; after five minutes the others may hand the seat to a bot.
    """


class TableSettings(Message, frozen=True, kw_only=True):
    """What a table plays and how. Fixed once its first card is dealt."""

    edition: Annotated[str, Meta(max_length=32)] = DEFAULT
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    """M6: null for the edition's own number."""
    removed_colour: ColourLetter | None = None
    """M7: where the edition leaves it; null for its default."""
    pace: Pace = Pace()
    public: bool = False
    """Listed in the lobby; otherwise by link or code alone."""
    spectators: bool = True
    substitutes: bool = False
    """A person with the link may sit down in place of a player who has left, and sees that player's hand."""
    take_backs: bool = True
    hints: bool = False
    coach: bool = False
    """One person against bots: a coach speaks up before decisions and after slips; the match does not count."""
    last_trick_only: bool = False
    """H2: people are shown the last trick and none before it, in views and entries; bots and records have them all."""
    start_when_full: bool = True
    """Otherwise the host starts."""
    wait_between_rounds: bool = False
    """One person against bots: the bots start the next round when that person sends Continue."""
    house: HouseRules | None = None
    """The numbers of house rules, as the server read them; forms leave it out and send the file's text beside."""
    rated: bool = False
    """The places count (docs/ratings.md): people with a passkey alone, one of three time controls, and no help."""


class EventRef(Message, frozen=True, kw_only=True):
    """The event that a table belongs to.

    daily: the deal of the day, the same for everyone who takes part. duplicate, tournament: a round of a contest
    (wire/contests.py). No hints, no take-backs, no spectators and no rematch. A ranked daily and a contest's table with
    one person cannot be left; at a contest's other tables a bot plays on for people who leave.
    """

    kind: Literal["daily", "duplicate", "tournament"] = "daily"
    day: Day | None = None
    """Of a daily."""
    ranked: bool
    """Whether the result counts."""
    same_deal: bool = True
    """Whether others play the same deal. Where it counts, it stays sealed until they have."""
    closes: Moment | None = None
    """Where it is ranked: nothing can be played from this moment on. null: the clocks end it."""
    contest: ContestId | None = None
    round: int | None = None
    """Of the contest, counted from 0."""
    deal: int | None = None
    """The number of the table's first deal in the contest, counted from 0; its rounds are the next ones."""


class Reservation(Message, frozen=True, kw_only=True):
    """POST /api/reserve: a name for a new table, and the commitment to its secret.

    A client that reserves a name before it sends its nonce knows that the secret was not chosen to suit the nonce.
    """

    table: TableId
    commitment: str


class SeatWish(Message, frozen=True, kw_only=True):
    """The player for a seat: me, anyone who joins, or a bot."""

    kind: Literal["me", "open", "bot"]
    bot: BotName | None = None


class CreateTable(Message, frozen=True, kw_only=True):
    """POST /api/tables. `seats` has one entry per seat, exactly one of them me."""

    settings: TableSettings = TableSettings()
    seats: Annotated[list[SeatWish], Meta(min_length=3, max_length=5)]
    table: TableId | None = None
    """From a reservation; null: the server reserves one now."""
    nonce: Nonce | None = None
    house: HouseText | None = None
    """A file of house rules; its edition then counts instead of the settings'."""


class PlayNow(Message, frozen=True, kw_only=True):
    """POST /api/play: a table against bots, started at once."""

    edition: Annotated[str, Meta(max_length=30)] = DEFAULT
    players: Annotated[int, Meta(ge=3, le=5)] = 4
    rounds: Annotated[int, Meta(ge=1, le=20)] | None = None
    level: LevelName | None = None
    """Decides which bots sit down (see Offer). null: `bot` on every seat."""
    bot: BotName | None = None
    """null for the server's usual one."""
    bots: Annotated[list[BotName], Meta(min_length=2, max_length=4)] | None = None
    """Who sits down, one by one; counts instead of `level` and `bot`."""
    hints: bool = True
    coach: bool = False
    wait_between_rounds: bool = False
    """The bots start the next round when you send Continue."""
    table: TableId | None = None
    """From a reservation; null: the server reserves one now."""
    nonce: Nonce | None = None
    house: HouseText | None = None
    """A file of house rules; its edition then counts."""


class JoinTable(Message, frozen=True, kw_only=True):
    """POST /api/tables/{table}/join: sit down, on the first open seat unless one is named."""

    seat: Seat | None = None
    nonce: Nonce | None = None
    rated: bool = False
    """See Sit."""


class TableRef(Message, frozen=True, kw_only=True):
    """Where a table is found, and which seat is one's own there (null: none)."""

    table: TableId
    code: TableCode
    seat: Seat | None = None


class SeatSummary(Message, frozen=True, kw_only=True):
    """A chair as the lobby shows it."""

    kind: SeatKind
    name: str | None = None
    bot: BotName | None = None
    face: FaceName | None = None
    """Chosen by the person."""


class TableSummary(Message, frozen=True, kw_only=True):
    """A table as a list shows it."""

    table: TableId
    code: TableCode
    settings: TableSettings
    status: TableStatus
    seats: list[SeatSummary]
    created: Moment
    seat: Seat | None = None
    """One's own seat there."""
    your_turn: bool = False
    move_due: Moment | None = None
    round: int | None = None
    """The round that is played, counted from 0; null before the start."""
    rounds: int


class Lobby(Message, frozen=True, kw_only=True):
    """GET /api/lobby: public tables, newest first: those with open seats, then those that can be watched."""

    tables: list[TableSummary]


class MyTables(Message, frozen=True, kw_only=True):
    """GET /api/me/tables: those that wait for me first."""

    tables: list[TableSummary]


class EditionPlayers(Message, frozen=True, kw_only=True):
    """One number of players of an edition."""

    players: int
    rounds: int
    removed_colour_free: bool


class EditionOffer(Message, frozen=True, kw_only=True):
    """An edition and what may be chosen in it."""

    name: str
    players: list[EditionPlayers]


class BotOffer(Message, frozen=True, kw_only=True):
    """A bot that the operator allows, weakest first."""

    name: BotName


class LevelOffer(Message, frozen=True, kw_only=True):
    """A level of play, easiest first, and who sits down at a table of it: one bot for each other seat."""

    name: LevelName
    bots: list[BotName]


class Offer(Message, frozen=True, kw_only=True):
    """GET /api/offer: everything that a form for a new table, and a client at its start, has to know."""

    version: str
    editions: list[EditionOffer]
    default_edition: str
    bots: list[BotOffer]
    default_bot: BotName
    levels: list[LevelOffer]
    default_level: LevelName
    reactions: list[str]
    languages: list[str]
    passkeys: bool
    """Whether passkeys can work here: they need TLS or this machine's own name."""
    push_key: str | None = None
    """The server's public VAPID key, where Web Push is configured."""
    bot_delay_ms: Millis
    """How long a bot's or an automatic move takes to appear, whatever the hand."""
    lan_address: str | None = None
    """Where others in the local network find this server (`nokosu serve --lan`), such as http://192.168.1.20:8000/."""

"""What everybody at a table may know in addition to the view: seats, clocks, questions, fairness."""

from __future__ import annotations

from typing import Literal

from nokosu.wire.base import Message, Millis, Moment, Nonce, PersonName, Seat, Seq, TableCode, TableId
from nokosu.wire.lobby import (
    AssistKind,
    BotName,
    BotPace,
    EventRef,
    FaceName,
    SeatKind,
    TableSettings,
    TableStatus,
)


class StandIn(Message, frozen=True, kw_only=True):
    """A bot that plays for a seat's person until they come back; or instead of a bot that failed."""

    bot: BotName
    why: Literal["away", "timeout", "host", "left", "failed"]
    once: bool = False
    """For one missed move; then its person is asked again."""


class SeatInfo(Message, frozen=True, kw_only=True):
    """The player in this seat."""

    kind: SeatKind
    name: PersonName | None = None
    bot: BotName | None = None
    face: FaceName | None = None
    """Chosen by the person."""
    stand_in: StandIn | None = None
    nonce: Nonce | None = None
    """This seat's share of the randomness, given when it sat down."""


class Presence(Message, frozen=True, kw_only=True):
    """Connections: one entry per seat (bots are always connected), and the number of spectators."""

    here: list[bool]
    watching: int = 0


class Clock(Message, frozen=True, kw_only=True):
    """Time left, as of when this was sent. A client counts down by itself."""

    banks_ms: list[Millis] | None = None
    """Live pace: one entry per seat."""
    left_ms: Millis | None = None
    """Until the seat to act runs out of time; null where no clock runs."""
    grace_ms: Millis | None = None
    """Time until a bot plays for the absent seat to act; null if no one is waited for."""
    hand_over_ms: Millis | None = None
    """Where absent players are waited for: until any player may hand the absent seat to act to a bot."""
    due: Moment | None = None
    """Days per move: when this move is due."""
    stopped: bool = False


class TakeBackRequest(Message, frozen=True, kw_only=True):
    """A request to take back the action with this number; the people who have agreed, and those still asked."""

    seat: Seat
    seq: Seq
    agreed: list[Seat]
    asked: list[Seat]


class AbandonRequest(Message, frozen=True, kw_only=True):
    """A proposal to end the match early; it ends when all people have agreed."""

    agreed: list[Seat]
    asked: list[Seat]


class Assist(Message, frozen=True, kw_only=True):
    """A decision for which a person used undo or asked for a hint; rounds and decisions are counted from 0."""

    seat: Seat
    round: int
    decision: int
    kind: AssistKind


class Fairness(Message, frozen=True, kw_only=True):
    """The proof of the deal (docs/fairness.md): the commitment before anyone sits down, the secret after the match."""

    commitment: str
    nonces: list[Nonce | None]
    secret: str | None = None


class Highlight(Message, frozen=True, kw_only=True):
    """The one thing to tell about a finished match: a message id, and the seat, the round and the number in it."""

    message: str
    seat: Seat | None = None
    round: int | None = None
    """Counted from 0."""
    n: int | None = None


class TableState(Message, frozen=True, kw_only=True):
    """Everything public about a table that is not in a view."""

    table: TableId
    code: TableCode
    settings: TableSettings
    status: TableStatus
    seats: list[SeatInfo]
    host: Seat | None
    """Whose person may do what hosts may; null where no person is left."""
    fairness: Fairness
    take_back: TakeBackRequest | None = None
    abandon: AbandonRequest | None = None
    bot_pace: BotPace = "normal"
    """How soon bot moves appear."""
    between_rounds: bool = False
    """The bots wait for Continue before they start the next round."""
    others_resume: Moment | None = None
    """While the match is paused: from when on people other than the host may resume it."""
    assisted: list[Seat] = []
    """The seats that have used undo or hints."""
    practice: bool = False
    """Whether a known deal is played on from a position; such a match does not count in statistics."""
    rematch: TableId | None = None
    event: EventRef | None = None
    highlight: Highlight | None = None
    """Only once the match is finished."""
    created: Moment
    ended: Moment | None = None

"""Commands of clients to a table: the same messages over a WebSocket and as the body of a POST."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar, Literal

from nokosu.wire.base import ActionText, ClientId, Message, Nonce, Seat, Seq
from nokosu.wire.lobby import BotName, BotPace

ReactionName = Literal[
    "hello", "luck", "nice", "wow", "close", "phew", "oops", "sorry", "thinking", "hurry", "thanks", "again", "bye"
]


class Role(IntEnum):
    """Roles at a table. Each may do everything that the roles before it may."""

    STRANGER = 0
    PERSON = 1
    SEAT = 2
    HOST = 3


class Command(Message, frozen=True, kw_only=True, tag_field="type"):
    """Every command names itself, so that its answer is recognised and a repetition is done once."""

    role: ClassVar[Role]
    """Who may send it, at least."""
    client_id: ClientId


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Take, declare or play, as an answer to what the table looked like at `expected_seq`."""

    role = Role.SEAT
    expected_seq: Seq
    action: ActionText


class React(Command, frozen=True, kw_only=True, tag="react"):
    """One of a small set of reactions, instead of chat."""

    role = Role.SEAT
    reaction: ReactionName


class AskTakeBack(Command, frozen=True, kw_only=True, tag="ask_take_back"):
    """Ask to take back your last action, if nobody has acted since."""

    role = Role.SEAT
    expected_seq: Seq


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """One person against bots: take back one's own action with this number, and everything after it.

    `undo` in the newest Update names the action: the one before it comes next, back to the start of the round.
    """

    role = Role.SEAT
    action_seq: Seq


class AnswerTakeBack(Command, frozen=True, kw_only=True, tag="answer_take_back"):
    """Agree, or not, to the take-back of the action with this number."""

    role = Role.SEAT
    seq: Seq
    agree: bool


class Abandon(Command, frozen=True, kw_only=True, tag="abandon"):
    """Propose to end the match unfinished, agree to it, or (agree false) say no."""

    role = Role.SEAT
    agree: bool = True


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Play for oneself again where a bot stood in. A move does it too, and so does coming back after an absence."""

    role = Role.SEAT


class SetBotPace(Command, frozen=True, kw_only=True, tag="set_bot_pace"):
    """One person against bots: how soon bot moves appear. fast and instant: all up to one's own turn at once."""

    role = Role.SEAT
    bot_pace: BotPace


class Continue(Command, frozen=True, kw_only=True, tag="continue"):
    """Start the next round, where the bots wait for it. A move does it too."""

    role = Role.SEAT


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Sit down before the start, or later in place of a player who has left, where the table allows `substitutes`.

    On the first such seat unless one is named. The nonce counts before the start only.
    """

    role = Role.PERSON
    seat: Seat | None = None
    nonce: Nonce | None = None
    rated: bool = False
    """Whether one agrees to a rated match. It must be what the table plays: nobody sits down to something else."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave: before the start the seat is open again, later a bot takes over."""

    role = Role.SEAT


class SetSeat(Command, frozen=True, kw_only=True, tag="set_seat"):
    """Host, before the start: a bot sits here, or (bot null) the seat is opened; a person there loses their seat."""

    role = Role.HOST
    seat: Seat
    bot: BotName | None = None


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Host: deal. Seats still open are filled with this bot, where one is named."""

    role = Role.HOST
    fill_with: BotName | None = None


class HandToBot(Command, frozen=True, kw_only=True, tag="hand_to_bot"):
    """Host: let a bot play for a person who is absent or out of time. They may return at any moment.

    Absent: not connected for 15 seconds. At a table with days for a move, only a person out of time. At a private table
    without clocks every player may, once the person has been away for five minutes.
    """

    role = Role.SEAT
    seat: Seat
    bot: BotName | None = None


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Host: stop the clocks and the play."""

    role = Role.HOST


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Go on. For people other than the host from the moment `others_resume` of the table's state."""

    role = Role.SEAT


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Host: make another person the host."""

    role = Role.HOST
    seat: Seat


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """After the match: a new table for the same people, one seat further. Later requests return the same table."""

    role = Role.SEAT
    nonce: Nonce | None = None


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Are you there? The answer is an ack."""

    role = Role.STRANGER


AnyCommand = (
    Move
    | React
    | AskTakeBack
    | Undo
    | AnswerTakeBack
    | Abandon
    | Return
    | SetBotPace
    | Continue
    | Sit
    | Leave
    | SetSeat
    | Start
    | HandToBot
    | Pause
    | Resume
    | HandOver
    | Rematch
    | Ping
)

"""What a client may ask of a table. The same messages over a WebSocket and as the body of a POST."""

from __future__ import annotations

from typing import Literal

from nokosu.wire.base import ActionText, ClientId, Message, Nonce, Seat, Seq
from nokosu.wire.lobby import BotName

ReactionName = Literal["hello", "nice", "wow", "oops", "thinking", "hurry", "thanks", "again"]


class Command(Message, frozen=True, kw_only=True, tag_field="type"):
    """Every command names itself, so that its answer is recognised and a repetition is done once."""

    client_id: ClientId


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Take, declare or play, as an answer to what the table looked like at `expected_seq`."""

    expected_seq: Seq
    action: ActionText


class React(Command, frozen=True, kw_only=True, tag="react"):
    """One of a small set of reactions, instead of chat."""

    reaction: ReactionName


class AskTakeBack(Command, frozen=True, kw_only=True, tag="ask_take_back"):
    """Ask to take back one's own last action, while nobody has acted after it."""

    expected_seq: Seq


class AnswerTakeBack(Command, frozen=True, kw_only=True, tag="answer_take_back"):
    """Agree, or not, to the take-back of the action with this number."""

    seq: Seq
    agree: bool


class Abandon(Command, frozen=True, kw_only=True, tag="abandon"):
    """Propose to end the match unfinished, agree to it, or (agree false) say no."""

    agree: bool = True


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Play for oneself again where a bot stood in. A move does it too, and so does coming back after an absence."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Sit down before the start; the first open seat where none is named."""

    seat: Seat | None = None
    nonce: Nonce | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Stand up: before the start the seat is open again, later a bot plays on."""


class SetSeat(Command, frozen=True, kw_only=True, tag="set_seat"):
    """Host, before the start: a bot sits here, or (bot null) the seat is opened; a person there is asked to leave."""

    seat: Seat
    bot: BotName | None = None


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Host: deal. Seats still open are filled with this bot, where one is named."""

    fill_with: BotName | None = None


class HandToBot(Command, frozen=True, kw_only=True, tag="hand_to_bot"):
    """Host: a bot plays on for this seat, whose person is absent or out of time. They may come back at any moment."""

    seat: Seat
    bot: BotName | None = None


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Host: stop the clocks and the play."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Host: go on."""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Host: somebody else is the host now."""

    seat: Seat


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """When all is over: a new table for the same people, seats moving on by one. Who asks second finds the first's."""

    nonce: Nonce | None = None


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Are you there? The answer is an ack."""


AnyCommand = (
    Move
    | React
    | AskTakeBack
    | AnswerTakeBack
    | Abandon
    | Return
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

"""What a table tells its clients. Everything here is made from views and public facts (H4)."""

from __future__ import annotations

from typing import Literal

from nokosu.wire.base import ActionText, ClientId, Message, Moment, Reason, Seat, Seq, TableId
from nokosu.wire.commands import ReactionName
from nokosu.wire.events import AnyEvent
from nokosu.wire.help import Help
from nokosu.wire.lobby import BotName, BotPace
from nokosu.wire.tables import Clock, Presence, TableState
from nokosu.wire.views import View

Actor = Literal["person", "bot", "stand_in"]


class PublicEntry(Message, frozen=True, kw_only=True, tag_field="kind"):
    """One entry of the table's log as everybody may see it: entry `seq`, at this moment."""

    seq: Seq
    at: Moment


class Seated(PublicEntry, frozen=True, kw_only=True, tag="seated"):
    """A person or a bot sat down."""

    seat: Seat
    name: str
    bot: BotName | None = None


class Unseated(PublicEntry, frozen=True, kw_only=True, tag="unseated"):
    """A seat is open again: its player has left, or the host has taken them off it."""

    seat: Seat
    why: Literal["left", "host"] = "left"


class Started(PublicEntry, frozen=True, kw_only=True, tag="started"):
    """The first round is dealt: `effects` is the deal."""

    effects: list[AnyEvent]


class Moved(PublicEntry, frozen=True, kw_only=True, tag="moved"):
    """A seat took, declared or played; `effects` is what followed from it (a trick won, a round scored, …)."""

    seat: Seat
    action: ActionText
    by: Actor
    effects: list[AnyEvent]


class TakeBackAsked(PublicEntry, frozen=True, kw_only=True, tag="take_back_asked"):
    """A person would like to take back the action with this number."""

    seat: Seat
    action_seq: Seq


class TakeBackAnswered(PublicEntry, frozen=True, kw_only=True, tag="take_back_answered"):
    """A person agreed, or did not."""

    seat: Seat
    agree: bool


class TakenBack(PublicEntry, frozen=True, kw_only=True, tag="taken_back"):
    """The action with this number and all after it are undone; views are as before it."""

    seat: Seat
    action_seq: Seq


class BotPaceSet(PublicEntry, frozen=True, kw_only=True, tag="bot_pace_set"):
    """From now on bot moves appear at this pace."""

    bot_pace: BotPace


class Continued(PublicEntry, frozen=True, kw_only=True, tag="continued"):
    """This seat's person starts the next round."""

    seat: Seat


class Hinted(PublicEntry, frozen=True, kw_only=True, tag="hinted"):
    """This seat's person asked for a hint."""

    seat: Seat


class StoodIn(PublicEntry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for this seat from now on."""

    seat: Seat
    bot: BotName
    why: Literal["away", "timeout", "host", "left", "failed"]


class Returned(PublicEntry, frozen=True, kw_only=True, tag="returned"):
    """This seat's person plays again."""

    seat: Seat


class TakenOver(PublicEntry, frozen=True, kw_only=True, tag="taken_over"):
    """Another person plays on for a seat that its person has left."""

    seat: Seat
    name: str


class HostChanged(PublicEntry, frozen=True, kw_only=True, tag="host_changed"):
    """Somebody else is the host."""

    seat: Seat | None


class Paused(PublicEntry, frozen=True, kw_only=True, tag="paused"):
    """The host stopped the clocks."""


class Resumed(PublicEntry, frozen=True, kw_only=True, tag="resumed"):
    """Play goes on."""


class Reacted(PublicEntry, frozen=True, kw_only=True, tag="reacted"):
    """A reaction from a seat."""

    seat: Seat
    reaction: ReactionName


class TimedOut(PublicEntry, frozen=True, kw_only=True, tag="timed_out"):
    """This seat's time is over."""

    seat: Seat


class AbandonAnswered(PublicEntry, frozen=True, kw_only=True, tag="abandon_answered"):
    """Somebody proposes to abandon the match or agrees; agree false withdraws the question."""

    seat: Seat
    agree: bool


class Ended(PublicEntry, frozen=True, kw_only=True, tag="ended"):
    """The match is over; its record and the proof of its deals are open to everybody."""

    status: Literal["finished", "abandoned"]


class Rematched(PublicEntry, frozen=True, kw_only=True, tag="rematched"):
    """A new table for the same people."""

    table: TableId


class Created(PublicEntry, frozen=True, kw_only=True, tag="created"):
    """The table was made: the first entry of every log."""


AnyEntry = (
    Seated
    | Unseated
    | Started
    | Moved
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | BotPaceSet
    | Continued
    | Hinted
    | StoodIn
    | Returned
    | TakenOver
    | HostChanged
    | Paused
    | Resumed
    | Reacted
    | TimedOut
    | AbandonAnswered
    | Ended
    | Rematched
    | Created
)


class FromTable(Message, frozen=True, kw_only=True, tag_field="type"):
    """Anything that comes down a table's socket."""


class Update(FromTable, frozen=True, kw_only=True, tag="update"):
    """The table as it is after entry `seq`, and what happened since entry `after`.

    `table` is left out where nothing in it has changed since the last message. `view` is null before the deal.
    """

    seq: Seq
    after: Seq
    entries: list[AnyEntry]
    seat: Seat | None
    """Whose view this is; null for a spectator."""
    view: View | None
    help: Help | None
    """What a client would need rules for (docs/wire-protocol.md), made from the view alone."""
    clock: Clock
    presence: Presence
    undo: Seq | None = None
    """The action that Undo would take back; null where there is none."""
    table: TableState | None = None


class PresenceChanged(FromTable, frozen=True, kw_only=True, tag="presence"):
    """Somebody came or went; nothing in the log changed."""

    presence: Presence
    clock: Clock


class Ack(FromTable, frozen=True, kw_only=True, tag="ack"):
    """Done, and safely stored: `seq` is the log's length when it was.

    `repeated`: this client id had been answered before; nothing was done twice.
    """

    client_id: ClientId
    seq: Seq
    repeated: bool = False
    table: TableId | None = None
    """After a rematch: the new table."""


class Refusal(FromTable, frozen=True, kw_only=True, tag="refusal"):
    """Not done, and why. `stale`: the table has moved on since `expected_seq`; the newest update says what happened."""

    client_id: ClientId | None
    """null where the message was too broken to have one."""
    seq: Seq
    reason: Reason
    stale: bool = False


class Closing(FromTable, frozen=True, kw_only=True, tag="closing"):
    """The last message before the server closes the socket. `again`: come back and resume."""

    reason: Reason
    again: bool


AnyFromTable = Update | PresenceChanged | Ack | Refusal | Closing
"""What a table's socket sends. Over plain HTTP a command is answered by an Ack or a Refusal, `events` by an Update."""


class Hint(Message, frozen=True, kw_only=True):
    """POST /api/tables/{table}/hint, where the table allows it: the best action, from one's own view alone.

    `chance` is the estimated chance to make a contract with it, `source` the bot that was asked.
    """

    seq: Seq
    action: ActionText
    chance: float
    reason: Reason
    source: str


class Error(Message, frozen=True, kw_only=True):
    """The body of every answer with a status of 400 or more."""

    reason: Reason


class Health(Message, frozen=True, kw_only=True):
    """GET /health."""

    status: Literal["ok", "stopping", "disk-full"]
    version: str
    store: Literal["sqlite", "postgresql"]

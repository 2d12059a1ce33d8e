"""What a table tells its clients. Everything here is made from views and public facts (H4)."""

from __future__ import annotations

from types import new_class
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, Union, get_args

from nokosu.wire import entries
from nokosu.wire.base import ActionText, ClientId, Message, Moment, Reason, Seat, Seq, TableId
from nokosu.wire.help import Help
from nokosu.wire.struct import Meta, tag_of
from nokosu.wire.tables import Clock, Presence, TableState
from nokosu.wire.views import Die, View


class PublicEntry(Message, frozen=True, kw_only=True, tag_field="kind"):
    """One entry of the table's log as everybody may see it: entry `seq`, at this moment."""

    seq: Seq
    at: Moment


def _public(kind: type[entries.Entry]) -> type[PublicEntry]:
    """Make the wire type of an entry: what the entry declares as public, and no more."""
    body = {"__annotations__": dict(kind.public), "__doc__": kind.__doc__, "__module__": __name__}
    told = {"frozen": True, "kw_only": True, "tag": tag_of(kind)}
    return new_class(kind.__name__, (PublicEntry,), told, lambda namespace: namespace.update(body))


PUBLIC: Final[dict[type[entries.Entry], Any]] = {kind: _public(kind) for kind in get_args(entries.AnyEntry)}
"""The wire type of each entry."""

if TYPE_CHECKING:
    AnyPublicEntry: TypeAlias = Any
else:
    AnyPublicEntry = Union[tuple(PUBLIC.values())]  # noqa: UP007  made from a list


class FromTable(Message, frozen=True, kw_only=True, tag_field="type"):
    """Anything that comes down a table's socket."""


class Update(FromTable, frozen=True, kw_only=True, omit_defaults=True, tag="update"):
    """The table as it is after entry `seq`, and what happened since entry `after`.

    `table` is left out where nothing in it has changed since the last message. `view` is null before the deal.
    """

    seq: Seq
    after: Seq
    entries: list[AnyPublicEntry]
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


IdeaName = Annotated[str, Meta(max_length=20, description="An idea that the coach teaches.")]


class AskCoach(Message, frozen=True, kw_only=True):
    """POST /api/tables/{table}/coach, at a table with a coach: what there is to say now.

    `quiet` are the ideas that this player knows; nothing is said about them before a decision.
    """

    quiet: Annotated[list[IdeaName], Meta(max_length=40)] = []
    ahead: bool = True
    """Also about the decision that waits; false right after a move, when it is not shown yet."""
    heard: Seq | None = None
    """The newest own action that the coach has spoken about; nothing is said about it again."""


class CoachRemark(Message, frozen=True, kw_only=True):
    """One sentence about one idea."""

    idea: IdeaName
    reason: Reason
    fact: bool = False
    """No action follows it or misses it: it is known once it was heard often enough."""


class Coaching(Message, frozen=True, kw_only=True):
    """The coach's answer, from one's own view alone; the log says so where something was said."""

    seq: Seq
    remark: CoachRemark | None
    """About the decision that waits for this player; null where nothing helps."""
    action_seq: Seq | None
    """This player's newest action of the round, which the two fields below are about."""
    practised: dict[str, bool]
    """The ideas that fitted that action's position, and whether the action followed each."""
    slip: CoachRemark | None
    """What that action gave away for certain; Undo takes it back."""


class TargetChance(Message, frozen=True, kw_only=True):
    """A target and the chance to make it, from 0 to 1."""

    target: int
    chance: float


class DieChances(Message, frozen=True, kw_only=True):
    """A die that can be taken: the chance to make any target after it, and each."""

    die: Die
    chance: float
    targets: list[TargetChance]


class DraftChances(Message, frozen=True, kw_only=True):
    """POST /api/tables/{table}/chances, where hints are allowed: what each die of the middle does for one's targets.

    `zero` is the best chance to make a zero contract that is taken now; null where none can be. `source` is the bot
    that was asked. The log says that it was asked, as with a hint.
    """

    seq: Seq
    dice: list[DieChances]
    zero: float | None
    source: str


class Error(Message, frozen=True, kw_only=True):
    """The body of every answer with a status of 400 or more."""

    reason: Reason


class Health(Message, frozen=True, kw_only=True):
    """GET /health."""

    status: Literal["ok", "stopping", "disk-full"]
    version: str
    store: Literal["sqlite", "postgresql"]

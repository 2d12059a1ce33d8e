"""Finished matches, to be stepped through: the server replays, the client shows."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.wire.base import END, ActionText, Message, Moment, Reason, Seat
from nokosu.wire.events import ScoreLine
from nokosu.wire.help import Help
from nokosu.wire.struct import Meta
from nokosu.wire.tables import Assist
from nokosu.wire.views import Card, RulesetRef, View

RecordId = Annotated[
    str, Meta(pattern="^[a-z0-9]{16}" + END, description="A finished table's id, or an imported record's.")
]


class RecordRef(Message, frozen=True, kw_only=True):
    """POST /api/records: where an imported record is found."""

    record: RecordId


class RecordSeat(Message, frozen=True, kw_only=True):
    """The players."""

    name: str
    bot: str | None = None


class RecordSummary(Message, frozen=True, kw_only=True):
    """GET /api/records/{record}: the rules and the players, without results.

    The whole record, results and all, is GET /api/records/{record}/file, in the form of docs/records.md.
    """

    record: RecordId
    ruleset: RulesetRef
    seats: list[RecordSeat]
    rounds: int
    status: Literal["finished", "abandoned"]
    imported: bool
    fair: bool
    """Whether it contains a server's proof of its deals."""
    assists: list[Assist]
    """Where people used undo or hints."""
    ended: Moment | None = None


class Position(Message, frozen=True, kw_only=True):
    """One moment of a replay: everybody's cards, the public view, and what was done next (null at the end)."""

    decision: int
    view: View
    hands: list[list[Card]]
    help: Help
    """For the seat to act."""
    seat: Seat | None = None
    action: ActionText | None = None


class ReplayRound(Message, frozen=True, kw_only=True):
    """GET /api/records/{record}/rounds/{round}: every position of one round, the scored end included."""

    record: RecordId | None = None
    """Null where it is not of a record but of a position."""
    round: int
    aside: list[Card]
    positions: list[Position]
    lines: list[ScoreLine]
    """How the points of the round came about, one line per seat; empty where the round did not end."""


class SharedPosition(Message, frozen=True, kw_only=True):
    """GET /api/positions?text=…: a position in one line (docs/notation.md), and how its round came to it.

    The last position is the one asked for. Hands that the text does not know are empty, and so is `aside`.
    """

    ruleset: RulesetRef
    seat: Seat | None = None
    """The seat whose knowledge it is; null for all cards, or a spectator's."""
    open: bool
    """Whether all cards are known."""
    round: ReplayRound


class AdvisedOption(Message, frozen=True, kw_only=True):
    """One legal action with what to expect of it: points and margin of the round, the chance to make a contract."""

    action: ActionText
    score: float
    margin: float
    chance: float
    reason: Reason


class RecordAdvice(Message, frozen=True, kw_only=True):
    """GET /api/records/{record}/rounds/{round}/advice/{decision}: what the seat to act could have done, best first.

    Estimated from what that seat could see, by the bot `source`.
    """

    seat: Seat
    source: str
    options: list[AdvisedOption]

"""The entries of a table's log: one type per fact, with the name that it also has on the wire and in clients.

An entry holds secrets and people's ids. What clients are told of it is declared in `public`, and nothing else ever is:
the types of docs/wire-protocol.md are made from that (wire/updates.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple

from nokosu.wire.base import ActionText, Seat, Seq, TableId
from nokosu.wire.commands import ReactionName
from nokosu.wire.events import AnyEvent
from nokosu.wire.lobby import BotName, BotPace, EventRef, TableSettings
from nokosu.wire.struct import DecodeError, Struct, decoder
from nokosu.wire.struct import encode as to_json

By = Literal["person", "bot", "stand_in"]
Why = Literal["away", "timeout", "host", "left", "failed"]


class LogRow(NamedTuple):
    """An entry as it is stored: `body` is JSON, `client` names the command that made it, so that it is made once."""

    seq: int
    at: int
    body: str
    client: str | None = None


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that happened."""

    public: ClassVar[Mapping[str, Any]] = {}
    """What clients are told: names and types. `name` and `effects` are added by table/public.py."""


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """A table was created. The secret is drawn, and committed to, before anyone sits down."""

    settings: TableSettings
    code: str
    secret: str
    digest: str
    """Of the rules, so that a later revision of the edition does not change a match that is being played."""
    rematch_of: str | None = None
    event: EventRef | None = None
    seed: str | None = None
    """The match's seed, where it was given; null: it follows from the secret and the nonces, and can be proved."""
    deal: str | None = None
    """A deal of one round that was given, as an open position in one line; null: deals follow from the secret."""


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """A person or a bot sat down."""

    public = {"seat": Seat, "name": str, "bot": BotName | None}
    seat: int
    person: str | None = None
    bot: str | None = None
    nonce: str | None = None


class Unseated(Entry, frozen=True, kw_only=True, tag="unseated"):
    """A seat is open again: its player has left, or the host has taken them off it."""

    public = {"seat": Seat, "why": Literal["left", "host"]}
    seat: int
    why: Literal["left", "host"] = "left"


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The first round is dealt: `effects` is the deal."""

    public = {"effects": list[AnyEvent]}


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    """A seat took, declared or played; `effects` is what followed from it (a trick won, a round scored, …)."""

    public = {"seat": Seat, "action": ActionText, "by": By, "effects": list[AnyEvent]}
    seat: int
    action: str
    by: By = "person"
    spent: int = 0
    """What its clock lost, in milliseconds."""


class TakeBackAsked(Entry, frozen=True, kw_only=True, tag="take_back_asked"):
    """A seat asks to take its last action back."""

    public = {"seat": Seat, "action_seq": Seq}
    seat: int
    action_seq: int


class TakeBackAnswered(Entry, frozen=True, kw_only=True, tag="take_back_answered"):
    """A person agrees to a take-back, or does not."""

    public = {"seat": Seat, "agree": bool}
    seat: int
    agree: bool


class TakenBack(Entry, frozen=True, kw_only=True, tag="taken_back"):
    """Undo this action and all after it: the last one between people, any own action alone with bots."""

    public = {"seat": Seat, "action_seq": Seq}
    seat: int
    action_seq: int


class BotPaceSet(Entry, frozen=True, kw_only=True, tag="bot_pace_set"):
    """Bot moves appear at this pace from now on."""

    public = {"bot_pace": BotPace}
    bot_pace: BotPace


class Continued(Entry, frozen=True, kw_only=True, tag="continued"):
    """The person has seen the result; the next round starts."""

    public = {"seat": Seat}
    seat: int


class Hinted(Entry, frozen=True, kw_only=True, tag="hinted"):
    """The seat's person asked for a hint about the decision before them."""

    public = {"seat": Seat}
    seat: int


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a seat: for one move (`once`), or until its person returns."""

    public = {"seat": Seat, "bot": BotName, "why": Why, "once": bool}
    seat: int
    bot: str
    why: Why
    once: bool = False


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """The seat's person plays again."""

    public = {"seat": Seat}
    seat: int


class TakenOver(Entry, frozen=True, kw_only=True, tag="taken_over"):
    """Another person plays on for a seat that its person has left."""

    public = {"seat": Seat, "name": str}
    seat: int
    person: str


class HostChanged(Entry, frozen=True, kw_only=True, tag="host_changed"):
    """Another person is the host."""

    public = {"seat": Seat | None}
    seat: int | None = None


class Paused(Entry, frozen=True, kw_only=True, tag="paused"):
    """The host paused the match; `spent` is what the seat to act had used."""

    spent: int = 0


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""


class Reacted(Entry, frozen=True, kw_only=True, tag="reacted"):
    """A reaction."""

    public = {"seat": Seat, "reaction": ReactionName}
    seat: int
    reaction: str


class TimedOut(Entry, frozen=True, kw_only=True, tag="timed_out"):
    """A seat's time is over and nothing happens by itself."""

    public = {"seat": Seat}
    seat: int


class AbandonAnswered(Entry, frozen=True, kw_only=True, tag="abandon_answered"):
    """A person agrees to end the match early, or does not."""

    public = {"seat": Seat, "agree": bool}
    seat: int
    agree: bool


class Ended(Entry, frozen=True, kw_only=True, tag="ended"):
    """The match is over."""

    public = {"status": Literal["finished", "abandoned"]}
    status: Literal["finished", "abandoned"]


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The rematch is at this table."""

    public = {"table": TableId}
    table: str


AnyEntry = (
    Created
    | Seated
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
)

_DECODE: Final = decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """Return an entry as JSON."""
    return to_json(entry).decode()


def decode(body: str) -> AnyEntry:
    """Return an entry from JSON."""
    entry: AnyEntry
    try:
        entry = _DECODE(body)
    except DecodeError:
        fields = json.loads(body)
        entry = _DECODE(json.dumps(fields | {"kind": _FORMERLY[fields["kind"]]}))
    return entry


_FORMERLY: Final = {
    "sat": "seated",
    "stood": "unseated",
    "began": "started",
    "did": "moved",
    "asked_back": "take_back_asked",
    "answered_back": "take_back_answered",
    "took_back": "taken_back",
    "stands_in": "stood_in",
    "came_back": "returned",
    "host_is": "host_changed",
    "stopped": "paused",
    "went_on": "resumed",
    "time_over": "timed_out",
    "abandon_said": "abandon_answered",
    "over": "ended",
    "next_table": "rematched",
}
"""What the kinds of entries were called in logs of 2026; they are read for good."""

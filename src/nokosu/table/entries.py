"""The entries of a table's log: one type per fact, with the name that it also has on the wire and in clients.

An entry holds secrets and people's ids. What clients are told of it is named in `public`, and nothing else ever is.
"""

from __future__ import annotations

import json
from typing import ClassVar, Final, Literal

from nokosu.wire.lobby import BotPace, TableSettings
from nokosu.wire.struct import DecodeError, Struct, decoder, tag_of
from nokosu.wire.struct import encode as to_json

By = Literal["person", "bot", "stand_in"]
Why = Literal["away", "timeout", "host", "left", "failed"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that happened."""

    public: ClassVar[tuple[str, ...]] = ()
    """The fields that clients are told."""

    @property
    def kind(self) -> str:
        """Its name in the log, on the wire and in clients."""
        return tag_of(type(self))


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """A table was created. The secret is drawn, and committed to, before anyone sits down."""

    settings: TableSettings
    code: str
    secret: str
    digest: str
    """Of the rules, so that a later revision of the edition does not change a match that is being played."""
    rematch_of: str | None = None


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """A person or a bot sat down."""

    public = ("seat", "bot")
    seat: int
    person: str | None = None
    bot: str | None = None
    nonce: str | None = None


class Unseated(Entry, frozen=True, kw_only=True, tag="unseated"):
    """A seat is open again: its player has left, or the host has taken them off it."""

    public = ("seat", "why")
    seat: int
    why: Literal["left", "host"] = "left"


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """All seats are taken: the seed follows, and the first round is dealt."""


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    """A seat took, declared or played. `spent` is what its clock lost, in milliseconds."""

    public = ("seat", "action", "by")
    seat: int
    action: str
    by: By = "person"
    spent: int = 0


class TakeBackAsked(Entry, frozen=True, kw_only=True, tag="take_back_asked"):
    """A seat asks to take its last action back."""

    public = ("seat", "action_seq")
    seat: int
    action_seq: int


class TakeBackAnswered(Entry, frozen=True, kw_only=True, tag="take_back_answered"):
    """A person agrees to a take-back, or does not."""

    public = ("seat", "agree")
    seat: int
    agree: bool


class TakenBack(Entry, frozen=True, kw_only=True, tag="taken_back"):
    """Undo this action and all after it: the last one between people, any own action alone with bots."""

    public = ("seat", "action_seq")
    seat: int
    action_seq: int


class BotPaceSet(Entry, frozen=True, kw_only=True, tag="bot_pace_set"):
    """Bot moves appear at this pace from now on."""

    public = ("bot_pace",)
    bot_pace: BotPace


class Continued(Entry, frozen=True, kw_only=True, tag="continued"):
    """The person has seen the result; the next round starts."""

    public = ("seat",)
    seat: int


class Hinted(Entry, frozen=True, kw_only=True, tag="hinted"):
    """The seat's person asked for a hint about the decision before them."""

    public = ("seat",)
    seat: int


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a seat from now on."""

    public = ("seat", "bot", "why")
    seat: int
    bot: str
    why: Why


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """The seat's person plays again."""

    public = ("seat",)
    seat: int


class TakenOver(Entry, frozen=True, kw_only=True, tag="taken_over"):
    """Another person plays on for a seat that its person has left."""

    public = ("seat",)
    seat: int
    person: str


class HostChanged(Entry, frozen=True, kw_only=True, tag="host_changed"):
    """Another person is the host."""

    public = ("seat",)
    seat: int | None = None


class Paused(Entry, frozen=True, kw_only=True, tag="paused"):
    """The host paused the match; `spent` is what the seat to act had used."""

    spent: int = 0


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""


class Reacted(Entry, frozen=True, kw_only=True, tag="reacted"):
    """A reaction."""

    public = ("seat", "reaction")
    seat: int
    reaction: str


class TimedOut(Entry, frozen=True, kw_only=True, tag="timed_out"):
    """A seat's time is over and nothing happens by itself."""

    public = ("seat",)
    seat: int


class AbandonAnswered(Entry, frozen=True, kw_only=True, tag="abandon_answered"):
    """A person agrees to end the match early, or does not."""

    public = ("seat", "agree")
    seat: int
    agree: bool


class Ended(Entry, frozen=True, kw_only=True, tag="ended"):
    """The match is over."""

    public = ("status",)
    status: Literal["finished", "abandoned"]


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The rematch is at this table."""

    public = ("table",)
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
    """An entry as JSON."""
    return to_json(entry).decode()


def decode(body: str) -> AnyEntry:
    """An entry from JSON."""
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

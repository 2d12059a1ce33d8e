"""The entries of a table's log, as they are stored. Clients never see these: they hold secrets and ids of people."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from nokosu.wire.lobby import Settings

By = Literal["person", "bot", "stand_in"]
Why = Literal["away", "timeout", "host", "left", "failed"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that happened."""

    @property
    def kind(self) -> str:
        """Its name in the log, on the wire and in clients."""
        return str(self.__struct_config__.tag)


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """A table was made. The secret is drawn, and committed to, before anybody sits."""

    settings: Settings
    code: str
    secret: str
    digest: str
    """Of the rules, so that a later revision of the edition does not change a match that is being played."""
    rematch_of: str | None = None


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """A person or a bot sat down."""

    seat: int
    person: str | None = None
    bot: str | None = None
    nonce: str | None = None


class Unseated(Entry, frozen=True, kw_only=True, tag="unseated"):
    """A seat is open again."""

    seat: int


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """All seats are taken: the seed follows, and the first round is dealt."""


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    """A seat took, declared or played. `spent` is what its clock lost, in milliseconds."""

    seat: int
    action: str
    by: By = "person"
    spent: int = 0


class TakeBackAsked(Entry, frozen=True, kw_only=True, tag="take_back_asked"):
    """A seat asks to take its last action back."""

    seat: int
    action_seq: int


class TakeBackAnswered(Entry, frozen=True, kw_only=True, tag="take_back_answered"):
    """Somebody agrees to a take-back, or does not."""

    seat: int
    agree: bool


class TakenBack(Entry, frozen=True, kw_only=True, tag="taken_back"):
    """The last action is undone."""

    seat: int
    action_seq: int


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for a seat from now on."""

    seat: int
    bot: str
    why: Why


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """The seat's person plays again."""

    seat: int


class HostChanged(Entry, frozen=True, kw_only=True, tag="host_changed"):
    """Somebody else is the host."""

    seat: int | None = None


class Paused(Entry, frozen=True, kw_only=True, tag="paused"):
    """The host paused the match; `spent` is what the seat to act had used."""

    spent: int = 0


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """The match goes on."""


class Reacted(Entry, frozen=True, kw_only=True, tag="reacted"):
    """A reaction."""

    seat: int
    reaction: str


class TimedOut(Entry, frozen=True, kw_only=True, tag="timed_out"):
    """A seat's time is over and nothing happens by itself."""

    seat: int


class AbandonAnswered(Entry, frozen=True, kw_only=True, tag="abandon_answered"):
    """Somebody would end the match unfinished, or would not."""

    seat: int
    agree: bool


class Ended(Entry, frozen=True, kw_only=True, tag="ended"):
    """The match is over."""

    status: Literal["finished", "abandoned"]


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The rematch is at this table."""

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
    | StoodIn
    | Returned
    | HostChanged
    | Paused
    | Resumed
    | Reacted
    | TimedOut
    | AbandonAnswered
    | Ended
    | Rematched
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[AnyEntry]] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """An entry as JSON."""
    return _ENCODER.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """An entry from JSON."""
    try:
        return _DECODER.decode(body)
    except msgspec.ValidationError:
        fields = msgspec.json.decode(body)
        return _DECODER.decode(_ENCODER.encode(fields | {"kind": _FORMERLY[fields["kind"]]}))


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

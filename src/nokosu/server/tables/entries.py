"""The entries of a table's log, as they are stored. Clients never see these: they hold secrets and ids of people."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from nokosu.wire.lobby import Settings

By = Literal["person", "bot", "stand_in"]
Why = Literal["away", "timeout", "host", "left", "failed"]


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that happened."""


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """A table was made. The secret is drawn, and committed to, before anybody sits."""

    settings: Settings
    code: str
    secret: str
    digest: str
    """Of the rules, so that a later revision of the edition does not change a match that is being played."""
    rematch_of: str | None = None


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A person or a bot sat down."""

    seat: int
    person: str | None = None
    bot: str | None = None
    nonce: str | None = None


class Stood(Entry, frozen=True, kw_only=True, tag="stood"):
    """A seat is open again."""

    seat: int


class Began(Entry, frozen=True, kw_only=True, tag="began"):
    """All seats are taken: the seed follows, and the first round is dealt."""


class Did(Entry, frozen=True, kw_only=True, tag="did"):
    """A seat took, declared or played. `spent` is what its clock lost, in milliseconds."""

    seat: int
    action: str
    by: By = "person"
    spent: int = 0


class AskedBack(Entry, frozen=True, kw_only=True, tag="asked_back"):
    """A seat asks to take its last action back."""

    seat: int
    action_seq: int


class AnsweredBack(Entry, frozen=True, kw_only=True, tag="answered_back"):
    """Somebody agrees to a take-back, or does not."""

    seat: int
    agree: bool


class TookBack(Entry, frozen=True, kw_only=True, tag="took_back"):
    """The last action is undone."""

    seat: int
    action_seq: int


class StandsIn(Entry, frozen=True, kw_only=True, tag="stands_in"):
    """A bot plays for a seat from now on."""

    seat: int
    bot: str
    why: Why


class CameBack(Entry, frozen=True, kw_only=True, tag="came_back"):
    """The seat's person plays again."""

    seat: int


class HostIs(Entry, frozen=True, kw_only=True, tag="host_is"):
    """Somebody else is the host."""

    seat: int | None = None


class Stopped(Entry, frozen=True, kw_only=True, tag="stopped"):
    """The host paused the match; `spent` is what the seat to act had used."""

    spent: int = 0


class WentOn(Entry, frozen=True, kw_only=True, tag="went_on"):
    """The match goes on."""


class Reacted(Entry, frozen=True, kw_only=True, tag="reacted"):
    """A reaction."""

    seat: int
    reaction: str


class TimeOver(Entry, frozen=True, kw_only=True, tag="time_over"):
    """A seat's time is over and nothing happens by itself."""

    seat: int


class AbandonSaid(Entry, frozen=True, kw_only=True, tag="abandon_said"):
    """Somebody would end the match unfinished, or would not."""

    seat: int
    agree: bool


class Over(Entry, frozen=True, kw_only=True, tag="over"):
    """The match is over."""

    status: Literal["finished", "abandoned"]


class NextTable(Entry, frozen=True, kw_only=True, tag="next_table"):
    """The rematch is at this table."""

    table: str


AnyEntry = (
    Created
    | Sat
    | Stood
    | Began
    | Did
    | AskedBack
    | AnsweredBack
    | TookBack
    | StandsIn
    | CameBack
    | HostIs
    | Stopped
    | WentOn
    | Reacted
    | TimeOver
    | AbandonSaid
    | Over
    | NextTable
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[AnyEntry]] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> str:
    """An entry as JSON."""
    return _ENCODER.encode(entry).decode()


def decode(body: str) -> AnyEntry:
    """An entry from JSON."""
    return _DECODER.decode(body)

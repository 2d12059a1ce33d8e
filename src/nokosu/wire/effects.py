"""What follows from an action, as nokosu.wire.event_json writes it: dice, pieces, tricks, scores, deals."""

from __future__ import annotations

import msgspec

from nokosu.wire.base import Message, Seat
from nokosu.wire.views import Card, ColourLetter, Die, PieceText


class Effect(Message, frozen=True, kw_only=True, tag_field="type"):
    """One of a closed set; the same for every reader but for the hand in a deal."""


class Dealt(Effect, frozen=True, kw_only=True, tag="dealt"):
    """D1 to D5: a round begins. `hand` is the reader's own and is left out for spectators."""

    round: int
    dealer: Seat
    removed_colour: ColourLetter | None
    drawn: list[list[Die]]
    pool: list[Die]
    hand: list[Card] | msgspec.UnsetType = msgspec.UNSET


class Taken(Effect, frozen=True, kw_only=True, tag="taken"):
    """D6: a die from the middle."""

    seat: Seat
    die: Die


class ZeroTaken(Effect, frozen=True, kw_only=True, tag="zero-taken"):
    """Z1: a zero die, and this one removed."""

    seat: Seat
    discard: Die


class Declared(Effect, frozen=True, kw_only=True, omit_defaults=True, tag="declared"):
    """Z5: zero or not; Z6: and the die returned."""

    seat: Seat
    zero: bool
    returned: Die | None = msgspec.field(name="return", default=None)


class Played(Effect, frozen=True, kw_only=True, tag="played"):
    """F1: a piece to the trick."""

    seat: Seat
    piece: PieceText


class TrickTaken(Effect, frozen=True, kw_only=True, tag="trick"):
    """W1: a full trick goes to a seat."""

    seat: Seat
    leader: Seat
    plays: list[PieceText]


class ScoreLine(Message, frozen=True, kw_only=True):
    """S1 to S4: how one seat's points came about. `leftover` is null for a zero contract."""

    leftover: Die | None
    won: int
    made: bool
    tricks: int
    bonus: int
    zero_bonus: int
    points: int
    total: int


class Scored(Effect, frozen=True, kw_only=True, tag="scored"):
    """A round is over: one line a seat."""

    round: int
    lines: list[ScoreLine]


class MatchOver(Effect, frozen=True, kw_only=True, tag="ended"):
    """M4, M5: the match is over."""

    totals: list[int]
    winners: list[Seat]


AnyEffect = Dealt | Taken | ZeroTaken | Declared | Played | TrickTaken | Scored | MatchOver

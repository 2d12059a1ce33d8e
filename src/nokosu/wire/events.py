"""Events as JSON: what follows from an action. `type` says which of the closed union it is."""

from __future__ import annotations

from nokosu.core import events as core
from nokosu.wire.base import Message, Seat
from nokosu.wire.struct import UNSET, UnsetType, field
from nokosu.wire.views import Card, ColourLetter, Die, Json, PieceText, text_or_null, texts


class Event(Message, frozen=True, kw_only=True, tag_field="type"):
    """One of a closed set; the same for every reader but for the hand in a deal."""


class RoundDealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """D1 to D5: a round begins. `hand` is the reader's own and is left out for spectators."""

    round: int
    dealer: Seat
    removed_colour: ColourLetter | None
    drawn: list[list[Die]]
    pool: list[Die]
    hand: list[Card] | UnsetType = UNSET


class DieTaken(Event, frozen=True, kw_only=True, tag="taken"):
    """D6: a die from the middle."""

    seat: Seat
    die: Die


class ZeroDieTaken(Event, frozen=True, kw_only=True, tag="zero-taken"):
    """Z1: a zero die, and this one removed."""

    seat: Seat
    discard: Die


class Declared(Event, frozen=True, kw_only=True, omit_defaults=True, tag="declared"):
    """Z5: zero or not; Z6: and the die returned."""

    seat: Seat
    zero: bool
    returned: Die | None = field(name="return", default=None)


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """F1: a piece to the trick."""

    seat: Seat
    piece: PieceText


class TrickTaken(Event, frozen=True, kw_only=True, tag="trick"):
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


class RoundScored(Event, frozen=True, kw_only=True, tag="scored"):
    """A round is over: one line per seat."""

    round: int
    lines: list[ScoreLine]


class MatchEnded(Event, frozen=True, kw_only=True, tag="ended"):
    """M4, M5: the match is over."""

    totals: list[int]
    winners: list[Seat]


AnyEvent = RoundDealt | DieTaken | ZeroDieTaken | Declared | Played | TrickTaken | RoundScored | MatchEnded


def event_to_json(event: core.Event) -> Json:
    """Return an event as plain data. A spectator's `dealt` has no `hand`."""
    match event:
        case core.RoundDealt():
            return _dealt_to_json(event)
        case core.DieTaken(seat, die):
            return {"type": "taken", "seat": seat, "die": str(die)}
        case core.ZeroDieTaken(seat, discard):
            return {"type": "zero-taken", "seat": seat, "discard": str(discard)}
        case core.Declared(seat, None):
            return {"type": "declared", "seat": seat, "zero": False}
        case core.Declared(seat, returned):
            return {"type": "declared", "seat": seat, "zero": True, "return": str(returned)}
        case core.Played(seat, piece):
            return {"type": "played", "seat": seat, "piece": str(piece)}
        case core.TrickTaken(seat, leader, plays):
            return {"type": "trick", "seat": seat, "leader": leader, "plays": texts(plays)}
        case core.RoundScored(index, lines):
            return {"type": "scored", "round": index, "lines": lines_to_json(lines)}
        case core.MatchEnded(totals, winners):
            return {"type": "ended", "totals": list(totals), "winners": list(winners)}


def _dealt_to_json(event: core.RoundDealt) -> Json:
    data: Json = {
        "type": "dealt",
        "round": event.round,
        "dealer": event.dealer,
        "removed_colour": None if event.removed_colour is None else event.removed_colour.letter,
        "drawn": [texts(dice) for dice in event.drawn],
        "pool": texts(event.pool),
    }
    if event.hand is not None:
        data["hand"] = texts(event.hand)
    return data


def lines_to_json(lines: tuple[core.ScoreLine, ...]) -> list[Json]:
    """Return the lines of a scored round."""
    return [_line_to_json(line) for line in lines]


def _line_to_json(line: core.ScoreLine) -> Json:
    return {
        "leftover": text_or_null(line.leftover),
        "won": line.won,
        "made": line.made,
        "tricks": line.tricks,
        "bonus": line.bonus,
        "zero_bonus": line.zero_bonus,
        "points": line.points,
        "total": line.total,
    }

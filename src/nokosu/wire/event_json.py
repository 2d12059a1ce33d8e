"""Events as JSON, both ways. `type` says which of the closed union it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from nokosu.core.events import (
    Declared,
    DieTaken,
    Event,
    MatchEnded,
    Played,
    RoundDealt,
    RoundScored,
    ScoreLine,
    TrickTaken,
    ZeroDieTaken,
)
from nokosu.core.notation import parse_colour, parse_die, parse_piece
from nokosu.wire.fields import Json, WireError, a_bool, a_number, an_object, many, maybe, parsed, shown, take
from nokosu.wire.view_json import text_or_null, texts

_piece = parsed(parse_piece)
_die = parsed(parse_die)
_colour = parsed(parse_colour)


def event_to_json(event: Event) -> Json:
    """An event as plain data. A spectator's `dealt` has no `hand`."""
    match event:
        case RoundDealt():
            return _dealt_to_json(event)
        case DieTaken(seat, die):
            return {"type": "taken", "seat": seat, "die": str(die)}
        case ZeroDieTaken(seat, discard):
            return {"type": "zero-taken", "seat": seat, "discard": str(discard)}
        case Declared(seat, None):
            return {"type": "declared", "seat": seat, "zero": False}
        case Declared(seat, returned):
            return {"type": "declared", "seat": seat, "zero": True, "return": str(returned)}
        case Played(seat, piece):
            return {"type": "played", "seat": seat, "piece": str(piece)}
        case TrickTaken(seat, leader, plays):
            return {"type": "trick", "seat": seat, "leader": leader, "plays": texts(plays)}
        case RoundScored(index, lines):
            return {"type": "scored", "round": index, "lines": [_line_to_json(line) for line in lines]}
        case MatchEnded(totals, winners):
            return {"type": "ended", "totals": list(totals), "winners": list(winners)}


def _dealt_to_json(event: RoundDealt) -> Json:
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


def _line_to_json(line: ScoreLine) -> Json:
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


def event_from_json(value: object) -> Event:
    """Read an event back; a WireError names what is wrong. Keys that are not known are ignored."""
    data = an_object(value, "event")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise WireError(f"type: one of {', '.join(_READERS)} belongs here, not {shown(kind)}")
    return _READERS[kind](data)


def _dealt(data: Mapping[str, object]) -> Event:
    return RoundDealt(
        round=take(data, "round", a_number),
        dealer=take(data, "dealer", a_number),
        removed_colour=take(data, "removed_colour", maybe(_colour)),
        drawn=take(data, "drawn", many(many(_die))),
        pool=take(data, "pool", many(_die)),
        hand=take(data, "hand", many(_piece)) if "hand" in data else None,
    )


def _declared(data: Mapping[str, object]) -> Event:
    zero = take(data, "zero", a_bool)
    return Declared(take(data, "seat", a_number), take(data, "return", _die) if zero else None)


def _trick(data: Mapping[str, object]) -> Event:
    return TrickTaken(take(data, "seat", a_number), take(data, "leader", a_number), take(data, "plays", many(_piece)))


def _line(value: object, where: str) -> ScoreLine:
    data = an_object(value, where)
    return ScoreLine(
        leftover=take(data, "leftover", maybe(_die)),
        won=take(data, "won", a_number),
        made=take(data, "made", a_bool),
        tricks=take(data, "tricks", a_number),
        bonus=take(data, "bonus", a_number),
        zero_bonus=take(data, "zero_bonus", a_number),
        points=take(data, "points", a_number),
        total=take(data, "total", a_number),
    )


_READERS: Final[Mapping[str, Callable[[Mapping[str, object]], Event]]] = {
    "dealt": _dealt,
    "taken": lambda data: DieTaken(take(data, "seat", a_number), take(data, "die", _die)),
    "zero-taken": lambda data: ZeroDieTaken(take(data, "seat", a_number), take(data, "discard", _die)),
    "declared": _declared,
    "played": lambda data: Played(take(data, "seat", a_number), take(data, "piece", _piece)),
    "trick": _trick,
    "scored": lambda data: RoundScored(take(data, "round", a_number), take(data, "lines", many(_line))),
    "ended": lambda data: MatchEnded(take(data, "totals", many(a_number)), take(data, "winners", many(a_number))),
}

"""Records as text: one JSON object per line, keys in the order of docs/records.md, the same bytes every time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final, TypeVar

from nokosu.core.errors import reason
from nokosu.core.pieces import Colour, Piece
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import (
    FORMAT,
    Fairness,
    Record,
    RecordedRound,
    RecordedTrick,
    RulesetRef,
    Saying,
    SeatInfo,
    Substitution,
    Turn,
)
from nokosu.record.reader import ZERO, from_json
from nokosu.record.strict_json import parse

T = TypeVar("T")
JsonObject = dict[str, object]

LONGEST_LINE: Final = 1 << 22
"""Bytes. A record of twenty rounds has some sixty thousand; the rest is for keys of other programs."""


def encode(record: Record) -> str:
    """Return a record as one line, without the line's end."""
    return json.dumps(to_json(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def decode(line: str | bytes) -> Record:
    """Return the record on a line, or a RecordError."""
    if isinstance(line, str):
        # An unpaired surrogate cannot be encoded; it becomes invalid UTF-8 and is refused as such.
        line = line.encode("utf-8", "surrogatepass")
    if len(line) > LONGEST_LINE:
        raise RecordError(Fault((), reason("record.long-line", bytes=LONGEST_LINE)))
    return from_json(parse(line))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file of records: its number, from 1, and the record on it or what is wrong with it."""

    number: int
    content: Record | RecordError

    @property
    def record(self) -> Record:
        """The record, or its error raised."""
        if isinstance(self.content, RecordError):
            raise self.content
        return self.content


def read_lines(file: BinaryIO) -> Iterator[Line]:
    """Read every line of a file. Reading goes on after a bad line."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            _skip_line(file, line)
        try:
            yield Line(number, decode(line))
        except RecordError as error:
            yield Line(number, RecordError(error.fault, number))


def _skip_line(file: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = file.readline(LONGEST_LINE)


# From values to JSON


def to_json(record: Record) -> JsonObject:
    """Return a record as a JSON object; keys that it lacks are absent, those of other programs come last."""
    return {
        "format": FORMAT,
        "ruleset": _ruleset(record.ruleset),
        "seats": [_seat(seat) for seat in record.seats],
        "seed": None if record.seed is None else record.seed.hex(),
        "status": record.status.value,
        "rounds": [_round(round_) for round_ in record.rounds],
        **_present(
            totals=_list(record.totals),
            winners=_list(record.winners),
            substitutions=_each(_substitution, record.substitutions),
            fairness=None if record.fairness is None else _fairness(record.fairness),
        ),
        **record.extra,
    }


def _present(**members: object) -> JsonObject:
    """Return the keys that are there; None stands for absent."""
    return {key: value for key, value in members.items() if value is not None}


def _each(write: Callable[[T], JsonObject], items: Sequence[T] | None) -> list[JsonObject] | None:
    return None if items is None else [write(item) for item in items]


def _list(values: Sequence[object] | None) -> list[object] | None:
    return None if values is None else list(values)


def _colour(colour: Colour | None) -> str | None:
    return None if colour is None else colour.letter


def _pieces(pieces: Sequence[Piece]) -> list[str]:
    return [str(piece) for piece in pieces]


def _ruleset(rules: RulesetRef) -> JsonObject:
    return {
        "edition": rules.edition,
        "players": rules.players,
        "rounds_override": rules.rounds_override,
        "removed_colour": _colour(rules.removed_colour),
        "digest": rules.digest,
        **rules.extra,
    }


def _seat(seat: SeatInfo) -> JsonObject:
    return {"name": seat.name, **_present(bot=seat.bot), **seat.extra}


def _round(round_: RecordedRound) -> JsonObject:
    return {
        "dealer": round_.dealer,
        "removed_colour": _colour(round_.removed_colour),
        "cards": [_pieces(hand) for hand in round_.deal.cards],
        "aside": _pieces(round_.deal.aside),
        "drawn": [_pieces(dice) for dice in round_.deal.drawn],
        "pool": _pieces(round_.deal.pool),
        **_present(
            draft=_each(_turn, round_.draft),
            trump=None if round_.trump is None else str(round_.trump),
            declarations=_each(_saying, round_.declarations),
            tricks=_each(_trick, round_.tricks),
            leftover=None if round_.leftover is None else [die and str(die) for die in round_.leftover],
            won=_list(round_.won),
            scores=_list(round_.scores),
        ),
        **round_.extra,
    }


def _turn(turn: Turn) -> JsonObject:
    """Z1: a zero die names the die that it removed."""
    if turn.zero:
        return {"seat": turn.seat, "take": ZERO, "discard": str(turn.die), **turn.extra}
    return {"seat": turn.seat, "take": str(turn.die), **turn.extra}


def _saying(said: Saying) -> JsonObject:
    """Z6: a zero names the die that was returned."""
    if said.returned is None:
        return {"seat": said.seat, "zero": False, **said.extra}
    return {"seat": said.seat, "zero": True, "return": str(said.returned), **said.extra}


def _trick(trick: RecordedTrick) -> JsonObject:
    return {
        "leader": trick.leader,
        "plays": _pieces(trick.plays),
        **_present(winner=trick.winner),
        **trick.extra,
    }


def _substitution(item: Substitution) -> JsonObject:
    return {
        "seat": item.seat,
        "round": item.round,
        "decision": item.decision,
        "by": item.by,
        "why": item.why,
        **item.extra,
    }


def _fairness(fairness: Fairness) -> JsonObject:
    return {
        "commitment": fairness.commitment,
        "secret": fairness.secret,
        "nonces": list(fairness.nonces),
        **fairness.extra,
    }

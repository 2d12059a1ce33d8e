"""What is computed about records and positions, beside the server (computing.py): texts in, JSON out.

A match of twenty rounds takes 10 ms to read and 100 ms to judge, in which a table could serve a hundred moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from nokosu.bots.hints import record_advice
from nokosu.record import Record, decode, encode, to_json
from nokosu.record.position import position_of
from nokosu.server.damage import DAMAGED
from nokosu.table import progress, replaying
from nokosu.wire.people import MatchSummary, PlayedRound
from nokosu.wire.struct import encode as to_wire

T = TypeVar("T")


class Stored(NamedTuple):
    """A record as it is stored, with the names that people have today, by seat."""

    id: str
    ended: int
    body: str
    names: Mapping[int, str]

    def read(self) -> Record:
        record = decode(self.body)
        named = [replace(seat, name=self.names.get(place, seat.name)) for place, seat in enumerate(record.seats)]
        return replace(record, seats=tuple(named))


class Found(NamedTuple, Generic[T]):
    """What could be read of several records, and the ids of those that could not."""

    results: list[T]
    unreadable: list[str]


def _found(jobs: Sequence[tuple[str, Callable[[], T]]]) -> Found[T]:
    found = Found[T]([], [])
    for name, job in jobs:
        try:
            found.results.append(job())
        except DAMAGED:
            found.unreadable.append(name)
    return found


def summary(stored: Stored, *, imported: bool) -> bytes:
    """Return what was played, without spoilers."""
    record = stored.read()
    # A proof that came with the file proves nothing about this server.
    fair = record.fairness is not None and not imported
    return to_wire(replaying.record_summary(stored.id, record, imported=imported, fair=fair, ended=stored.ended))


def match_summaries(played: Sequence[tuple[Stored, int | None]]) -> Found[MatchSummary]:
    """Matches in the list of somebody who played them, in these seats."""
    jobs = [(each.id, partial(_match_summary, each, seat)) for each, seat in played]
    return _found(jobs)


def _match_summary(stored: Stored, seat: int | None) -> MatchSummary:
    return replaying.match_summary(stored.id, stored.read(), seat=seat, ended=stored.ended)


def played_rounds(played: Sequence[tuple[Stored, int]]) -> Found[list[PlayedRound]]:
    """Return the rounds of these matches from these seats, match by match."""
    return _found([(each.id, partial(_played_rounds, each, seat)) for each, seat in played])


def _played_rounds(stored: Stored, seat: int) -> list[PlayedRound]:
    return progress.played_rounds(stored.id, stored.read(), seat, stored.ended)


def file(stored: Stored) -> bytes:
    """Return the record, to keep."""
    return to_wire(to_json(stored.read()))


def lines(several: Sequence[Stored]) -> Found[bytes]:
    """Records, one per line."""
    return _found([(each.id, partial(_line, each)) for each in several])


def _line(stored: Stored) -> bytes:
    return encode(stored.read()).encode() + b"\n"


def check(stored: Stored) -> None:
    """Raise one of DAMAGED if a record cannot be read."""
    _match_summary(stored, None)


def seats(stored: Stored) -> list[tuple[str | None, str]]:
    """Return the bot, if it is one, and the name of each seat."""
    return [(seat.bot, seat.name) for seat in stored.read().seats]


def positions(stored: Stored, index: int) -> bytes:
    """Return every position of a round."""
    return to_wire(replaying.replay_round(stored.id, stored.read(), index))


def advice(stored: Stored, index: int, decision: int) -> bytes:
    """Return what could have been done at a decision."""
    return to_wire(record_advice(replaying.seen_at(stored.read(), index, decision)))


def imported(body: bytes, forbidden: frozenset[str]) -> str:
    """Return a record from elsewhere as it is stored here: checked, canonical, with acceptable names."""
    return encode(replaying.with_proper_names(replaying.checked_record(body), forbidden))


def position(text: str) -> bytes:
    """Return a position in one line, with the steps that led to it."""
    return to_wire(replaying.shared_position(replaying.parsed_position(text)))


def tidy_position(text: str) -> str:
    """Return a position as this program writes it, without what only some may know. Raises Refused."""
    seen = replaying.seen_in(replaying.parsed_position(text))
    return str(position_of(seen))


def position_advice(text: str) -> bytes:
    """Return what the seat to act could do there, if the position says what it holds."""
    return to_wire(record_advice(replaying.seen_in(replaying.parsed_position(text))))

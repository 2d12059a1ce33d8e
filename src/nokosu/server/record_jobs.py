"""What is computed about records and positions, beside the server (computing.py): texts in, JSON out.

A match of twenty rounds takes 10 ms to read and 100 ms to judge, in which a table could serve a hundred moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nokosu.bots.hints import record_advice
from nokosu.record import Record, decode, encode, to_json
from nokosu.table import replaying
from nokosu.wire.people import MatchSummary
from nokosu.wire.struct import encode as to_wire


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


def summary(stored: Stored, *, imported: bool) -> bytes:
    """What was played, without spoilers."""
    record = stored.read()
    # A proof that came with the file proves nothing about this server.
    fair = record.fairness is not None and not imported
    return to_wire(replaying.record_summary(stored.id, record, imported=imported, fair=fair, ended=stored.ended))


def match_summaries(played: Sequence[tuple[Stored, int | None]]) -> list[MatchSummary]:
    """Matches in the list of somebody who played them, in these seats."""
    return [replaying.match_summary(each.id, each.read(), seat=seat, ended=each.ended) for each, seat in played]


def file(stored: Stored) -> bytes:
    """The record, to keep."""
    return to_wire(to_json(stored.read()))


def lines(several: Sequence[Stored]) -> bytes:
    """Records, one per line."""
    return b"".join(encode(each.read()).encode() + b"\n" for each in several)


def seats(stored: Stored) -> list[tuple[str | None, str]]:
    """The bot, if it is one, and the name of each seat."""
    return [(seat.bot, seat.name) for seat in stored.read().seats]


def positions(stored: Stored, index: int) -> bytes:
    """Every position of a round."""
    return to_wire(replaying.replay_round(stored.id, stored.read(), index))


def advice(stored: Stored, index: int, decision: int) -> bytes:
    """What could have been done at a decision."""
    return to_wire(record_advice(replaying.seen_at(stored.read(), index, decision)))


def imported(body: bytes, forbidden: frozenset[str]) -> str:
    """A record from elsewhere as it is stored here: checked, canonical, with names that obey the rules for names."""
    return encode(replaying.with_proper_names(replaying.checked_record(body), forbidden))


def position(text: str) -> bytes:
    """A position in one line, with the steps that led to it."""
    return to_wire(replaying.shared_position(replaying.parsed_position(text)))


def position_advice(text: str) -> bytes:
    """What the seat to act could do there, if the position says what it holds."""
    return to_wire(record_advice(replaying.seen_in(replaying.parsed_position(text))))

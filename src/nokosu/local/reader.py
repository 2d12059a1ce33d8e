"""Finished matches on a device, to be stepped through: the server's answers to the same questions. Text in, text out.

    {"answer": …} or {"refused": Reason}

One record is open at a time, by its name.
"""

from __future__ import annotations

from collections.abc import Callable

from nokosu.bots.hints import record_advice
from nokosu.core.errors import reason
from nokosu.core.view import view
from nokosu.puzzles import shown as puzzles
from nokosu.record import Record, decode, match_at
from nokosu.record import encode as record_text
from nokosu.record.position import position_of
from nokosu.table import replaying
from nokosu.table.analysis import analysed
from nokosu.table.progress import played_rounds
from nokosu.table.refusal import Refused
from nokosu.wire.base import wire_reason
from nokosu.wire.struct import encode


class Reader:
    """The record that is open."""

    def __init__(self) -> None:
        self._name = ""
        self._record: Record | None = None

    def open(self, name: str, text: str) -> None:
        """Open a record: a file that was checked when it came here, or a match that was played here."""
        self._name, self._record = name, decode(text)

    def has(self, name: str) -> bool:
        """Return whether this record is open."""
        return self._record is not None and self._name == name

    def bring(self, name: str, text: str, now: int) -> str:
        """Check a record file; how the list of matches shows it, and the text to store."""

        def checked() -> object:
            record = replaying.with_proper_names(replaying.checked_record(text))
            shown = replaying.match_summary(name, record, seat=None, ended=now)
            return {"table": name, "match": shown, "figures": None, "record": record_text(record)}

        return answered(checked)

    def summary(self, *, imported: bool, ended: int) -> str:
        """Return what was played, without spoilers. A device proves nothing to its own player."""
        return answered(
            lambda: replaying.record_summary(self._name, self.record, imported=imported, fair=False, ended=ended)
        )

    def round(self, index: int) -> str:
        """Return every position of a round."""
        return answered(lambda: replaying.replay_round(self._name, self.record, index))

    def advice(self, index: int, decision: int) -> str:
        """Return what could have been done at a decision."""
        return answered(lambda: record_advice(replaying.seen_at(self.record, index, decision)))

    def rounds(self, seat: int, ended: int) -> str:
        """Return what the rounds came to for a seat."""
        return answered(lambda: played_rounds(self._name, self.record, seat, ended))

    def point(self, index: int, decision: int) -> str:
        """Return a decision in one line, with open cards and as its seat saw it, and the bot of each seat."""

        def found() -> object:
            match = match_at(self.record, index, decision)
            seen = position_of(view(match, match.to_act))
            bots = [seat.bot for seat in self.record.seats]
            return {"position": str(position_of(match)), "seen": str(seen), "bots": bots}

        return answered(found)

    def analyse(self, index: int, decision: int, seat: int | None = None) -> str:
        """Return a decision for the analysis board: as this seat knew it, or with open cards."""

        def found() -> object:
            match = match_at(self.record, index, decision)
            return analysed(position_of(match if seat is None else view(match, seat)))

        return answered(found)

    def position(self, text: str) -> str:
        """Return a position in one line, with the steps that led to it."""
        return answered(lambda: replaying.shared_position(replaying.parsed_position(text)))

    def position_advice(self, text: str) -> str:
        """Return what the seat to act could do there."""
        return answered(lambda: record_advice(replaying.seen_in(replaying.parsed_position(text))))

    def puzzle(self, puzzle: str) -> str:
        """Return a puzzle that comes with the program."""
        return answered(lambda: puzzles.shown(puzzles.found(puzzle)))

    def puzzle_line(self, puzzle: str, action: str) -> str:
        """Return how the round can end after an answer."""
        return answered(lambda: puzzles.line(puzzles.found(puzzle), action))

    @property
    def record(self) -> Record:
        """Return the record that is open. Raises Refused."""
        if self._record is None:
            raise Refused(reason("server.no-record"))
        return self._record


def answered(job: Callable[[], object]) -> str:
    """Return the answer as text, or why there is none."""
    try:
        return encode({"answer": job()}).decode()
    except Refused as refused:
        return encode({"refused": wire_reason(refused.why)}).decode()

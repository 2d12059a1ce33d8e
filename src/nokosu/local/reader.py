"""Finished matches on a device, to be stepped through: the server's answers to the same questions. Text in, text out.

    {"answer": …} or {"refused": Reason}

One record is open at a time, by its name.
"""

from __future__ import annotations

from collections.abc import Callable

from nokosu.bots.hints import record_advice
from nokosu.core.errors import reason
from nokosu.record import Record, decode
from nokosu.record import encode as record_text
from nokosu.table import replaying
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
        """What was played, without spoilers. A device proves nothing to its own player."""
        return answered(
            lambda: replaying.record_summary(self._name, self._open, imported=imported, fair=False, ended=ended)
        )

    def round(self, index: int) -> str:
        """Every position of a round."""
        return answered(lambda: replaying.replay_round(self._name, self._open, index))

    def advice(self, index: int, decision: int) -> str:
        """What could have been done at a decision."""
        return answered(lambda: record_advice(replaying.seen_at(self._open, index, decision)))

    def position(self, text: str) -> str:
        """A position in one line, with the steps that led to it."""
        return answered(lambda: replaying.shared_position(replaying.parsed_position(text)))

    def position_advice(self, text: str) -> str:
        """What the seat to act could do there."""
        return answered(lambda: record_advice(replaying.seen_in(replaying.parsed_position(text))))

    @property
    def _open(self) -> Record:
        if self._record is None:
            raise Refused(reason("server.no-record"))
        return self._record


def answered(job: Callable[[], object]) -> str:
    """The answer as text, or why there is none."""
    try:
        return encode({"answer": job()}).decode()
    except Refused as refused:
        return encode({"refused": wire_reason(refused.why)}).decode()

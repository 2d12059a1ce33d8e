"""Kernel states out of match records."""

from __future__ import annotations

from nokosu.kernel.state import State
from nokosu.record import Record, match_at


def state_at(record: Record, round_index: int | None = None, decision: int = 0) -> State:
    """A round of a record, counted from 0, after so many of its decisions; without a round, where it ends."""
    return State.from_round(match_at(record, round_index, decision).round)

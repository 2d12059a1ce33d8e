"""The record of a table's match."""

from __future__ import annotations

from nokosu.record.assists import with_assists
from nokosu.record.fairness import fairness_of
from nokosu.record.model import Record, SeatInfo, Status
from nokosu.record.writer import record_of
from nokosu.table.public import Names
from nokosu.table.state import State


def record(state: State, names: Names) -> Record:
    """Return the record of a match that is over; its proof of the deals only where it was played to the end."""
    assert state.match is not None
    finished = state.status == "finished"
    seats = [SeatInfo(chair.bot or names.get(chair.person or "", ""), chair.bot) for chair in state.chairs]
    # A deal or a seed that was given follows from no secret.
    proved = finished and state.seed is None and state.deal is None
    fairness = fairness_of(bytes.fromhex(state.secret), state.nonces()) if proved else None
    status = Status.FINISHED if finished else Status.ABANDONED
    written = record_of(state.match, seats, status=status, substitutions=state.substitutions, fairness=fairness)
    return with_assists(written, state.assists)

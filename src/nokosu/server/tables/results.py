"""When a match is over: its record, without names, and the figures of the people who played it unassisted."""

from __future__ import annotations

from nokosu.core.match import Match
from nokosu.record.assists import with_assists
from nokosu.record.codec import encode
from nokosu.record.fairness import fairness_of
from nokosu.record.model import SeatInfo, Status
from nokosu.record.writer import record_of
from nokosu.server.store import Statement
from nokosu.server.store.records import RecordRow, Result
from nokosu.table.state import State


def closing_statements(state: State, at: int) -> list[Statement]:
    """Return what is stored together with the last entry."""
    match = state.match
    if match is None:
        return []
    finished = state.status == "finished"
    # People's names are looked up when a record is read; nothing of them is stored here.
    seats = [SeatInfo(chair.bot or "", chair.bot) for chair in state.chairs]
    fairness = fairness_of(bytes.fromhex(state.secret), state.nonces()) if finished else None
    status = Status.FINISHED if finished else Status.ABANDONED
    record = record_of(match, seats, status=status, substitutions=state.substitutions, fairness=fairness)
    body = encode(with_assists(record, state.assists))
    row = RecordRow(state.table, None, status.value, state.settings.public, at, body)
    counted = state.people() if finished and not state.assists else []
    return [row.insert(), *(_result(state, match, seat, at).insert() for seat in counted)]


def _result(state: State, match: Match, seat: int, at: int) -> Result:
    rounds = match.rounds
    made = [each.score[seat].made for each in rounds]
    zero = [each.zero[seat] for each in rounds]
    return Result(
        record=state.table,
        seat=seat,
        person=state.chairs[seat].person or "",
        edition=match.ruleset.edition,
        players=match.ruleset.players,
        rounds=len(rounds),
        won=seat in match.winners,
        contracts_made=sum(made),
        zero_tried=sum(zero),
        zero_made=sum(1 for was_zero, was_made in zip(zero, made, strict=True) if was_zero and was_made),
        points=match.totals[seat],
        ended=at,
    )

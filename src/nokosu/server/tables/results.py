"""When a match is over: its record, without names, and the figures of the people who played it unassisted."""

from __future__ import annotations

from nokosu.core.match import Match
from nokosu.record.codec import encode
from nokosu.server.store import Statement
from nokosu.server.store.records import RecordRow, Result
from nokosu.table.matches import record
from nokosu.table.state import TAKEN_OVER, State


def closing_statements(state: State, at: int) -> list[Statement]:
    """Return what is stored together with the last entry."""
    match = state.match
    if match is None:
        return []
    # People's names are looked up when a record is read; nothing of them is stored here.
    made = record(state, {})
    row = RecordRow(state.table, None, made.status.value, state.settings.public, at, encode(made))
    # A match that two people have played in one seat is nobody's own.
    shared = {each.seat for each in state.substitutions if each.why == TAKEN_OVER}
    counts = state.status == "finished" and not state.assists
    counted = [seat for seat in state.people() if counts and seat not in shared]
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

"""When a match is over: its record, without names, and the figures of the people who played it unassisted."""

from __future__ import annotations

from nokosu.core.match import Match
from nokosu.events.tables import result_of
from nokosu.record.codec import encode
from nokosu.server.store import Statement, contests, daily
from nokosu.server.store.records import RecordRow, Result
from nokosu.table.daily import line_of
from nokosu.table.matches import record
from nokosu.table.results import counted_seats, figures
from nokosu.table.state import State


def closing_statements(state: State, at: int) -> list[Statement]:
    """Return what is stored together with the last entry."""
    match = state.match
    if match is None:
        return []
    # People's names are looked up when a record is read; nothing of them is stored here.
    made = record(state, {})
    status = "sealed" if state.sealed and state.status == "finished" else made.status.value
    row = RecordRow(state.table, None, status, state.settings.public, at, encode(made), state.settings.rated)
    results = [_result(state, match, seat, at).insert() for seat in counted_seats(state)]
    return [row.insert(), *results, *_daily_result(state, match, at), *_contest_result(state, match, at)]


def _daily_result(state: State, match: Match, at: int) -> list[Statement]:
    """Return the figures of an attempt at the deal of the day; one that ends too late has none."""
    event = state.event
    if event is None or event.kind != "daily" or state.status != "finished":
        return []
    if event.ranked and event.closes is not None and at >= event.closes:
        return []
    return [daily.finished(state.table, line_of(match, seat)) for seat in state.people()]


def _contest_result(state: State, match: Match, at: int) -> list[Statement]:
    """Return how a contest's table was played; one that was ended before has no result."""
    if state.event is None or state.event.contest is None:
        return []
    result = result_of(state, match) if state.status == "finished" else None
    return [contests.finished(state.table, at, result)]


def _result(state: State, match: Match, seat: int, at: int) -> Result:
    own = figures(match, seat)
    return Result(
        record=state.table,
        seat=seat,
        person=state.chairs[seat].person or "",
        edition=own.edition,
        players=own.players,
        rounds=own.rounds,
        won=bool(own.wins),
        contracts_made=own.contracts_made,
        zero_tried=own.zero_tried,
        zero_made=own.zero_made,
        points=match.totals[seat],
        ended=at,
    )

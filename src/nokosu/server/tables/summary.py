"""A table in lists: the rows stored beside its log, and their public form."""

from __future__ import annotations

import msgspec

from nokosu.server.names import Names
from nokosu.server.store.tables import TableRow
from nokosu.table.clocks import HOUR_MS
from nokosu.table.create import rounds
from nokosu.table.public import NAMELESS
from nokosu.table.state import State
from nokosu.wire.lobby import SeatSummary, TableSettings, TableStatus, TableSummary


class StoredSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players; people by their IDs, so that a deleted one has no name."""

    person: str | None = None
    bot: str | None = None


class StoredSummary(msgspec.Struct, frozen=True):
    """What a list shows and does not search for."""

    settings: TableSettings
    seats: list[StoredSeat]
    since: int = 0
    """Days per move: since when the seat to act is waited for."""
    round: int | None = None


def row(state: State, at: int) -> TableRow:
    """The row stored beside the log."""
    seat = state.to_act
    turn_of = None
    if seat is not None and not state.chairs[seat].playing_bot:
        turn_of = state.chairs[seat].person
    return TableRow(
        id=state.table,
        code=state.code,
        status=state.status,
        listed=state.settings.public,
        summary=_stored(state),
        created=state.created,
        updated=at,
        turn_of=turn_of,
    )


def _stored(state: State) -> str:
    days = state.settings.pace.kind == "days"
    seats = [StoredSeat(chair.person, chair.bot) for chair in state.chairs]
    number = state.match.round_index if state.match else None
    return msgspec.json.encode(StoredSummary(state.settings, seats, state.turn_since if days else 0, number)).decode()


def persons(table: TableRow) -> list[str]:
    """The people at a table."""
    stored = msgspec.json.decode(table.summary, type=StoredSummary)
    return [seat.person for seat in stored.seats if seat.person]


def summary(table: TableRow, person: str | None, names: Names) -> TableSummary:
    """A table as this person sees it in a list."""
    stored = msgspec.json.decode(table.summary, type=StoredSummary)
    own = next((seat for seat, each in enumerate(stored.seats) if person and each.person == person), None)
    settings, due = stored.settings, None
    if settings.pace.kind == "days" and table.turn_of is not None:
        due = stored.since + settings.pace.hours_a_move * HOUR_MS
    return TableSummary(
        table=table.id,
        code=table.code,
        settings=settings,
        status=msgspec.convert(table.status, TableStatus),
        seats=[_seat(each, names) for each in stored.seats],
        created=table.created,
        seat=own,
        your_turn=person is not None and table.turn_of == person,
        move_due=due,
        round=stored.round,
        rounds=rounds(settings),
    )


def _seat(seat: StoredSeat, names: Names) -> SeatSummary:
    if seat.person:
        return SeatSummary(kind="person", name=names.get(seat.person, NAMELESS), face=names.faces.get(seat.person))
    return SeatSummary(kind="bot", name=seat.bot, bot=seat.bot) if seat.bot else SeatSummary(kind="open")

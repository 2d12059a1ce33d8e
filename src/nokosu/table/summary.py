"""A table in lists: what is stored beside its log, and how a person sees it. People are stored by their ids."""

from __future__ import annotations

from nokosu.table.clocks import HOUR_MS
from nokosu.table.create import rounds
from nokosu.table.public import NAMELESS, Names
from nokosu.table.state import State
from nokosu.wire.lobby import SeatSummary, TableSettings, TableStatus, TableSummary
from nokosu.wire.struct import Struct, decoder


class StoredSeat(Struct, frozen=True, omit_defaults=True):
    """The player of a seat; a person by their id, so that a deleted one has no name."""

    person: str | None = None
    bot: str | None = None


class StoredSummary(Struct, frozen=True):
    """What a list shows and does not search for."""

    settings: TableSettings
    seats: list[StoredSeat]
    since: int = 0
    """Days per move: since when the seat to act is waited for."""
    round: int | None = None


read_summary = decoder(StoredSummary)


def stored_summary(state: State) -> StoredSummary:
    """Return what a list will show of a table."""
    days = state.settings.pace.kind == "days"
    seats = [StoredSeat(chair.person, chair.bot) for chair in state.chairs]
    number = state.match.round_index if state.match else None
    return StoredSummary(state.settings, seats, state.turn_since if days else 0, number)


def turn_of(state: State) -> str | None:
    """Return the person who is waited for; None where it is a bot or nobody."""
    seat = state.to_act
    return None if seat is None or state.chairs[seat].playing_bot else state.chairs[seat].person


def shown_summary(
    stored: StoredSummary,
    person: str | None,
    names: Names,
    faces: Names,
    *,
    table: str,
    code: str,
    status: TableStatus,
    created: int,
    waits_for: str | None,
) -> TableSummary:
    """Return a table as this person sees it in a list."""
    own = next((seat for seat, each in enumerate(stored.seats) if person and each.person == person), None)
    settings, due = stored.settings, None
    if settings.pace.kind == "days" and waits_for is not None:
        due = stored.since + settings.pace.hours_a_move * HOUR_MS
    return TableSummary(
        table=table,
        code=code,
        settings=settings,
        status=status,
        seats=[_seat(each, names, faces) for each in stored.seats],
        created=created,
        seat=own,
        your_turn=person is not None and waits_for == person,
        move_due=due,
        round=stored.round,
        rounds=rounds(settings),
    )


def _seat(seat: StoredSeat, names: Names, faces: Names) -> SeatSummary:
    if seat.person:
        return SeatSummary(kind="person", name=names.get(seat.person, NAMELESS), face=faces.get(seat.person))
    return SeatSummary(kind="bot", name=seat.bot, bot=seat.bot) if seat.bot else SeatSummary(kind="open")

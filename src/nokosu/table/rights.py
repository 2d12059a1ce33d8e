"""Permissions at a table: every command names the role it needs; tests check every cell."""

from __future__ import annotations

from nokosu.core.errors import reason
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire.commands import Command, Role


def check(state: State, person: str | None, seat: int | None, command: Command) -> None:
    """Refuse what this person in this seat may not ask for, whatever the state of the match."""
    if seat is not None:
        role = Role.HOST if seat == state.host else Role.SEAT
    else:
        role = Role.STRANGER if person is None else Role.PERSON
    if role >= command.role:
        return
    match command.role:
        case Role.HOST:
            raise Refused(reason("table.not-host"))
        case Role.SEAT:
            raise Refused(reason("table.no-seat"))
        case _:
            raise Refused(reason("server.no-name"))


def may_watch(state: State, person: str | None) -> bool:
    """Return whether a person may see this table: its players always, others to sit down or as spectators."""
    return state.settings.spectators or state.status == "open" or state.seat_of(person) is not None

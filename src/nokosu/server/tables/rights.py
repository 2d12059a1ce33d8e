"""Who may say what to a table. Every kind of command stands here; tests go through it cell by cell."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from nokosu.core.errors import reason
from nokosu.server.tables.state import State
from nokosu.table.refusal import Refused
from nokosu.wire import commands as ask


class Role(IntEnum):
    """What somebody is at a table. Each may do all that those before may."""

    STRANGER = 0
    PERSON = 1
    SEAT = 2
    HOST = 3


RIGHTS: Final[dict[type[ask.Command], Role]] = {
    ask.Ping: Role.STRANGER,
    ask.Sit: Role.PERSON,
    ask.Move: Role.SEAT,
    ask.React: Role.SEAT,
    ask.AskTakeBack: Role.SEAT,
    ask.AnswerTakeBack: Role.SEAT,
    ask.Abandon: Role.SEAT,
    ask.Return: Role.SEAT,
    ask.Leave: Role.SEAT,
    ask.Rematch: Role.SEAT,
    ask.SetSeat: Role.HOST,
    ask.Start: Role.HOST,
    ask.HandToBot: Role.HOST,
    ask.Pause: Role.HOST,
    ask.Resume: Role.HOST,
    ask.HandOver: Role.HOST,
}


def role(state: State, person: str | None) -> Role:
    """What this person (None: nobody known) is here."""
    if person is None:
        return Role.STRANGER
    seat = state.seat_of(person)
    if seat is None:
        return Role.PERSON
    return Role.HOST if seat == state.host else Role.SEAT


def check(state: State, person: str | None, command: ask.Command) -> None:
    """Refuse what this person may not ask for, whatever the state of the match."""
    needed = RIGHTS[type(command)]
    if role(state, person) >= needed:
        return
    match needed:
        case Role.HOST:
            raise Refused(reason("table.not-host"))
        case Role.SEAT:
            raise Refused(reason("table.no-seat"))
        case _:
            raise Refused(reason("server.no-name"))


def may_watch(state: State, person: str | None) -> bool:
    """Whether somebody may see this table at all: its seats always, others to sit down or where spectators may be."""
    return state.settings.spectators or state.status == "open" or state.seat_of(person) is not None

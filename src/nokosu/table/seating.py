"""Sitting down, standing up, starting: what hosts and guests do around a match. Pure."""

from __future__ import annotations

from nokosu.core.errors import reason
from nokosu.core.ruleset import Ruleset
from nokosu.table.policy import HostPolicy
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire import commands as ask
from nokosu.wire.entries import AnyEntry, HostChanged, Seated, Started, StoodIn, TakenOver, Unseated

Entries = list[AnyEntry]


def known_bot(name: str, policy: HostPolicy, rules: Ruleset) -> str:
    """Return a bot that the operator allows, by its name; nothing else ever starts one.

    House rules may have more dice or tricks than a bot can think about.
    """
    if name not in policy.bots:
        raise Refused(reason("table.unknown-bot", bots=", ".join(policy.bots)))
    if not policy.can_play(name, rules):
        able = [bot for bot in policy.bots if policy.can_play(bot, rules)]
        raise Refused(reason("house.bot-cannot", bot=name, bots=", ".join(able)))
    return name


def _open(state: State) -> None:
    if state.status != "open":
        raise Refused(reason("table.started"))


def _seat(state: State, seat: int) -> int:
    if seat >= len(state.chairs):
        raise Refused(reason("table.no-such-seat", seats=str(len(state.chairs))))
    return seat


def sit(state: State, person: str, command: ask.Sit) -> Entries:
    """Sit down on a seat, or on the first open one; the match begins when all are taken."""
    if state.settings.substitutes and state.status in {"playing", "paused"}:
        return _take_over(state, person, command)
    _open(state)
    if state.seat_of(person) is not None:
        raise Refused(reason("table.seated"))
    free = [seat for seat, chair in enumerate(state.chairs) if chair.open]
    if not free:
        raise Refused(reason("table.full"))
    seat = free[0] if command.seat is None else _seat(state, command.seat)
    if seat not in free:
        raise Refused(reason("table.taken"))
    sat = Seated(seat=seat, person=person, nonce=command.nonce)
    begins = state.settings.start_when_full and free == [seat]
    return [sat, Started()] if begins else [sat]


def _take_over(state: State, person: str, command: ask.Sit) -> Entries:
    """Play on for somebody who has left."""
    if state.seat_of(person) is not None:
        raise Refused(reason("table.seated"))
    left = [seat for seat, chair in enumerate(state.chairs) if chair.why == "left"]
    if not left:
        raise Refused(reason("table.nobody-left"))
    seat = left[0] if command.seat is None else _seat(state, command.seat)
    if seat not in left:
        raise Refused(reason("table.taken"))
    return [TakenOver(seat=seat, person=person)]


def leave(state: State, seat: int, bot: str) -> Entries:
    """Open the seat again before the start; later a bot plays on. A host who leaves hands over."""
    if state.ended is not None:
        raise Refused(reason("table.over"))
    others = [other for other in state.people() if other != seat and state.chairs[other].why != "left"]
    new_host: Entries = []
    if state.host == seat:
        new_host = [HostChanged(seat=others[0] if others else None)]
    if state.status == "open":
        return [Unseated(seat=seat), *new_host]
    if state.chairs[seat].why == "left":
        raise Refused(reason("table.left"))
    return [StoodIn(seat=seat, bot=bot, why="left"), *(new_host if others else [])]


def set_seat(state: State, command: ask.SetSeat, policy: HostPolicy) -> Entries:
    """Let the host put a bot on a seat, or open it."""
    _open(state)
    seat = _seat(state, command.seat)
    if seat == state.host:
        raise Refused(reason("table.host-sits-there"))
    freed: Entries = [] if state.chairs[seat].open else [Unseated(seat=seat, why="host")]
    if command.bot is None:
        return freed
    return [*freed, Seated(seat=seat, bot=known_bot(command.bot, policy, state.ruleset))]


def start(state: State, command: ask.Start, policy: HostPolicy) -> Entries:
    """Deal; seats that are still open get a bot, where the host names one."""
    _open(state)
    free = [seat for seat, chair in enumerate(state.chairs) if chair.open]
    if free and command.fill_with is None:
        raise Refused(reason("table.seats-open", count=str(len(free))))
    filled: Entries = [
        Seated(seat=seat, bot=known_bot(command.fill_with or "", policy, state.ruleset)) for seat in free
    ]
    return [*filled, Started()]


def hand_over(state: State, seat: int) -> Entries:
    """Make another person the host."""
    if state.chairs[_seat(state, seat)].person is None:
        raise Refused(reason("table.no-person-there", seat=str(seat)))
    return [HostChanged(seat=seat)]

"""The public facts about a table that are not in a view: seats, questions, the proof of the deal."""

from __future__ import annotations

from types import MappingProxyType

from nokosu.record.fairness import commitment
from nokosu.table import clocks
from nokosu.table.decide import asked_about_abandoning, asked_about_take_back
from nokosu.table.highlight import remarkable
from nokosu.table.public import NAMELESS, Names
from nokosu.table.state import State
from nokosu.wire import tables as wire


def table_state(state: State, names: Names, faces: Names = MappingProxyType({})) -> wire.TableState:
    """Return the public facts about a table."""
    return wire.TableState(
        table=state.table,
        code=state.code,
        settings=state.settings,
        status=state.status,
        seats=[_seat(state, seat, names, faces) for seat in range(len(state.chairs))],
        host=state.host,
        fairness=_fairness(state),
        take_back=_take_back(state),
        abandon=_abandon(state),
        bot_pace=state.bot_pace,
        between_rounds=state.between_rounds,
        others_resume=clocks.others_resume_at(state) if state.status == "paused" else None,
        assisted=sorted({each.seat for each in state.assists if each.kind != "position"}),
        practice=state.deal is not None,
        rematch=state.rematch,
        event=state.event,
        highlight=remarkable(state.match) if state.match and state.status == "finished" else None,
        created=state.created,
        ended=state.ended,
    )


def _seat(state: State, seat: int, names: Names, faces: Names) -> wire.SeatInfo:
    chair = state.chairs[seat]
    stand_in = None
    if chair.stand_in and chair.why:
        stand_in = wire.StandIn(bot=chair.stand_in, why=chair.why, once=chair.once)
    return wire.SeatInfo(
        kind="open" if chair.open else "person" if chair.person else "bot",
        name=names.get(chair.person, NAMELESS) if chair.person else chair.bot,
        bot=chair.bot,
        face=faces.get(chair.person) if chair.person else None,
        stand_in=stand_in,
        nonce=chair.nonce,
    )


def _fairness(state: State) -> wire.Fairness:
    """Reveal the secret when the match is over, and never before; that of a sealed event is in its records alone."""
    return wire.Fairness(
        commitment=commitment(bytes.fromhex(state.secret)).hex(),
        nonces=[chair.nonce for chair in state.chairs],
        secret=state.secret if state.status == "finished" and not state.sealed else None,
    )


def _take_back(state: State) -> wire.TakeBackRequest | None:
    if state.take_back_request is None:
        return None
    seat, seq = state.take_back_request
    asked = [other for other in asked_about_take_back(state, seat) if other not in state.agreed]
    return wire.TakeBackRequest(seat=seat, seq=seq, agreed=sorted(state.agreed), asked=asked)


def _abandon(state: State) -> wire.AbandonRequest | None:
    if not state.abandon or state.ended is not None:
        return None
    asked = [seat for seat in asked_about_abandoning(state) if seat not in state.abandon]
    return wire.AbandonRequest(agreed=sorted(state.abandon), asked=asked)

"""What a command does to a table: the entries that it adds to the log, or a refusal. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from nokosu.core.errors import IllegalAction, NotationError, reason
from nokosu.core.help import why_wait
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.server.tables import clocks, seating
from nokosu.server.tables import entries as log
from nokosu.server.tables.clocks import Downtimes
from nokosu.server.tables.rights import check
from nokosu.server.tables.state import State, played
from nokosu.table.refusal import Refused
from nokosu.wire import commands as ask

Entries = list[log.AnyEntry]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision depends on besides the log: the time, and which bots there are."""

    now: int
    downtimes: Downtimes
    bots: tuple[str, ...]
    default_bot: str


def decide(state: State, person: str | None, command: ask.AnyCommand, about: Circumstances) -> Entries:  # noqa: C901, PLR0912  one case a command
    """The entries that this command adds; none where it changes nothing. Raises Refused."""
    check(state, person, command)
    seat = state.seat_of(person)
    match command:
        case ask.Ping():
            return []
        case ask.Sit():
            assert person is not None
            return seating.sit(state, person, command)
        case ask.Start():
            return seating.start(state, command, about.bots)
        case ask.SetSeat():
            return seating.set_seat(state, command, about.bots)
        case ask.Rematch():
            # Making the new table is the hub's work; here only whether it may be.
            if state.ended is None:
                raise Refused(reason("table.not-over"))
            return []
        case _:
            pass
    assert seat is not None
    match command:
        case ask.Leave():
            return seating.leave(state, seat, about.default_bot)
        case ask.HandOver():
            return seating.hand_over(state, command.seat)
        case ask.React():
            return [log.Reacted(seat=seat, reaction=command.reaction)]
        case ask.Move():
            return _move(state, seat, command, about)
        case ask.AskTakeBack():
            return _ask_back(state, seat, command)
        case ask.AnswerTakeBack():
            return _answer_back(state, seat, command)
        case ask.Abandon():
            return _abandon(state, seat, agree=command.agree)
        case ask.Return():
            return [log.Returned(seat=seat)] if state.chairs[seat].stand_in else []
        case ask.HandToBot():
            return _hand_to_bot(state, command, about)
        case ask.Pause():
            return _pause(state, about)
        case ask.Resume():
            if state.status != "paused":
                raise Refused(reason("table.not-paused"))
            return [log.Resumed()]
        case _:
            assert_never(command)


def _playing(state: State) -> Match:
    if state.status != "playing" or state.match is None:
        raise Refused(reason("table.not-playing"))
    return state.match


def _move(state: State, seat: int, command: ask.Move, about: Circumstances) -> Entries:
    match = _playing(state)
    if command.expected_seq < state.play_seq:
        raise Refused(reason("table.stale", seq=str(state.seq)), stale=True)
    if command.expected_seq > state.seq:
        raise Refused(reason("table.future", seq=str(state.seq)))
    waiting = why_wait(seat, match.to_act, match.round.phase)
    if waiting:
        raise Refused(waiting)
    spent = clocks.used(state, about.now, about.downtimes)
    back: Entries = [log.Returned(seat=seat)] if state.chairs[seat].stand_in else []
    return [*back, *act(match, seat, command.action, "person", 0 if back else spent)]


def act(match: Match, seat: int, text: str, by: log.By, spent: int = 0) -> Entries:
    """An action of the seat to act, and the end of the match where it is the last one."""
    try:
        action = parse_action(text, match.round.phase)
        after = played(match, action)
    except NotationError:
        raise Refused(reason("table.no-action", phase=match.round.phase.value)) from None
    except IllegalAction as error:
        raise Refused(error.reason) from None
    did = log.Moved(seat=seat, action=str(action), by=by, spent=spent)
    return [did, log.Ended(status="finished")] if after.over else [did]


def _ask_back(state: State, seat: int, command: ask.AskTakeBack) -> Entries:
    match = _playing(state)
    if not state.settings.take_backs:
        raise Refused(reason("table.no-take-backs"))
    last = state.last
    if last is None or last.seat != seat or command.expected_seq < state.play_seq:
        raise Refused(reason("table.nothing-to-take-back"))
    # A new hand has been seen: what was played to get there stays.
    if match.round_index != last.before.round_index:
        raise Refused(reason("table.round-over"))
    if not asked_about_take_back(state, seat):
        return [log.TakenBack(seat=seat, action_seq=last.seq)]
    return [log.TakeBackAsked(seat=seat, action_seq=last.seq)]


def asked_about_take_back(state: State, seat: int) -> list[int]:
    """The other people, as far as no bot stands in for them."""
    return [other for other in state.people() if other != seat and not state.chairs[other].stand_in]


def _answer_back(state: State, seat: int, command: ask.AnswerTakeBack) -> Entries:
    if state.asking is None or state.asking[1] != command.seq or state.asking[0] == seat:
        raise Refused(reason("table.nobody-asked"))
    answer = log.TakeBackAnswered(seat=seat, agree=command.agree)
    asker, action_seq = state.asking
    if command.agree and state.agreed | {seat} >= set(asked_about_take_back(state, asker)):
        return [answer, log.TakenBack(seat=asker, action_seq=action_seq)]
    return [answer]


def asked_about_abandoning(state: State) -> list[int]:
    """Everybody whose match it is: people for whom no bot stands in, and not who ran out of time."""
    return [
        seat
        for seat in state.people()
        if state.out_of_time != seat and state.chairs[seat].why not in {"left", "away", "timeout"}
    ]


def _abandon(state: State, seat: int, *, agree: bool) -> Entries:
    if state.status not in {"playing", "paused"}:
        raise Refused(reason("table.not-playing"))
    if not agree and not state.abandon:
        raise Refused(reason("table.nobody-asked"))
    said = log.AbandonAnswered(seat=seat, agree=agree)
    if agree and state.abandon | {seat} >= set(asked_about_abandoning(state)):
        return [said, log.Ended(status="abandoned")]
    return [said]


def _hand_to_bot(state: State, command: ask.HandToBot, about: Circumstances) -> Entries:
    _playing(state)
    if command.seat >= len(state.chairs) or state.chairs[command.seat].person is None:
        raise Refused(reason("table.no-person-there", seat=str(command.seat)))
    if state.chairs[command.seat].stand_in:
        raise Refused(reason("table.bot-there", seat=str(command.seat)))
    bot = seating.known_bot(command.bot or about.default_bot, about.bots)
    return [log.StoodIn(seat=command.seat, bot=bot, why="host")]


def _pause(state: State, about: Circumstances) -> Entries:
    _playing(state)
    return [log.Paused(spent=about.downtimes.elapsed(state.turn_since, about.now))]

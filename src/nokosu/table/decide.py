"""What a command does to a table: the entries that it adds to the log, or a refusal. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, assert_never

from nokosu.core.errors import IllegalAction, NotationError, reason
from nokosu.core.help import why_wait
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.round import Phase
from nokosu.table import clocks, rated, seating
from nokosu.table.policy import HostPolicy
from nokosu.table.refusal import Refused
from nokosu.table.rights import check
from nokosu.table.state import State
from nokosu.wire import commands as ask
from nokosu.wire.entries import (
    AbandonAnswered,
    AnyEntry,
    BotPaceSet,
    By,
    Continued,
    Ended,
    Hinted,
    Moved,
    Paused,
    Reacted,
    Resumed,
    Returned,
    StoodIn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimedOut,
)
from nokosu.wire.lobby import EventRef

Entries = list[AnyEntry]
_GONE: Final = frozenset({"left", "away", "timeout"})
"""Why a bot plays for people who are no longer asked. A host who hands a seat to a bot does not silence its person."""


_NOT_IN_EVENTS: Final = (ask.AskTakeBack, ask.HandToBot, ask.Rematch, ask.SetSeat, ask.Undo)
_NOT_WHERE_RANKED: Final = (ask.Abandon, ask.Leave, ask.Pause)
"""An attempt is made once: it can be interrupted, and goes on where it was."""


class Decision(NamedTuple):
    """The entries that something adds to the log, and the match after the move among them, if there is one."""

    entries: Sequence[AnyEntry]
    after: Match | None = None


def decide(
    state: State,
    person: str | None,
    command: ask.AnyCommand,
    policy: HostPolicy,
    now: int,
    absent: Mapping[int, int] = MappingProxyType({}),
) -> Decision:
    """Return what this command adds to the log; nothing where it changes nothing. Raises Refused.

    `absent` are the seats whose people are not connected, and for how many milliseconds.
    """
    seat = state.seat_of(person)
    check(state, person, seat, command)
    if state.event is not None:
        _check_event(state, state.event, command, now)
    rated.check(state, seat, command)
    if isinstance(command, ask.Move):
        return _move(state, seat, command, policy, now)
    if isinstance(command, ask.HandToBot):
        return Decision(_hand_to_bot(state, seat, command, policy, now, absent))
    return Decision(_entries(state, person, seat, command, policy, now))


def _check_event(state: State, event: EventRef, command: ask.AnyCommand, now: int) -> None:
    """Refuse what would give one person more than the others have: help, time, another deal."""
    # At a contest's table of several people a bot plays on, so that the others can.
    bot_plays_on = isinstance(command, ask.Leave) and event.contest is not None and not state.alone
    ranked = event.ranked and isinstance(command, _NOT_WHERE_RANKED) and not bot_plays_on
    if ranked or isinstance(command, _NOT_IN_EVENTS):
        raise Refused(reason("table.event"))
    if event.ranked and event.closes is not None and isinstance(command, ask.Move) and now >= event.closes:
        raise Refused(reason("table.event-over"))


def _entries(  # noqa: C901, PLR0912  one case per command
    state: State, person: str | None, seat: int | None, command: ask.AnyCommand, policy: HostPolicy, now: int
) -> Entries:
    match command:
        case ask.Ping() | ask.Move() | ask.HandToBot():
            return []
        case ask.Sit():
            assert person is not None
            return seating.sit(state, person, command)
        case ask.Start():
            return seating.start(state, command, policy)
        case ask.SetSeat():
            return seating.set_seat(state, command, policy)
        case _:
            assert seat is not None
    match command:
        case ask.Leave():
            return seating.leave(state, seat, rated.stand_in(state, policy.default_bot))
        case ask.HandOver():
            return seating.hand_over(state, command.seat)
        case ask.React():
            return [Reacted(seat=seat, reaction=command.reaction)]
        case ask.AskTakeBack():
            return _ask_back(state, seat, command)
        case ask.Undo():
            return _undo(state, seat, command)
        case ask.SetBotPace():
            return _set_bot_pace(state, command)
        case ask.Continue():
            return [Continued(seat=seat)] if state.between_rounds else []
        case ask.AnswerTakeBack():
            return _answer_back(state, seat, command)
        case ask.Abandon():
            return _abandon(state, seat, agree=command.agree)
        case ask.Return():
            return [Returned(seat=seat)] if state.chairs[seat].stand_in else []
        case ask.Pause():
            _playing(state)
            return [Paused(spent=policy.downtimes.elapsed(state.turn_since, now))]
        case ask.Resume():
            return _resume(state, seat, now)
        case ask.Rematch():
            # Host.rematch has the new table; here only whether it may be.
            if state.ended is None:
                raise Refused(reason("table.not-over"))
            return []
        case _:
            assert_never(command)


def _playing(state: State) -> Match:
    if state.status != "playing" or state.match is None:
        raise Refused(reason("table.not-playing"))
    return state.match


def _move(state: State, seat: int | None, command: ask.Move, policy: HostPolicy, now: int) -> Decision:
    match = _playing(state)
    assert seat is not None
    if command.expected_seq < state.play_seq:
        raise Refused(reason("table.stale", seq=state.seq), stale=True)
    if command.expected_seq > state.seq:
        raise Refused(reason("table.future", seq=state.seq))
    waiting = why_wait(seat, match.to_act, match.round.phase)
    if waiting:
        raise Refused(waiting)
    if state.chairs[seat].stand_in:
        entries, after = act(match, seat, command.action, "person")
        return Decision([Returned(seat=seat), *entries], after)
    return act(match, seat, command.action, "person", clocks.used(state, now, policy.downtimes))


def act(match: Match, seat: int, text: str, by: By, spent: int = 0) -> Decision:
    """Return an action of the seat to act, and the end of the match where it is the last one."""
    try:
        action = parse_action(text, match.round.phase)
        after = match.apply(action)
    except NotationError:
        raise Refused(reason("table.no-action", phase=match.round.phase.value)) from None
    except IllegalAction as error:
        raise Refused(error.reason) from None
    moved = Moved(seat=seat, action=str(action), by=by, spent=spent)
    return Decision([moved, Ended(status="finished")] if after.over else [moved], after)


def overdue(state: State, away_since: int | None, policy: HostPolicy, now: int) -> Decision:
    """Return what happens by itself where a clock has run out, or the seat to act has been away for too long."""
    seat = state.to_act
    if seat is None or state.chairs[seat].playing_bot:
        return Decision([])
    bot = rated.stand_in(state, policy.fallback_bot)
    if clocks.left(state, now, policy.downtimes) == 0:
        if state.settings.pace.on_timeout == "bot":
            once = state.chairs[seat].missed + 1 < state.settings.pace.missed_moves
            return Decision([StoodIn(seat=seat, bot=bot, why="timeout", once=once)])
        return Decision([TimedOut(seat=seat)])
    if clocks.absence(state, away_since, now).grace_ms == 0:
        return Decision([StoodIn(seat=seat, bot=bot, why="away")])
    return Decision([])


def _ask_back(state: State, seat: int, command: ask.AskTakeBack) -> Entries:
    match = _playing(state)
    if not state.settings.take_backs:
        raise Refused(reason("table.no-take-backs"))
    # A new hand has been seen: what was played to get there stays.
    if match.round_index and not match.round.decisions:
        raise Refused(reason("table.round-over"))
    newest = state.history.points[-1:]
    if not newest or newest[0].seat != seat or command.expected_seq < state.play_seq:
        raise Refused(reason("table.nothing-to-take-back"))
    if newest[0].seq == state.take_back_refused:
        raise Refused(reason("table.take-back-refused"))
    if not asked_about_take_back(state, seat):
        return [TakenBack(seat=seat, action_seq=newest[0].seq)]
    return [TakeBackAsked(seat=seat, action_seq=newest[0].seq)]


def _undo(state: State, seat: int, command: ask.Undo) -> Entries:
    _playing(state)
    if not state.alone:
        raise Refused(reason("table.undo-alone"))
    if not state.settings.take_backs:
        raise Refused(reason("table.no-take-backs"))
    newest = state.undoable
    if newest is None:
        raise Refused(reason("table.nothing-to-undo"))
    if command.action_seq != newest:
        raise Refused(reason("table.stale", seq=state.seq), stale=True)
    undone = TakenBack(seat=seat, action_seq=command.action_seq)
    return [Returned(seat=seat), undone] if state.chairs[seat].stand_in else [undone]


def _set_bot_pace(state: State, command: ask.SetBotPace) -> Entries:
    if len(state.people()) > 1:
        raise Refused(reason("table.pace-alone"))
    return [] if command.bot_pace == state.bot_pace else [BotPaceSet(bot_pace=command.bot_pace)]


def hint(state: State, person: str | None) -> Decision:
    """Return a hint for somebody's own decision: logged once for each decision, so that the match says so."""
    seat = _helped(state, person)
    if not state.settings.hints:
        raise Refused(reason("table.no-hints"))
    match = _playing(state)
    if state.to_act != seat:
        raise Refused(reason("table.not-your-turn"))
    if len(match.legal()) == 1:
        raise Refused(reason("table.one-move"))
    return _marked(state, match, seat)


def chances(state: State, person: str | None) -> Decision:
    """Return what the dice of the middle promise somebody who picks: marked as a hint is."""
    decided = hint(state, person)
    if _playing(state).round.phase is not Phase.DRAFT:
        raise Refused(reason("table.no-chances"))
    return decided


def coached(state: State, person: str | None) -> Decision:
    """Return the mark of a coach's remark: the same as a hint's."""
    seat = _helped(state, person)
    if not state.settings.coach:
        raise Refused(reason("table.no-coach"))
    # A person who takes over a seat, or sits down beside another, plays without one.
    if not state.alone:
        raise Refused(reason("table.coach-alone"))
    return _marked(state, _playing(state), seat)


def _helped(state: State, person: str | None) -> int:
    """Return the seat that asks for help; none is given where only the last trick may be seen."""
    seat = state.seat_of(person)
    if seat is None:
        raise Refused(reason("table.no-seat"))
    if state.settings.last_trick_only:
        raise Refused(reason("table.hints-remember"))
    return seat


def _marked(state: State, match: Match, seat: int) -> Decision:
    """Log help once for each decision."""
    here = (match.round_index, match.round.decisions, seat, "hint")
    given = any((each.round, each.decision, each.seat, each.kind) == here for each in state.assists)
    return Decision([] if given else [Hinted(seat=seat)])


def asked_about_take_back(state: State, seat: int) -> list[int]:
    """Return the other people who decide: a host gains nothing by handing their seats to bots."""
    return [other for other in state.people() if other != seat and state.chairs[other].why not in _GONE]


def _answer_back(state: State, seat: int, command: ask.AnswerTakeBack) -> Entries:
    asker, action_seq = state.take_back_request or (seat, 0)
    if asker == seat or action_seq != command.seq:
        raise Refused(reason("table.nobody-asked"))
    answer = TakeBackAnswered(seat=seat, agree=command.agree)
    if command.agree and state.agreed | {seat} >= set(asked_about_take_back(state, asker)):
        return [answer, TakenBack(seat=asker, action_seq=action_seq)]
    return [answer]


def asked_about_abandoning(state: State) -> list[int]:
    """Return the people who decide about the match: not those replaced by a bot or out of time.

    A rated match is not ended behind the back of somebody who is away: they would be last.
    """
    gone = {"left"} if state.settings.rated else _GONE
    return [seat for seat in state.people() if state.out_of_time != seat and state.chairs[seat].why not in gone]


def _abandon(state: State, seat: int, *, agree: bool) -> Entries:
    if state.status not in {"playing", "paused"}:
        raise Refused(reason("table.not-playing"))
    if not agree and not state.abandon:
        raise Refused(reason("table.nobody-asked"))
    said = AbandonAnswered(seat=seat, agree=agree)
    if agree and state.abandon | {seat} >= set(asked_about_abandoning(state)):
        return [said, Ended(status="abandoned")]
    return [said]


def _resume(state: State, seat: int, now: int) -> Entries:
    """Let the host resume at any time, the others after a while: perhaps the host is gone."""
    if state.status != "paused":
        raise Refused(reason("table.not-paused"))
    wait = clocks.others_resume_at(state) - now
    if seat != state.host and wait > 0:
        raise Refused(reason("table.host-resumes", minutes=str(-(-wait // 60_000))))
    return [Resumed()]


def _hand_to_bot(
    state: State, asker: int | None, command: ask.HandToBot, policy: HostPolicy, now: int, absent: Mapping[int, int]
) -> Entries:
    _playing(state)
    waits = clocks.waits_for_absent(state)
    if asker != state.host and not waits:
        raise Refused(reason("table.not-host"))
    if command.seat >= len(state.chairs) or state.chairs[command.seat].person is None:
        raise Refused(reason("table.no-person-there", seat=str(command.seat)))
    if state.chairs[command.seat].stand_in:
        raise Refused(reason("table.bot-there", seat=str(command.seat)))
    out_of_time = state.out_of_time == command.seat or (
        state.to_act == command.seat and clocks.left(state, now, policy.downtimes) == 0
    )
    # With days for a move, nobody is expected to be connected.
    long_enough = clocks.HAND_OVER_MS if waits else clocks.ABSENT_MS
    away = absent.get(command.seat, -1) >= long_enough and state.settings.pace.kind != "days"
    if not away and not out_of_time:
        raise Refused(reason("table.not-absent-yet" if waits else "table.not-absent"))
    bot = seating.known_bot(command.bot or policy.default_bot, policy, state.ruleset)
    return [StoodIn(seat=command.seat, bot=bot, why="host")]

"""A table with a coach: who may ask, what it is shown, and that help of every kind leaves the same mark."""

from __future__ import annotations

import pytest

from nokosu.bots.coaching import coaching, speaks
from nokosu.core.view import view
from nokosu.record.assists import Assist
from nokosu.table import decide
from nokosu.table.refusal import Refused
from nokosu.table.results import counted_seats
from nokosu.wire import commands as ask
from nokosu.wire.lobby import CreateTable, SeatWish, TableSettings
from nokosu.wire.updates import AskCoach, Coaching
from tests.table.hosted import Driver, started
from tests.table.test_undo import BOTS, alone, ann, bots_move, undo


def asked(host: Driver, quiet: list[str] | None = None, heard: int | None = None, *, ahead: bool = True) -> Coaching:
    """What the coach says to Ann, as a driver asks for it."""
    request = AskCoach(quiet=quiet or [], heard=heard, ahead=ahead)
    said = coaching(host.host.lesson("ann"), request, host.state.seq)
    if speaks(said):
        host.take(host.host.coached("ann", host.now))
    return said


def refusal(host: Driver, person: str | None = "ann") -> str:
    with pytest.raises(Refused) as refused:
        host.host.lesson(person)
    return refused.value.why.message


def test_a_remark_leaves_the_mark_of_a_hint_and_silence_leaves_none() -> None:
    host = alone(coach=True)
    bots_move(host)
    first = asked(host)
    assert first.remark is not None
    assert first.remark.idea == "draft"
    assert host.state.assists == [Assist(0, host.state.match.round.decisions if host.state.match else -1, 0, "hint")]
    rows = len(host.rows)
    # Said again, it is marked once; where it is known, nothing is said and nothing marked.
    assert asked(host).remark == first.remark
    assert len(host.rows) == rows
    quiet = alone(coach=True)
    bots_move(quiet)
    said = asked(quiet, ["draft", "range", "pair", "zero-hand", "last-pick"])
    assert (said.remark, said.slip) == (None, None)
    assert not quiet.state.assists


def test_a_match_with_a_remark_does_not_count() -> None:
    for coach in (True, False):
        host = alone(coach=coach)
        while host.state.match and not host.state.match.over:
            bots_move(host)
            if coach and host.state.status == "playing":
                asked(host)
            if host.state.between_rounds:
                host.ask(0, ask.Continue)
            elif host.state.to_act == 0:
                ann(host)
        assert counted_seats(host.state) == ([] if coach else [0])


def test_the_coach_speaks_of_a_slip_once_and_undo_takes_it_back() -> None:
    host = alone(coach=True)
    heard, slips = None, 0
    for number in range(400):
        bots_move(host)
        if host.state.match is None or host.state.match.over or host.state.match.round_index:
            break
        seen = view(host.state.match, 0)
        ann(host, number)
        said = asked(host, heard=heard, ahead=False)
        assert said.remark is None
        heard = said.action_seq
        if said.slip:
            slips += 1
            assert said.slip.reason.message.startswith("coach.slip.")
            assert host.state.undoable == said.action_seq
            assert asked(host, heard=heard, ahead=False).slip is None
            undo(host)
            assert host.state.match is not None
            assert view(host.state.match, 0) == seen
            ann(host, number)
    assert slips


def test_only_own_views_reach_the_coach() -> None:
    """H4: what is looked at was in the person's own frames."""
    host = alone(coach=True)
    for number in range(12):
        bots_move(host)
        match = host.state.match
        assert match is not None
        lesson = host.host.lesson("ann")
        assert lesson.now == view(match, 0)
        assert lesson.before is None or lesson.before.seat == 0
        ann(host, number)


def test_no_coach_where_none_was_asked_for_and_none_for_others() -> None:
    assert refusal(alone()) == "table.no-coach"
    assert refusal(alone(coach=True), "bea") == "table.no-seat"
    assert refusal(alone(coach=True), None) == "table.no-seat"


def test_no_coach_among_people() -> None:
    host = started()
    host.state.settings = TableSettings(players=3, coach=True)
    assert refusal(host) == "table.coach-alone"
    # Nor where a person sits down later.
    seats = [SeatWish(kind="me"), SeatWish(kind="open"), BOTS[0]]
    joined = Driver(CreateTable(settings=TableSettings(players=3, coach=True), seats=seats))
    joined.ask(1, ask.Sit)
    assert refusal(joined) == "table.coach-alone"


def test_no_help_of_any_kind_where_only_the_last_trick_may_be_seen() -> None:
    host = alone(coach=True, last_trick_only=True)
    bots_move(host)
    assert refusal(host) == "table.hints-remember"
    for helped in (decide.hint, decide.chances, decide.coached):
        with pytest.raises(Refused, match="hints-remember"):
            helped(host.state, "ann")


def test_chances_are_marked_as_a_hint_is_and_only_in_the_draft() -> None:
    host = alone()
    bots_move(host)
    host.take(host.host.chances("ann", host.now))
    assert [each.kind for each in host.state.assists] == ["hint"]
    # A hint for the same pick is the same help.
    assert not decide.hint(host.state, "ann").entries
    while host.state.match and host.state.match.round.phase.value == "draft":
        ann(host)
        bots_move(host)
    with pytest.raises(Refused, match="no-chances"):
        host.host.chances("ann", host.now)

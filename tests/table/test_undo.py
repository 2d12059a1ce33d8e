"""Undo against bots: back to one's own last decision, through the bots' moves, and they repeat theirs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nokosu.core.stream import Stream
from nokosu.core.view import view
from nokosu.record.assists import Assist
from nokosu.table import decide, public
from nokosu.table.bot_seed import bot_seed
from nokosu.table.public import Logged
from nokosu.table.state import State
from nokosu.table.table_state import table_state
from nokosu.table.undo_history import UndoHistory
from nokosu.wire import commands as ask
from nokosu.wire.entries import TakenBack, decode
from nokosu.wire.lobby import CreateTable, SeatWish, TableSettings
from tests.table.hosted import Driver

BOTS = [SeatWish(kind="bot", bot="beginner")] * 2


def alone(**settings: Any) -> Driver:
    """Ann against two bots."""
    rules = TableSettings(players=3, rounds=2, hints=True, **settings)
    return Driver(CreateTable(settings=rules, seats=[SeatWish(kind="me"), *BOTS]))


def bots_move(host: Driver, chance: str = "any") -> list[str]:
    """Bots move at random until Ann is to act, as a host lets them; what they did."""
    done = []
    while (seat := host.state.to_act) is not None and seat != 0 and not host.state.between_rounds:
        match = host.state.match
        assert match is not None
        before = host.state.history.answer()
        action = before or str(Stream(bytes(32), chance, len(host.log)).choice(match.legal()))
        done.append(action)
        host.keep(decide.act(match, seat, action, "bot"))
    return done


def ann(host: Driver, number: int = 0) -> str:
    """Ann makes one of her legal moves."""
    assert host.state.match is not None
    legal = host.state.match.legal()
    action = str(legal[number % len(legal)])
    host.ask(0, ask.Move, expected_seq=host.state.seq, action=action)
    return action


def undo(host: Driver) -> None:
    host.ask(0, ask.Undo, action_seq=host.state.undoable or 0)


def situation(state: State) -> object:
    return state.match, state.to_act, state.banks, state.undoable


def test_undo_goes_back_through_the_bots_moves_to_the_start_of_the_round() -> None:
    host = alone()
    bots_move(host)
    before = []
    for number in range(6):
        before.append(situation(host.state))
        ann(host, number)
        bots_move(host)
    for expected in reversed(before):
        undo(host)
        assert situation(host.state) == expected
    undo(host)
    assert "table.nothing-to-undo" in host.frames[-1]
    assert host.state.undoable is None


def test_undo_while_the_bots_think_takes_back_the_move_just_made() -> None:
    host = alone()
    bots_move(host)
    before = situation(host.state)
    ann(host)
    undo(host)
    assert situation(host.state) == before


def play_and_undo(host: Driver) -> tuple[list[str], list[str]]:
    """Ann moves, undoes it and makes the same move again: what the bots did each time."""
    bots_move(host)
    action = ann(host, 3)
    first = bots_move(host, "first")
    undo(host)
    host.ask(0, ask.Move, expected_seq=host.state.seq, action=action)
    return first, bots_move(host, "second")


def test_the_bots_repeat_their_moves_after_the_same_move() -> None:
    host = alone()
    for _ in range(5):
        first, second = play_and_undo(host)
        assert first == second


def test_bots_that_forget_what_they_did_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: answers are not kept."""
    monkeypatch.setattr(UndoHistory, "answer", lambda _history, _ahead=(): None)
    host = alone()
    assert any(first != second for first, second in (play_and_undo(host) for _ in range(5)))


def test_the_chance_of_a_bot_follows_from_the_position_and_the_secret() -> None:
    host = alone()
    bots_move(host)
    first = alone()
    bots_move(first)
    assert host.state.match is not None
    assert first.state.match is not None
    seen, again = view(host.state.match, 1), view(first.state.match, 1)
    assert bot_seed("ab" * 32, seen) == bot_seed("ab" * 32, again)
    assert bot_seed("ab" * 32, seen) != bot_seed("cd" * 32, seen)
    ann(host)
    assert bot_seed("ab" * 32, seen) != bot_seed("ab" * 32, view(host.state.match, 1))


def test_undo_ends_where_the_next_hand_has_been_seen() -> None:
    host = alone()
    while host.state.match is not None and host.state.match.round_index == 0:
        bots_move(host)
        if host.state.match.round_index == 0:
            ann(host)
    assert host.state.undoable is None or host.state.history.points[0].before.round_index == 1
    assert not host.state.history.answers


def test_a_log_with_undo_replays_to_the_same_state() -> None:
    host = alone()
    for number in range(4):
        play_and_undo(host)
        if number % 2:
            undo(host)
    again = host.replayed()
    assert situation(again) == situation(host.state)
    assert again.history == host.state.history
    assert again.assists == host.state.assists


def effects_differ(host: Driver) -> list[int]:
    """The moves whose effects, replayed from the start, differ from those of a kept or an undone move."""
    logged = [Logged(seq, at, decode(body)) for seq, (at, body) in enumerate(host.log, 1)]
    told = json.loads(public.past(logged, host.state.match, {})(0))
    stands = {point.seq for point in host.state.history.points}
    found = []
    for entry in told:
        if entry["kind"] != "moved":
            continue
        first = entry["effects"][0] if entry["effects"] else {}
        piece = first.get("die") or first.get("discard") or first.get("piece")
        if piece != (entry["action"].split()[1] if entry["seq"] in stands else None):
            found.append(entry["seq"])
    return found


def test_somebody_who_comes_back_is_told_the_effects_of_what_stands() -> None:
    host = alone()
    for _ in range(3):
        play_and_undo(host)
    assert effects_differ(host) == []


def test_effects_of_moves_that_were_undone_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: only the action that was taken back is left out, not the bots' answers to it."""

    def one_alone(logged: list[Logged]) -> list[Logged]:
        undone = {each.entry.action_seq for each in logged if isinstance(each.entry, TakenBack)}
        return [each for each in logged if each.seq not in undone]

    host = alone()
    for _ in range(3):
        play_and_undo(host)
    monkeypatch.setattr(public, "standing", one_alone)
    assert effects_differ(host) != []


def test_the_match_says_where_somebody_went_back_or_asked_for_a_hint() -> None:
    host = alone()
    bots_move(host)
    assert host.state.match is not None
    here = host.state.match.round.decisions
    host.keep(decide.hint(host.state, "ann"))
    assert decide.hint(host.state, "ann").entries == []
    ann(host)
    undo(host)
    assert host.state.assists == [Assist(0, here, 0, "hint"), Assist(0, here, 0, "undo")]
    assert table_state(host.state, {}).assisted == [0]


def test_a_frame_names_the_action_that_can_be_undone() -> None:
    host = alone()
    bots_move(host)
    ann(host)
    moved = host.frames[-1]["seq"]
    bots_move(host)
    assert host.frames[-1]["undo"] == moved == host.state.undoable


@pytest.mark.parametrize("settings", [{"take_backs": False}, {}], ids=["not allowed", "another action"])
def test_undo_is_refused(settings: dict[str, bool]) -> None:
    host = alone(**settings)
    bots_move(host)
    ann(host)
    before = situation(host.state)
    host.ask(0, ask.Undo, action_seq=1)
    assert isinstance(host.frames[-1], str)
    assert situation(host.state) == before


def test_a_match_between_people_has_no_undo_even_when_bots_have_taken_over() -> None:
    seats = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="bot", bot="beginner")]
    host = Driver(CreateTable(settings=TableSettings(players=3), seats=seats))
    host.ask(1, ask.Sit)
    host.ask(1, ask.Leave)
    assert not host.state.alone
    while host.state.to_act != 0:
        assert host.state.match is not None
        seat = host.state.to_act or 0
        host.keep(decide.act(host.state.match, seat, str(host.state.match.legal()[0]), "bot"))
    ann(host)
    host.ask(0, ask.Undo, action_seq=host.state.seq)
    assert "table.undo-alone" in host.frames[-1]
    host.ask(0, ask.SetBotPace, bot_pace="instant")
    assert "table.pace-alone" in host.frames[-1]
    assert host.state.bot_pace == "normal"


def test_the_bots_wait_between_rounds_until_the_person_goes_on() -> None:
    host = alone(wait_between_rounds=True)
    while not host.state.between_rounds and host.state.match is not None and host.state.match.round_index == 0:
        bots_move(host)
        if host.state.match.round_index == 0:
            ann(host)
    assert host.state.between_rounds
    assert bots_move(host) == []
    assert table_state(host.state, {}).between_rounds
    host.ask(0, ask.Continue)
    assert not host.state.between_rounds
    length = len(host.log)
    host.ask(0, ask.Continue)
    assert len(host.log) == length


def test_bots_do_not_wait_for_somebody_who_left() -> None:
    host = alone(wait_between_rounds=True)
    host.state.result_open = True
    assert host.state.between_rounds
    host.ask(0, ask.Leave)
    assert not host.state.between_rounds

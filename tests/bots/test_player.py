"""Bots as objects: built-in ones, functions, and programs that leave nothing behind, with and without asyncio."""

import asyncio
import gc
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import nokosu
from nokosu.bots.function import FunctionBot
from nokosu.core.actions import Action
from nokosu.core.view import View
from nokosu.core.view import view as core_view
from tests.bots.test_cmd import PATIENT_MS, children, is_running, open_files, program

START = nokosu.Match.start("second", players=3, rounds=1, seed=7)


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    gc.collect()
    processes, descriptors = children(), open_files()
    yield
    assert children() == processes
    assert open_files() == descriptors


def get(name: str, *arguments: str, move_ms: int | None = PATIENT_MS) -> nokosu.bots.Player:
    return nokosu.bots.get(f"cmd:{program(name, *arguments)}", move_ms=move_ms)


def first_legal(view: View) -> Action:
    assert view.legal
    return view.legal[0]


def advanced(match: nokosu.Match, seat: int | None) -> nokosu.Match:
    """The match when it is this seat's turn again."""
    match = match.apply(match.legal()[0])
    while match.to_act != seat:
        match = match.apply(match.legal()[0])
    return match


@pytest.mark.parametrize("name", ["random", "greedy", "beginner", "club"])
def test_a_bot_answers_a_view_with_nothing_to_set_up(name: str) -> None:
    bot = nokosu.bots.get(name, seed=1)
    assert bot.choose(START.view()) in START.legal()
    assert bot.choose(core_view(START, START.to_act)) in START.legal()
    assert bot.name == name


def test_a_seed_makes_a_bot_repeat_itself() -> None:
    views = [START.view() for _ in range(20)]
    one, other = nokosu.bots.get("random", seed=1), nokosu.bots.get("random", seed=1)
    chosen = [one.choose(view) for view in views]
    assert chosen == [other.choose(view) for view in views]
    assert len(set(chosen)) > 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (START, "expected a view, such as match.view(), got Match"),
        (START.view(None), "expected the view of the seat to act, got that of a spectator"),
        (START.view(0 if START.to_act else 1), "expected the view of the seat to act, got that of seat"),
    ],
)
def test_what_is_not_a_view_to_decide_on_is_refused(given: View, said: str) -> None:
    with pytest.raises(nokosu.bots.BotError, match=re.escape(said)):
        nokosu.bots.get("club").choose(given)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("clbu", "'clbu'.* Did you mean club?"),
        (5, "expected a bot's name such as 'club' or 'search:50ms', got int"),
        ("club:3", "club"),
    ],
)
def test_a_wrong_name_is_refused_in_english(spec: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_LANGUAGE", "fr")
    with pytest.raises(nokosu.bots.BotError, match=said):
        nokosu.bots.get(spec)


@pytest.mark.parametrize("move_ms", [0, -1, 1.5, True, "1"])
def test_a_wrong_time_is_refused(move_ms: object) -> None:
    with pytest.raises(nokosu.bots.BotError, match="move_ms: expected a whole number of milliseconds"):
        nokosu.bots.get("club", move_ms=move_ms)  # type: ignore[arg-type]  # on purpose


def test_a_match_is_played_by_names_objects_and_functions() -> None:
    match = nokosu.play("club", nokosu.bots.get("greedy"), lambda view: str(first_legal(view)), rounds=1, seed=7)
    assert (match.over, match.ruleset.players, type(match)) == (True, 3, nokosu.Match)
    assert match == nokosu.play("club", "greedy", first_legal, rounds=1, seed=7)
    assert nokosu.play("club", rounds=1, seed=7).ruleset.players == 4
    assert nokosu.play("random", ruleset="first", players=3, rounds=1, seed="7").ruleset.edition == "first"


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ((), "expected at least one bot"),
        (("club", "club"), "expected one bot for every seat, or 4 bots, one per seat; got 2"),
        ((5,), "expected a bot: a name such as 'club', a Player or a function of a view; got int"),
    ],
)
def test_wrong_bots_are_refused(bots: tuple[str, ...], said: str) -> None:
    with pytest.raises(nokosu.bots.BotError, match=said):
        nokosu.play(*bots)


def test_a_function_that_fails_is_replaced_and_the_log_says_why(caplog: pytest.LogCaptureFixture) -> None:
    def broken(view: View) -> str:  # noqa: ARG001  (that is the fault)
        return "play X9"

    with caplog.at_level(logging.WARNING):
        match = nokosu.play(broken, "club", "club", rounds=1, seed=7)
    assert match.over
    assert "broken is replaced by club: crashed" in caplog.text
    assert FunctionBot(broken).name == "broken"


def test_a_program_plays_one_seat_of_one_match_in_one_process(capfd: pytest.CaptureFixture[str]) -> None:
    before = children()
    with get("good") as bot:
        assert bot.choose(START.view()) == START.legal()[0]
        (first,) = children() - before
        later = advanced(START, START.to_act)
        bot.choose(later.view())
        assert children() - before == {first}
        bot.choose(START.apply(START.legal()[0]).view())  # another seat
        (second,) = children() - before
        assert second != first
        bot.choose(START.view())  # an earlier decision: another match
        assert children() - before != {second}
    assert capfd.readouterr().err.count('end {"type": "end", "record": null}') == 3


def test_a_whole_match_with_a_program_ends_it_with_the_record(capfd: pytest.CaptureFixture[str]) -> None:
    match = nokosu.play(get("good"), "club", "club", rounds=1, seed=7, move_ms=PATIENT_MS)
    assert match.over
    assert '"status": "finished"' in capfd.readouterr().err


@pytest.mark.parametrize(
    ("kind", "why"),
    [("illegal", "illegal"), ("garbage", "garbage"), ("wrong-id", "wrong-id"), ("dies", "died"), ("slow", "timeout")],
)
def test_a_program_that_fails_says_why_and_is_gone(kind: str, why: str) -> None:
    before = children()
    second = advanced(START, START.to_act)
    third = advanced(second, START.to_act)
    with get("misbehaves", kind, move_ms=3_000 if kind == "slow" else PATIENT_MS) as bot:
        bot.choose(START.view())
        bot.choose(second.view())
        with pytest.raises(nokosu.bots.BotFailure) as failure:
            bot.choose(third.view())
        assert failure.value.why == why
        assert children() == before
        with pytest.raises(nokosu.bots.BotFailure, match="it is not running"):
            bot.choose(advanced(third, START.to_act).view())


def test_a_program_that_ignores_the_end_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    with get("ignores_end") as bot:
        bot.choose(START.view())
    assert not is_running(int(capfd.readouterr().err.split()[-1]))


def test_a_player_that_is_forgotten_takes_its_program_along() -> None:
    get("good").choose(START.view())
    gc.collect()


async def test_a_program_answers_without_blocking_the_loop() -> None:
    async with get("good") as bot, get("good") as other:
        answers = await asyncio.gather(bot.choose_async(START.view()), other.choose_async(START.view()))
    assert set(answers) == {START.legal()[0]}


async def test_a_cancelled_question_ends_the_program_at_once(tmp_path: Path) -> None:
    told = tmp_path / "asked"
    os.mkfifo(told)
    silent = tmp_path / "silent.py"
    silent.write_text(
        "import json, pathlib, signal\n"
        "input()\n"
        'print(json.dumps({"type": "ready", "name": "silent"}), flush=True)\n'
        "input()\n"
        f"pathlib.Path({str(told)!r}).write_text('asked')\n"
        "signal.pause()\n"
    )
    before = children()
    async with nokosu.bots.get(f"cmd:python3 {silent}", move_ms=None) as bot:
        asked = asyncio.create_task(bot.choose_async(START.view()))
        assert await asyncio.to_thread(told.read_text) == "asked"
        assert len(children() - before) == 1
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert children() == before


@pytest.mark.parametrize("answered", [False, True])
async def test_a_question_cancelled_before_or_after_its_answer_leaves_nothing(answered: bool) -> None:
    before = children()
    async with get("good", move_ms=None) as bot:
        asked = asyncio.create_task(bot.choose_async(START.view()))
        await asyncio.sleep(0)
        if answered:
            while not bot._asked:  # the loop is blocked, so that it sees the answer only after the cancellation
                pass
            with bot._busy:  # held by the thread until the program has answered
                pass
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert children() == before


async def test_a_late_program_is_a_failure_in_asyncio_too() -> None:
    async with get("never_ready", "ends") as bot:
        with pytest.raises(nokosu.bots.BotFailure, match="not-ready"):
            await bot.choose_async(START.view())

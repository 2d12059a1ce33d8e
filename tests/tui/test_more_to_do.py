"""From the first screen to the deal of the day, to puzzles and to the review of a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from nokosu.core.view import view
from nokosu.local.bots import choose
from nokosu.puzzles import book
from nokosu.record.replay import replay
from nokosu.table.bot_seed import bot_seed
from nokosu.tui import daily
from nokosu.tui.puzzle_book import START, Progress
from nokosu.tui.screens.app import Game
from nokosu.tui.screens.board import Board
from nokosu.tui.screens.daily_screen import DailyResult
from nokosu.tui.screens.dialogs import Dialog, Revealing
from nokosu.tui.screens.home import Home
from nokosu.tui.screens.matches_screen import MatchesScreen
from nokosu.tui.screens.puzzle_screen import PuzzleScreen
from nokosu.tui.screens.replay_screen import ReplayScreen
from nokosu.tui.screens.table_screen import TableScreen
from tests.tui.pilot import FAST, act, game, settled, wish


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))


async def test_the_deal_of_the_day_from_the_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.tui.screens.daily_screen.champions", lambda _: None)
    app = Game(FAST, lambda _: Home())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        while not isinstance(app.screen, DailyResult):
            screen = await settled(app, pilot)
            if isinstance(screen, TableScreen):
                assert screen.model.table is not None
                assert screen.model.table.event is not None
                await act(app, pilot, screen, "keys")
            elif not isinstance(screen, DailyResult):
                await pilot.press("space")
        assert app.ended is not None
        assert app.last is not None
        # The bots answer as they do in a browser: the same views, the same seeds, the same moves.
        state, asked = app.last.state, 0
        for match, action in replay(app.ended):
            bot = app.ended.seats[match.to_act or 0].bot
            if bot and match.to_act is not None:
                seen = view(match, match.to_act)
                with pytest.raises(StopIteration) as chosen:
                    next(choose(bot, seen, bot_seed(state.secret, seen)))
                assert chosen.value.value == str(action)
                asked += 1
        assert asked > 30
        assert daily.played(daily.today()) is not None
        assert daily.streak(daily.today()) == 1
        # Once a day: the second time leads to the result.
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(app.screen, DailyResult)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_a_puzzle_is_answered_wrongly_then_rightly() -> None:
    puzzle = next(each for each in book.shipped() if each.kind == "certain")
    app = Game(FAST, lambda _: PuzzleScreen(puzzle))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        right = str(puzzle.answer.action)
        wrong = next(place for place, each in enumerate(screen.choices) if each.action and each.action != right)
        await pilot.press(str(screen.choices[wrong].number), "enter")
        assert screen.chosen is not None
        assert not screen.chosen.right
        # How it fails is on the table, step by step, with open cards.
        assert screen.line
        await pilot.press(*["right"] * len(screen.line))
        assert screen.at == len(screen.line) - 1
        await pilot.press("a")
        place = next(place for place, each in enumerate(screen.choices) if each.action == right)
        await pilot.press(str(screen.choices[place].number), "enter")
        assert screen.chosen.right
        kept = Progress.load()
        assert kept.first == {puzzle.id: False}
        assert kept.rating < START
        await pilot.press("o", "escape", "n")
        assert screen.puzzle.id != puzzle.id
        await pilot.press("q")


async def test_a_finished_match_is_reviewed_with_its_curve() -> None:
    app = game(wish("first", 3))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await settled(app, pilot)
        while isinstance(screen, TableScreen):
            await act(app, pilot, screen, "keys")
            screen = await settled(app, pilot)
        while isinstance(await settled(app, pilot), Revealing):
            await pilot.press("space")
        await pilot.press("j")
        while not (found := [each for each in app.screen_stack if isinstance(each, ReplayScreen)]):
            await pilot.pause()
        (shown,) = found
        # When the judge is done, it says what it found.
        while app.screen is shown:
            await pilot.pause(0.1)
        await pilot.press("escape", "right")
        picture = shown.picture()
        assert picture.curve is not None
        assert picture.curve.at == 1
        assert all(0 <= value <= 1 for value in picture.curve.values)
        judged = shown._judged[shown.seat].review
        assert judged is not None
        assert judged.done == judged.total
        # In a small window, too, the way out and the way to all keys are in sight.
        await pilot.resize_terminal(80, 24)
        drawn = shown.query_one(Board).drawn
        assert drawn is not None
        assert {"keys", "leave"} <= {key.action for _, key in drawn.keys}
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        # Another seat has no review yet, and so no curve.
        await pilot.press("tab")
        assert shown.picture().curve is None
        # The list of finished matches has it too; behind a replay of the list is the list.
        await pilot.press("q")
        for key, kind in (("v", MatchesScreen), ("enter", ReplayScreen), ("q", MatchesScreen)):
            await pilot.pause()
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, kind)

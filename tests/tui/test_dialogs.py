"""What opens over the table: its frame, its last line by mouse, and what happens when the table is left under it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.containers import Vertical

from nokosu.tui.screens.app import Game
from nokosu.tui.screens.daily_screen import DailyResult
from nokosu.tui.screens.dialogs import Dialog, Revealing
from nokosu.tui.screens.leaving import leave
from nokosu.tui.screens.table_screen import TableScreen
from nokosu.wire.daily import DailyLine
from tests.tui.pilot import game, settled, wish


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))


LINE = DailyLine(points=17, tricks=4, target=4, made=True, won=[True, False] * 4, first="take dR4")


async def framed(dialog: Dialog) -> bool:
    """Open a dialog as the first one, and say whether it is a box in the middle of the table."""
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        await app.push_screen(dialog)
        await pilot.pause()
        box = dialog.query_one(Vertical)
        left, right = box.region.x, 80 - box.region.right
        return box.styles.border.top[0] == "round" and left > 1 and abs(left - right) <= 1


def result() -> Dialog:
    return Revealing("Round 1", lambda count: "dR4 17\n" * count, 3, 0.0)


@pytest.mark.parametrize("kind", ["text", "result", "daily"])
async def test_the_first_dialog_has_a_frame(kind: str) -> None:
    made: dict[str, Callable[[], Dialog]] = {
        "text": lambda: Dialog("Rules", "Win tricks."),
        "result": result,
        "daily": lambda: DailyResult("2026-11-18", LINE),
    }
    assert await framed(made[kind]())


async def test_a_dialog_whose_look_is_scoped_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's default, by which the look is that of the class that was opened, and no class matches."""
    monkeypatch.setattr(Dialog, "SCOPED_CSS", True)
    assert not await framed(result())


KEYS = {"n": "Rematch", "v": "Watch"}
LONG = "\n".join(map(str, range(40)))


async def foot(app: Game, dialog: Dialog) -> str:
    """The last line of a dialog, as it is on the screen."""
    row = dialog.query_one(Vertical).region.bottom - 1
    return "".join(segment.text for segment in list(app.screen._compositor.render_strips())[row])


@pytest.mark.parametrize(
    ("answers", "clicked", "answer"),
    [(KEYS, "Watch", "v"), (KEYS, "Leave", "close"), ({}, "Continue", "close")],
)
async def test_the_last_line_can_be_clicked(answers: dict[str, str], clicked: str, answer: str) -> None:
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        dialog = Dialog("Otto wins", "24", answers, "Leave" if answers else "")
        said: list[str | None] = []
        await app.push_screen(dialog, said.append)
        await pilot.pause()
        row = dialog.query_one(Vertical).region.bottom - 1
        # A click beside it closes it, unless there is something to answer.
        if answers:
            await pilot.click(offset=(0, 0))
            assert app.screen is dialog
        await pilot.click(offset=((await foot(app, dialog)).index(clicked), row))
        await pilot.pause()
        assert said == [answer]


@pytest.mark.parametrize("text", ["24", LONG], ids=["short", "long"])
async def test_the_last_line_says_that_there_is_more(text: str) -> None:
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        dialog = Dialog("Rules", text)
        await app.push_screen(dialog)
        await pilot.pause()
        await pilot.pause()
        assert ("↑↓ Scroll" in await foot(app, dialog)) == (text == LONG)


async def test_a_screen_that_is_left_takes_what_is_open_over_it_along() -> None:
    """A match can end while the help is open: then its table is left, and not the help in its stead."""
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await settled(app, pilot)
        assert isinstance(table, TableScreen)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        leave(table, "over")
        await pilot.pause()
        assert not any(isinstance(each, Dialog | TableScreen) for each in app.screen_stack)


async def test_what_a_key_says_stays_while_nothing_happens() -> None:
    """The table answers with a message when the pace changes; the note is not cleared by it."""
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await settled(app, pilot)
        assert isinstance(table, TableScreen)
        seq = table.model.update.seq if table.model.update else 0
        await pilot.press("p")
        while table.model.update is None or table.model.update.seq == seq:
            await pilot.pause()
        assert table.model.note == "Pace: Relaxed"
        await pilot.press("u")
        assert table.model.note == "There is nothing to undo in this round."


async def test_a_dialog_can_be_closed_before_it_is_drawn() -> None:
    """By a key that is held down, or while the window changes its size."""
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await settled(app, pilot)
        for steps in range(14):
            dialog = Dialog("Rules", LONG)
            app.push_screen(dialog)
            for _ in range(steps // 2):
                await asyncio.sleep(0)
            if steps % 2:
                await pilot.resize_terminal(80 + steps, 24)
            leave(dialog, "close")
            await pilot.pause()
        assert app.screen is table

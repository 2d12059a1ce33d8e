"""When the window changes, everything is drawn again, whatever the terminal showed before."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from nokosu.tui.screens.app import Game
from nokosu.tui.screens.table_screen import TableScreen
from tests.tui.pilot import game, settled, wish


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))


@pytest.mark.parametrize("planted", [False, True], ids=["as it is", "planted"])
async def test_a_new_size_takes_nothing_for_granted(monkeypatch: pytest.MonkeyPatch, *, planted: bool) -> None:
    """The driver that writes little forgets what it wrote; a planted fault leaves old letters on the screen."""
    forgotten: list[HeadlessDriver] = []

    def forget(driver: HeadlessDriver) -> None:
        forgotten.append(driver)

    monkeypatch.setattr(HeadlessDriver, "forget", forget, raising=False)
    if planted:
        monkeypatch.delattr(Game, "on_event")
    app = game(wish(players=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(app, pilot)
        assert not forgotten
        await pilot.resize_terminal(100, 30)
        assert bool(forgotten) == (not planted)


async def test_a_window_that_is_too_small_says_so_and_nothing_is_lost() -> None:
    app = game(wish(players=5))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await settled(app, pilot)
        assert isinstance(table, TableScreen)
        before = table.board.canvas
        await pilot.resize_terminal(60, 18)
        small = table.board.canvas
        assert small is not None
        assert "60 × 18 → 80 × 24" in small.text()
        await pilot.click(offset=(30, 9))
        await pilot.resize_terminal(80, 24)
        again = table.board.canvas
        assert before is not None
        assert again is not None
        assert again.text() == before.text()

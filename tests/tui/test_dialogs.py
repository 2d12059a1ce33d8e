"""What opens over the table has a frame of its own, whichever kind opens first."""

from collections.abc import Callable

import pytest
from textual.containers import Vertical

from nokosu.tui.screens.daily_screen import DailyResult
from nokosu.tui.screens.dialogs import Dialog, Revealing
from nokosu.wire.daily import DailyLine
from tests.tui.pilot import game, settled, wish

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
    return Revealing("Round 1", lambda count: "dR4 17\n" * count, 3, "Space", 0.0)


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

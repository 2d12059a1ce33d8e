"""With ASCII signs alone, every screen is ASCII: the table, dialogs, forms, the palette."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.tui.paint import canvas
from nokosu.tui.screens.thrift import Thrift
from tests.tui.pilot import FAST, game
from tests.tui.snapshots import WISH, home, rows, walk


async def strange() -> tuple[str, str]:
    """The first screen with letters that a terminal with ASCII alone cannot show, and those."""
    with home():
        app = game(WISH, replace(FAST, ascii_only=True))
        async with app.run_test(size=(120, 40)) as pilot:
            async for name in walk(app, pilot):
                shown = "".join(canvas.in_ascii(row[5:]) for row in rows(app))
                found = sorted({letter for letter in shown if not letter.isascii()})
                if found:
                    return name, "".join(found)
    return "", ""


async def test_every_screen_is_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.tui.screens.daily_screen.champions", lambda _: None)
    assert await strange() == ("", "")


async def test_a_sign_without_a_substitute_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.tui.screens.daily_screen.champions", lambda _: None)
    monkeypatch.delitem(canvas._ASCII, ord("╭"))
    assert await strange() == ("last-trick", "╭")


def test_the_driver_writes_ascii() -> None:
    thrift = Thrift()
    thrift.ascii_only = True
    assert thrift.shorter("\x1b[1;1H╭─ é ▶╮") == "\x1b[0m\x1b[1;H.- é >."

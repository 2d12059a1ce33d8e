"""Every screen of the terminal game as text and styles: `python -m tests.tui.snapshots` writes the golden files.

    python -m tests.tui.snapshots               write tests/tui/golden
    python -m tests.tui.snapshots --svg FOLDER  draw every screen as SVG, to be looked at

A row of a golden file is four digits, which change with any colour or attribute of the row, and its text.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Final

from rich.segment import Segment
from textual.pilot import Pilot
from textual.widgets import Input

from nokosu.locale import in_language
from nokosu.puzzles import book
from nokosu.tui.remote import RemoteConnection
from nokosu.tui.screens import daily_screen
from nokosu.tui.screens.app import Game
from nokosu.tui.screens.cover import Cover
from nokosu.tui.screens.daily_screen import DailyResult
from nokosu.tui.screens.dialogs import Revealing
from nokosu.tui.screens.home import Home
from nokosu.tui.screens.matches_screen import MatchesScreen
from nokosu.tui.screens.new_match_screen import NewMatchScreen
from nokosu.tui.screens.pad_screen import PadScreen
from nokosu.tui.screens.puzzle_screen import PuzzleScreen
from nokosu.tui.screens.replay_screen import ReplayScreen
from nokosu.tui.screens.table_screen import TableScreen
from nokosu.wire.daily import DailyLine
from tests.tui.pilot import FAST, act, game, settled, wish

GOLDEN: Final = Path(__file__).with_name("golden")
LOOKS: Final = tuple(
    (size, theme, language)
    for size in ((80, 24), (120, 40))
    for theme, language in (("dark", "en"), ("light", "en"), ("dark", "ja"))
)
Size = tuple[int, int]
WISH: Final = replace(wish(players=3), secret=bytes(32))
LINE: Final = DailyLine(points=17, tricks=4, target=4, made=True, won=[True, False] * 4, first="take dR4")
PUZZLE: Final = next(each for each in book.shipped() if each.kind == "certain")


def rows(app: Game) -> list[str]:
    """What the screen shows: of every row, a digest of its styles and its letters."""
    strips = app.screen._compositor.render_strips()
    return [_row(list(strip)) for strip in strips]


def _row(segments: list[Segment]) -> str:
    cells = [(_styled(segment), segment.text) for segment in segments]
    runs = [(style, "".join(text for _, text in run)) for style, run in groupby(cells, key=lambda cell: cell[0])]
    text = "".join(text for _, text in runs)
    digest = zlib.crc32("".join(f"{len(text)}{style}" for style, text in runs).encode())
    return f"{digest & 0xFFFF:04x} {text.rstrip()}".rstrip()


def _styled(segment: Segment) -> str:
    style = segment.style
    if style is None:
        return ""
    return f"{style.color}{style.bgcolor}{style.bold}{style.dim}{style.reverse}{style.underline}{style.italic}"


@contextmanager
def home() -> Iterator[None]:
    """An empty folder for everything that the game keeps."""
    before = os.environ.get("NOKOSU_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NOKOSU_HOME"] = folder
        try:
            yield
        finally:
            os.environ.pop("NOKOSU_HOME")
            if before is not None:
                os.environ["NOKOSU_HOME"] = before


async def walk(app: Game, pilot: Pilot[None]) -> AsyncIterator[str]:
    """Go through all screens; yields the name of each when it is there."""
    table = await settled(app, pilot)
    assert isinstance(table, TableScreen)
    yield "draft"
    while not (table.model.view and len(table.model.view.tricks) == 3):
        await act(app, pilot, table, "keys")
        table = await settled(app, pilot)
        assert isinstance(table, TableScreen)
    yield "play"
    for key, name in (("l", "last-trick"), ("t", "tricks"), ("s", "scores"), ("r", "rules"), ("question_mark", "keys")):
        await pilot.press(key)
        await pilot.pause()
        yield name
        await pilot.press("escape")
        await pilot.pause()
    await pilot.press("ctrl+p")
    await pilot.pause()
    for field in app.screen.query(Input):
        field.cursor_blink = False
    yield "palette"
    await pilot.press("escape")
    screen = await settled(app, pilot)
    while isinstance(screen, TableScreen):
        await act(app, pilot, screen, "keys")
        screen = await settled(app, pilot)
    assert isinstance(screen, Revealing)
    yield "result"
    await pilot.press("space")
    await settled(app, pilot)
    yield "end"
    await pilot.press("v")
    await pilot.pause()
    replay = app.screen
    assert isinstance(replay, ReplayScreen)
    await pilot.press("down", "down", "right", "tab")
    yield "replay"
    for name, shown in (
        ("home", Home()),
        ("new-match", NewMatchScreen()),
        ("matches", MatchesScreen()),
        ("pad", PadScreen()),
        ("puzzle", PuzzleScreen(PUZZLE)),
        ("daily", DailyResult("2026-11-18", LINE)),
        ("cover", Cover("Bea", ("Ann plays R5.", "Otto plays dR2."))),
        ("no-server", TableScreen(RemoteConnection("nothing", "Ann"))),
    ):
        await app.push_screen(shown)
        await pilot.pause()
        if isinstance(shown, PuzzleScreen):
            yield "puzzle"
            await pilot.press("enter", "right")
            yield "puzzle-answer"
        else:
            await pilot.pause(0.05)
            yield name


async def snapshots(
    size: Size, theme: str, language: str, only: str = "", svg: Path | None = None
) -> dict[str, list[str]]:
    """All screens with one look, or those up to one of them."""
    found: dict[str, list[str]] = {}
    # The champion thinks for as long as the machine lets it.
    champions = getattr(daily_screen, "champions")  # noqa: B009  put back below
    setattr(daily_screen, "champions", lambda _: None)  # noqa: B010  the same
    try:
        with home(), in_language(language):
            app = game(WISH, replace(FAST, theme=theme))
            async with app.run_test(size=size) as pilot:
                async for name in walk(app, pilot):
                    # When bots speak depends on the clock.
                    for screen in app.screen_stack:
                        if isinstance(screen, TableScreen):
                            screen.model.says = {}
                            screen.paint()
                    await pilot.pause()
                    found[name] = rows(app)
                    if svg:
                        (svg / f"{name}-{named(size, theme, language)}.svg").write_text(
                            app.export_screenshot(), "utf-8"
                        )
                    if name == only:
                        break
    finally:
        setattr(daily_screen, "champions", champions)  # noqa: B010  the same
    return found


def named(size: Size, theme: str, language: str) -> str:
    """The name of a look, and of its file."""
    return f"{size[0]}x{size[1]}-{theme}-{language}"


def written(found: dict[str, list[str]]) -> str:
    """Snapshots as the text of a golden file."""
    return "".join(f"== {name}\n" + "".join(f"{row}\n" for row in shown) for name, shown in found.items())


def main() -> None:
    """Write the golden files, or pictures to look at."""
    if sys.argv[1:2] == ["--svg"]:
        folder = Path(sys.argv[2])
        folder.mkdir(parents=True, exist_ok=True)
        for look in LOOKS:
            asyncio.run(snapshots(*look, svg=folder))
        return
    GOLDEN.mkdir(exist_ok=True)
    for look in LOOKS:
        (GOLDEN / f"{named(*look)}.txt").write_text(written(asyncio.run(snapshots(*look))), "utf-8")


if __name__ == "__main__":
    main()

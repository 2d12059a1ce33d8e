"""A player at the full-screen game: presses keys or clicks, as somebody who sees the screen would."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from textual.containers import Vertical
from textual.pilot import Pilot

from nokosu.tui.new_match import NewMatch
from nokosu.tui.screens.app import Game, Look
from nokosu.tui.screens.cover import Cover
from nokosu.tui.screens.dialogs import Dialog, Revealing
from nokosu.tui.screens.table_screen import TableScreen

FAST: Final = Look(pace="instant", motion=False, delay_ms=1)
MOST: Final = 4000
"""Steps after which a match is taken to be stuck."""

By = Literal["keys", "mouse"]


def game(wish: NewMatch, look: Look = FAST) -> Game:
    """A game that begins with this match."""

    def opens(app: Game) -> TableScreen:
        screen = app.create(wish)
        assert isinstance(screen, TableScreen)
        return screen

    return Game(look, opens)


def wish(edition: str = "second", players: int = 4, **others: object) -> NewMatch:
    """A short match against bots that think for no time."""
    bots = ("otto", "mochi", "bruno", "lili")[: players - 1]
    made = NewMatch(edition=edition, players=players, rounds=1, bots=bots, seed=bytes(32))
    return replace(made, **others)  # type: ignore[arg-type]  # fields of NewMatch


async def settled(app: Game, pilot: Pilot[None]) -> TableScreen | Dialog | Cover:
    """Wait until the person is asked for something."""
    for _ in range(MOST):
        await pilot.pause()
        screen = app.screen
        if isinstance(screen, Dialog | Cover):
            return screen
        if isinstance(screen, TableScreen) and screen.model.my_turn and not screen._sending:
            return screen
        await pilot.pause(0.005)
    raise AssertionError("nothing is asked for")


async def act(app: Game, pilot: Pilot[None], table: TableScreen, by: By) -> None:
    """Do what the cursor points at, or the first thing that can be done."""
    seq = table.model.update.seq if table.model.update else 0
    if by == "keys":
        await pilot.press("enter")
        if table.model.doubted:
            await pilot.press("enter")
    else:
        drawn = table.board.drawn
        assert drawn is not None
        usable = [index for index, choice in enumerate(table.model.choices) if choice.action]
        box = next(box for box, index in drawn.choices if index == usable[-1])
        for _ in range(3):
            if table.model.update and table.model.update.seq == seq and app.screen is table:
                await pilot.click(offset=(box.x, box.y))


async def go_on(pilot: Pilot[None], result: Revealing, by: By) -> None:
    """Close the result of a round: with Space, or with a click on the word for it."""
    if by == "keys":
        await pilot.press("space")
    else:
        box = result.query_one(Vertical).region
        await pilot.click(offset=(box.right - 5, box.bottom - 1))


async def play_out(app: Game, pilot: Pilot[None], by: By) -> TableScreen:
    """Play to the end of the match; return its table."""
    table: TableScreen | None = None
    for _ in range(MOST):
        screen = await settled(app, pilot)
        if isinstance(screen, TableScreen):
            table = screen
            await act(app, pilot, screen, by)
        elif isinstance(screen, Revealing):
            await go_on(pilot, screen, by)
        elif isinstance(screen, Cover):
            await pilot.press("enter")
        else:
            assert table is not None
            return table
    raise AssertionError("the match has no end")

"""Several people at one keyboard: between turns nothing on the screen, in the title or on the clipboard is secret."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from nokosu.tui.connection import LocalConnection
from nokosu.tui.screens.app import Game
from nokosu.tui.screens.cover import Cover
from nokosu.tui.screens.dialogs import Revealing
from nokosu.tui.screens.table_screen import TableScreen
from tests.tui.pilot import act, game, settled, wish

PIECE = re.compile(r"(?<![A-Za-z0-9])d?[RBGYP][0-7](?![A-Za-z0-9])")
TWO = wish(players=3, people=("Ann", "Bea"), bots=("otto",))


def visible(app: Game) -> str:
    """All that the terminal shows, the title and the clipboard."""
    width, height = app.size
    del width
    strips = app.screen._compositor.render_strips()
    rows = ["".join(segment.text for segment in strip) for strip in strips[:height]]
    return "\n".join([*rows, app.title, app.sub_title, app.clipboard])


def secrets_of(app: Game) -> set[str]:
    """The cards in all hands, but for those that everybody has seen."""
    assert app.last is not None
    match = app.last.state.match
    assert match is not None
    return {str(card) for hand in match.round.hands for card in hand}


def leaked(app: Game) -> set[str]:
    """The secret cards that can be read."""
    return secrets_of(app) & set(PIECE.findall(visible(app)))


async def to_the_next_cover(app: Game, pilot: Pilot[None]) -> Cover:
    """Play on until the keyboard is passed."""
    while True:
        screen = await settled(app, pilot)
        if isinstance(screen, Cover):
            await pilot.pause()
            return screen
        if isinstance(screen, TableScreen):
            await act(app, pilot, screen, "keys")
        else:
            assert isinstance(screen, Revealing)
            await pilot.press("space")


async def test_H1_between_turns_no_card_is_shown() -> None:
    app = game(TWO)
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(8):
            await to_the_next_cover(app, pilot)
            assert leaked(app) == set()
            await pilot.press("enter")
            table = await settled(app, pilot)
            assert isinstance(table, TableScreen)
            # The person who took the keyboard sees their own hand, and no other.
            seat = table.model.own
            assert app.last is not None
            assert app.last.state.match is not None
            hands = app.last.state.match.round.hands
            assert seat is not None
            shown = table.board.shown
            assert shown is not None
            cards = {choice.piece for choice in shown.hand if choice.piece and not choice.piece.startswith("d")}
            assert cards == {str(card) for card in hands[seat]}
            assert cards <= leaked(app)


async def test_a_cover_that_one_can_see_through_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that does not hide the hand while the keyboard is passed, under a cover that hides nothing."""
    monkeypatch.setattr(LocalConnection, "take_keyboard", lambda *_: None)
    monkeypatch.setattr(Cover, "compose", lambda _: iter(()))
    monkeypatch.setattr(Cover, "CSS", "Cover { background: transparent; }")
    app = game(TWO)
    async with app.run_test(size=(120, 40)) as pilot:
        await to_the_next_cover(app, pilot)
        assert not PIECE.findall(f"{app.title} {app.sub_title} {app.clipboard}")
        assert leaked(app) != set()


@pytest.mark.parametrize("planted", ["title", "sub_title", "clipboard"])
async def test_a_card_beside_the_screen_is_found(planted: str) -> None:
    app = game(TWO)
    async with app.run_test(size=(120, 40)) as pilot:
        await to_the_next_cover(app, pilot)
        assert leaked(app) == set()
        card = min(secrets_of(app))
        if planted == "clipboard":
            app.copy_to_clipboard(card)
        else:
            setattr(app, planted, card)
        assert leaked(app) == {card}

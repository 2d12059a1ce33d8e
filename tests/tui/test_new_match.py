"""The form of a new match: what can be typed into it, and what is said where it makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from nokosu.bots import own_level, registry
from nokosu.core.errors import NokosuError
from nokosu.tui.screens.app import Game
from nokosu.tui.screens.form import Form
from nokosu.tui.screens.new_match_screen import NewMatchScreen, wish_from
from tests.tui.pilot import FAST

DIGITS = "0123456789abcdef" * 4
FILLED = {
    "edition": "second",
    "players": "4",
    "rounds": "",
    "level": "own",
    "coach": "",
    "name": "",
    "people": "",
    **{f"bot{number}": "otto" for number in range(1, 5)},
    "seed": "",
    "house": "",
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))


@pytest.mark.parametrize("by", ["keys", "paste"])
async def test_the_seed_of_a_record_can_be_typed_and_pasted(by: str) -> None:
    app = Game(FAST, lambda _: NewMatchScreen())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        form = app.screen.query_one(Form)
        form.row = next(row for row, each in enumerate(form.fields) if each.name == "seed")
        if by == "keys":
            await pilot.press(*DIGITS)
        else:
            form.post_message(events.Paste(DIGITS + "\n"))
            await pilot.pause()
        assert form["seed"].value == DIGITS
        # The end of a long text is in sight while it is typed.
        assert DIGITS[-20:] + "▏" in form.render().plain
        form.row = len(form.fields)
        await pilot.press("enter")
        assert app.wish is not None
        assert app.wish.seed == bytes.fromhex(DIGITS)


@pytest.mark.parametrize("seed", ["g" * 64, DIGITS[1:], "-1", "1.5", str(10**30), "٣"])
def test_another_seed_is_refused_in_one_line(seed: str) -> None:
    with pytest.raises(NokosuError, match="invalid seed") as caught:
        wish_from(FILLED | {"seed": seed})
    assert "\n" not in str(caught.value)


def test_at_my_level_the_matches_on_this_machine_choose() -> None:
    wish = wish_from(FILLED | {"level": "my-level"})
    assert wish.bots == own_level.opponents((), 3, registry.offered())
    assert wish_from(FILLED | {"level": "my-level", "people": "Ann,Bea,Cem,Dan"}).bots == ()


@pytest.mark.parametrize("people", ["Ann,Bea", "Ann, Bea,", "Ann、Bea", "Ann，Bea"])
def test_names_are_separated_as_the_language_does(people: str) -> None:
    assert wish_from(FILLED | {"people": people}).people == ("Ann", "Bea")

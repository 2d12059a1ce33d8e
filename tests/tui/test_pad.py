"""The score pad: the file of docs/score-pad.md, refusals with the reason, and three rounds by keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core.errors import RulesetError
from nokosu.tui.pad import BadPad, Pad, PadRound, from_file, new_pad, proposal, to_file
from nokosu.tui.screens.app import Game
from nokosu.tui.screens.form import Form
from nokosu.tui.screens.pad_screen import PadScreen
from tests.cli.commands import nokosu, refused
from tests.tui.pilot import FAST

FOUR = new_pad("second", ("Ann", "Bea", "Cem", "Dora"), 3)
EXAMPLE = Path(__file__).parents[2] / "docs" / "score-pad.md"


def test_the_example_of_the_document_is_read_and_written_back() -> None:
    text = EXAMPLE.read_text("utf-8").split("```json\n")[1].split("```")[0]
    pad = from_file(text)
    assert json.loads(to_file(pad)) == json.loads(text)
    assert pad.totals == [23, 30, 4, 7]


@pytest.mark.parametrize(
    ("won", "kept", "said"),
    [
        ((3, 0, 4, 6), (3, 0, 5, 2), "add up to 13"),
        ((3, 0, 4, 7), (0, 0, 0, 2), "only 2 zero dice"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(won: tuple[int, ...], kept: tuple[int, ...], said: str) -> None:
    with pytest.raises(BadPad, match=said):
        FOUR.write(PadRound(won, kept))


@pytest.mark.parametrize(
    "change", [{"format": "x"}, {"edition": "none"}, {"dealer": 9}, {"rounds": [{}]}, {"length": 0}]
)
def test_a_file_that_is_none_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadPad):
        from_file(json.dumps(json.loads(to_file(FOUR)) | change))


def test_the_rest_of_the_tricks_is_suggested() -> None:
    assert proposal(FOUR, (3, None, 4, 2)) == (1, 5)
    assert proposal(FOUR, (None, None, 4, 2)) is None


@pytest.mark.parametrize("length", [None, 3])
def test_a_pad_for_too_few_or_too_many_is_refused(length: int | None) -> None:
    for players in ((), ("Ann",), tuple("abcdef")):
        with pytest.raises(RulesetError, match=f"not {len(players)}"):
            new_pad("second", players, length)


async def test_three_rounds_by_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))
    app = Game(FAST, lambda _: PadScreen(leaves="left"))
    async with app.run_test(size=(100, 36)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PadScreen)
        await pilot.press("down", *"A,B,C", "down", "3", "enter")
        await pilot.pause()
        assert isinstance(screen.pad, Pad)
        for _ in range(3):
            for keys in ("3", "2", "4", "4", "5", "5"):
                await pilot.press(keys, "down")
            await pilot.press("enter")
            await pilot.pause()
        assert screen.pad.over
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert len(screen.pad.rounds) == 2
        assert app.screen.query_one(Form)["won0"].value == "3"
        await pilot.press("enter")
        await pilot.pause()
        assert screen.pad.totals == [9, 12 + 3 * 10, 15 + 3 * 10]
    (file,) = (tmp_path / "pads").glob("*.json")
    assert from_file(file.read_text("utf-8")) == screen.pad
    printed = nokosu("score", str(file))
    assert printed.exit_code == 0
    assert "C wins." in printed.stdout
    assert refused("score", str(file.with_name("nowhere"))).endswith("nowhere: No such file or directory")
    told = json.loads(nokosu("score", str(file), "--json").stdout)
    assert (told["format"], told["totals"], told["winners"]) == ("nokosu-score-pad/1", screen.pad.totals, [2])


def test_house_rules_are_counted_by_and_kept_in_the_file(tmp_path: Path) -> None:
    second = Path(editions.__file__).with_name("second.toml").read_text("utf-8")
    house = tmp_path / "house.toml"
    house.write_text(second.replace('"second"', '"our-club"', 1).replace("\nbonus = 10", "\nbonus = 7"), "utf-8")
    pad = new_pad(str(house), ("Ann", "Bea", "Cem", "Dora")).write(PadRound((3, 0, 4, 7), (3, 0, 5, 2)))
    assert pad.edition == "our-club"
    assert pad.totals == [17, 24, 4, 7]
    text = to_file(pad)
    assert from_file(text) == pad
    assert '"house"' not in to_file(FOUR)
    for wrong in ('"bonus": 7000', '"bonus": null'):
        with pytest.raises(BadPad):
            from_file(text.replace('"bonus": 7', wrong, 1))

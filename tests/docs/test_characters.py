"""The page about the characters agrees with the list and with the figures."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from nokosu.bots.characters import CHARACTERS
from tools.pages import numbers
from tools.pages.characters import PAGE, page

ROOT = Path(__file__).parents[2]
TEXT = PAGE.read_text("utf-8")
MOST = {"zora": "zeros", "bruno": "trumps_led", "ryu": "high_targets"}
"""Who does most of what, as their lines in the catalogues or the page say."""


def test_the_table_is_what_was_measured() -> None:
    assert page(TEXT) == TEXT


def test_every_character_is_listed_with_its_bot() -> None:
    rows = re.findall(r"^\| (\w+), an? \w+ \| \w+ \| `([^`]+)` \|$", TEXT, re.MULTILINE)
    assert {name.lower(): spec for name, spec in rows} == {name: each.spec for name, each in CHARACTERS.items()}


def blurred(steps: list[dict[str, Any]]) -> list[str]:
    """Return the characters that nothing tells from the one before them."""
    return [step["stronger"] for step in steps if step["low"] <= 0]


def test_every_step_of_the_ladder_is_told_apart() -> None:
    steps = numbers("characters")["steps"]
    assert [(step["weaker"], step["stronger"]) for step in steps] == list(pairwise(CHARACTERS))
    assert blurred(steps) == []
    assert blurred([*steps[:3], {**steps[3], "low": -0.1}]) == [steps[3]["stronger"]]


def test_what_was_measured_is_what_plays() -> None:
    for name in ("characters", "stupid", "style"):
        data = numbers(name)
        rows = data["ranking"] if name == "characters" else data["rows"]
        played = {row["bot"]: row["plays_as"] for row in rows}
        assert {bot: spec for bot, spec in played.items() if bot in CHARACTERS} == {
            bot: each.spec for bot, each in CHARACTERS.items()
        }
    for row in numbers("style")["rows"]:
        assert CHARACTERS[row["bot"]].strength == pytest.approx(row["margin"]["mean"], abs=0.051)


def test_lines_about_style_are_true() -> None:
    rows = {row["bot"]: row for row in numbers("style")["rows"]}
    for bot, habit in MOST.items():
        assert max(rows, key=lambda each: rows[each][habit]) == bot

"""docs/club.md names every clue, term, number and habit, in their order."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from nokosu.bots.club.habits import Habits
from nokosu.bots.club.weights import CLUES, PICK, PLAY, Weights

PAGE = (Path(__file__).parents[2] / "docs/club.md").read_text("utf-8")

TERMS = [list(CLUES), list(PLAY), list(PICK), [habit.name for habit in fields(Habits)]]


def tables(page: str) -> list[list[str]]:
    """The names in the first column of every table."""
    blocks = re.findall(r"(?:^\|.*\n)+", page, flags=re.MULTILINE)
    return [re.findall(r"^\| `(\w+)` \|", block, flags=re.MULTILINE) for block in blocks]


def test_the_page_has_every_term_in_order() -> None:
    assert tables(PAGE) == TERMS


def test_a_term_that_is_missing_is_found() -> None:
    assert tables(PAGE.replace("| `ruff` |", "| ruff |")) != TERMS


def test_every_single_number_is_mentioned() -> None:
    for field in fields(Weights):
        if field.type == "float":
            assert f"`{field.name}`" in PAGE, field.name

"""docs/playing-well.md says what bench/lessons.py counted, and its positions are what they are said to be."""

import re
from typing import Any

import pytest

import nokosu
from tools.pages import DOCS, numbers
from tools.pages.lessons import ASKED, PAGE, PICTURES, page, pictures

DATA = numbers("lessons")
TEXT = PAGE.read_text("utf-8")


def test_the_numbers_are_what_was_counted() -> None:
    assert page(TEXT) == TEXT, "run `python -m tools.pages lessons`"


def test_a_number_that_was_changed_by_hand_is_found() -> None:
    before, number, after = re.split(r"(\d+)(?=% \|)", TEXT, maxsplit=1)
    changed = f"{before}{int(number) + 1}{after}"
    assert page(changed) != changed


def test_the_pictures_are_what_the_library_draws() -> None:
    there = {path: path.read_text("utf-8") for path in (DOCS / PICTURES).glob("*")}
    assert there == pictures(), "run `python -m tools.pages lessons`"


def test_there_are_ten_ideas_each_with_a_position() -> None:
    ideas = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    numbered = [idea for idea in ideas if re.match(r"\d+\. ", idea)]
    assert len(numbered) == len(ASKED) == 10
    assert all(len(re.findall(rf"\({PICTURES}/\w+\.svg\)", idea)) == 1 for idea in numbered)


def illegal(found: dict[str, Any]) -> list[str]:
    """Return the actions of a lesson that its position does not allow."""
    legal = {str(action) for action in nokosu.position(found["position"]).view().legal or ()}
    return sorted({found["best"]["action"], found["other"]["action"]} - legal)


@pytest.mark.parametrize("found", DATA["positions"], ids=lambda found: str(found["lesson"]))
def test_both_actions_of_a_lesson_are_legal(found: dict[str, Any]) -> None:
    assert illegal(found) == []


def test_an_action_that_is_not_legal_is_found() -> None:
    planted = {**DATA["positions"][0], "best": {"action": "play R9"}}
    assert illegal(planted) == ["play R9"]


def test_every_seat_is_counted_once() -> None:
    seats = DATA["all"]["seats"]
    assert seats == 4 * DATA["rounds"]
    for group in ("zero", "place", "others_hit"):
        assert sum(row["seats"] for row in DATA[group]) == seats

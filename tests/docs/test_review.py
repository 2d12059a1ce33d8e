"""docs/review.md says what docs/benchmarks/review.json measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "review.md").read_text("utf-8")
FIELD = ("random", "beginner", "club", "search:1000", "champion:16")


def measured() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / "benchmarks/review.json").read_text("utf-8"))
    return found


def in_a_browser() -> str:
    """What the page has to say of a browser."""
    quick = json.loads((DOCS / "benchmarks/review-browser.json").read_text("utf-8"))["quick"]
    return f"{quick['processor_s']:.1f} s and {quick['first_processor_s']:.1f} s of processor"


def told(found: dict[str, Any]) -> list[str]:
    """What the page has to say."""
    planted, earlier, itself = found["blunders"], found["blunders_earlier"], found["self"]
    slope, times = found["truth"]["deep"], found["timing"]
    losses = found["strength"]["losses"]
    return [
        f"{planted['quick']:.1%} and {planted['deep']:.1%} of {planted['planted']}".replace("%", " %"),
        f"{earlier['quick']:.1%} and {earlier['deep']:.1%} of {earlier['planted']}".replace("%", " %"),
        f"{itself['deep']['mistake']:.1%} mistakes, {itself['deep']['blunder']:.2%} blunders".replace("%", " %"),
        f"inaccuracies of {itself['decisions']:,}; ",
        f"{slope['slope']:.2f} ({slope['low']:.2f} to {slope['high']:.2f}), {slope['decisions']} claims",
        ", ".join(f"{found['strength'][bot]['lost']:.2f}" for bot in FIELD),
        f"{times['quick']['seconds']:.1f} s and {times['deep']['seconds']:.1f} s of processor",
        f"{sum(found['strength'][bot]['matches'] for bot in FIELD)} matches",
        f"90 % less than {losses['90%']:.1f}, 95 % less than {losses['95%']:.1f}",
        f"99 % less than {losses['99%']:.1f}",
    ]


@pytest.mark.parametrize("figure", [*told(measured()), in_a_browser()])
def test_the_page_says_what_was_measured(figure: str) -> None:
    assert figure in PAGE


def test_a_figure_that_has_changed_is_found() -> None:
    found = measured()
    found["truth"]["deep"]["slope"] += 0.1
    assert [figure for figure in told(found) if figure not in PAGE]

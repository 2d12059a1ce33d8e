"""The pages of docs/benchmarks that a script writes say what the numbers beside them say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.pages import numbers
from tools.pages.__main__ import MEASURED, files
from tools.pages.calibration import picture

DOCS = Path(__file__).parents[2] / "docs" / "benchmarks"
NEEDED = ("commit", "processor", "cores", "python", "kernel", "command", "first")
"""`first` is the number that the seeds begin with."""


def stale(name: str, page: str) -> bool:
    return files(name)[DOCS / f"{name}.md"] != page


@pytest.mark.parametrize("name", MEASURED)
def test_the_page_says_what_the_numbers_say(name: str) -> None:
    assert not stale(name, (DOCS / f"{name}.md").read_text("utf-8"))


@pytest.mark.parametrize("name", MEASURED)
def test_a_number_that_was_changed_by_hand_is_found(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text("utf-8")
    last = re.findall(r"\d+", page)[-1]
    before, _, after = page.rpartition(last)
    assert stale(name, f"{before}{int(last) + 1}{after}")


def test_the_curves_of_the_calibration_are_drawn_from_its_numbers() -> None:
    drawn = (DOCS / "calibration.svg").read_text("utf-8")
    data = numbers("calibration")
    assert picture(data) == drawn
    data["champion"]["tables"][0]["bins"][-2]["came"] += 0.1
    assert picture(data) != drawn


def unaccounted(run: dict[str, Any]) -> list[str]:
    """What has to be known before a run can be repeated, and is not."""
    missing = [key for key in NEEDED if key not in run]
    # A + after the commit: files differed from it.
    return missing or ([] if re.fullmatch(r"[0-9a-f]{40}", run["commit"]) else ["which files differed"])


def runs() -> list[dict[str, Any]]:
    endgame = json.loads((DOCS / "endgame.json").read_text("utf-8"))
    calibration = json.loads((DOCS / "calibration.json").read_text("utf-8"))
    return [*({**endgame, **part} for part in (endgame["times"], *endgame["gains"])), *calibration.values()]


def test_the_endgame_and_the_calibration_can_be_measured_again() -> None:
    assert [unaccounted(run) for run in runs()] == [[]] * len(runs())


def test_planted_numbers_without_a_seed_or_of_changed_files_are_found() -> None:
    run = runs()[0]
    assert unaccounted({key: value for key, value in run.items() if key != "first"}) == ["first"]
    assert unaccounted({**run, "commit": run["commit"] + "+"}) == ["which files differed"]


def test_every_page_is_in_the_list() -> None:
    listed = set(re.findall(r"^\| \[([\w.-]+)\]", (DOCS / "README.md").read_text("utf-8"), re.MULTILINE))
    pages = {path.name for path in DOCS.glob("*.md")} - {"README.md"}
    # Numbers without a page are listed themselves.
    bare = {path.name for path in DOCS.glob("*.json") if not path.with_suffix(".md").exists()}
    assert listed == pages | bare

"""The pages of docs/benchmarks that a script writes say what the numbers beside them say."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import browser_page, calibration_page, endgame_page, engine_page, ladder, search, server_page, until_sure

DOCS = Path(__file__).parents[2] / "docs" / "benchmarks"
NEEDED = ("commit", "processor", "cores", "python", "kernel", "command", "first")
"""`first` is the number that the seeds begin with."""


def server(data: dict[str, Any], folder: Path) -> str:
    """The page that a run writes which finds these numbers and the last of them again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_page, "DATA", folder / "server.json")
        patch.setattr(server_page, "PAGE", folder / "server.md")
        server_page.DATA.write_text(json.dumps(data), "utf-8")
        server_page.write(list(data.values())[-1])
        return server_page.PAGE.read_text("utf-8")


PAGES: dict[str, Callable[[dict[str, Any], Path], str]] = {
    "arena": lambda data, _: ladder.page(data["comparisons"]),
    "browser": lambda data, _: browser_page.page_of(data),
    "calibration": lambda data, _: calibration_page.page(data),
    "endgame": lambda data, _: endgame_page.page(data),
    "engine": lambda data, _: engine_page.page(data),
    "search": lambda data, _: search.page(data),
    "server": server,
    "until-sure": lambda data, _: until_sure.page(data),
}


def stale(name: str, page: str, folder: Path) -> bool:
    data = json.loads((DOCS / f"{name}.json").read_text("utf-8"))
    return PAGES[name](data, folder) != page


@pytest.mark.parametrize("name", PAGES)
def test_the_page_says_what_the_numbers_say(name: str, tmp_path: Path) -> None:
    assert not stale(name, (DOCS / f"{name}.md").read_text("utf-8"), tmp_path)


@pytest.mark.parametrize("name", PAGES)
def test_a_number_that_was_changed_by_hand_is_found(name: str, tmp_path: Path) -> None:
    page = (DOCS / f"{name}.md").read_text("utf-8")
    last = re.findall(r"\d+", page)[-1]
    before, _, after = page.rpartition(last)
    assert stale(name, f"{before}{int(last) + 1}{after}", tmp_path)


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
    # Numbers without a page of their own are listed themselves.
    bare = {path.name for path in DOCS.glob("*.json") if not path.with_suffix(".md").exists()}
    assert listed == pages | bare

"""Every script of bench/ runs, at its smallest size; the slow ones in `make nightly`."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import extras
from tests.night import NIGHTLY
from tools.pages import figures

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench"

QUICK = {
    "beliefs": "--field club --rounds 1 --processes 1",
    "calibration": "--source club --rounds 1 --edition second --jobs 1 --json",
    "champion": "--bot club --bot random --rounds 1 --processes 1 --json",
    "characters": "--bot otto --bot club:counts=no --rounds 4 --jobs 1 --json",
    "core": "--matches 1 --repeats 1 --json",
    "endgame": "--tricks 2 --endings 1 --worlds 50 --jobs 1 --json",
    "endgame_gain": "--tricks 2 --simulations 20 --endings 2 --jobs 1 --json",
    "engine": "--turns 1 --json",
    "ladder": "--only nothing --dry",
    "likelihood": "--field club --rounds 1 --processes 1",
    "network": "--seconds 0.05 --json",
    "positions": "--positions 20 --jobs 1 --json",
    "records": "--matches 3 --json",
}
SLOW = {
    "abuse": "--seconds 1 --json",
    "baselines": "--seeds 1 --rounds 50 --points 1 --json",
    "benchmark": "random --trial 1 --dry",
    "browser": "--visits 1 --json",
    "cluster": "--tables 3 --rate 6 --seconds 1 --json",
    "daily": "--people-an-hour 360 --seconds 5 --results 10 --json",
    "exploitability": "--iterations 1 --json",
    "highlights": "--matches 2",
    "learned": "ppo --seeds 1 --minutes 0.02",
    "lessons": "--rounds 1 --jobs 1",
    "lookahead": "--bot neural --bot club --rounds 1 --worlds 4 --processes 1",
    "migrate": "--matches 50 --json",
    "move_path": "--json",
    "openspiel_bot": "",
    "puzzles": "--number 1 --jobs 1 --json",
    "ratings": "--matches 12 --json",
    "research": "--turns 1",
    "search": "--turns 1 --json",
    "server": "--tables 2 --rate 4 --burst 8 --seconds 1 --peer none --json",
    "soak": "--minutes 0.1 --people 2 --json",
    "review_browser": "--quick --rounds 1 --json",
    "review": "blunders self truth champions strength timing --units 1 --minutes 2 --kept build/review-test --json",
    "style": "--rounds 1 --json",
    "stupid": "--bot club --situations 1 --rounds 20 --jobs 1 --json",
    "terminal": "--json",
    "until_sure": "--trials 2 --deals 10 --jobs 1 --json",
    "zeros": "--rounds 1 --worlds 4 --jobs 1 --json",
}
PARTS = {"abuse_guest", "serve"}
"""Programs that other scripts start."""
RUN = {**QUICK, **SLOW} if NIGHTLY else QUICK


def scripts() -> set[str]:
    return {path.stem for path in BENCH.glob("*.py") if "\ndef main(" in path.read_text("utf-8")}


def run(name: str, *arguments: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run a script, with some modules taken away."""
    hidden = f"sys.modules.update(dict.fromkeys({without.split()!r}))"
    start = f"import runpy, sys; {hidden}; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    command = [sys.executable, "-c", start, str(BENCH / f"{name}.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_script_has_a_smallest_size() -> None:
    assert scripts() - PARTS == QUICK.keys() | SLOW.keys()


@pytest.mark.parametrize("name", RUN)
def test_a_script_runs_at_its_smallest_size(name: str) -> None:
    done = run(name, *RUN[name].split())
    if "namespaces cannot be made here" in done.stderr:
        pytest.skip(done.stderr.strip())
    lacks = [line for line in done.stderr.splitlines() if "comes with the extra" in line]
    assert done.returncode == 0 or (len(done.stderr.splitlines()) == len(lacks) == 1), done.stderr[-2000:]


@pytest.mark.parametrize(
    ("name", "without", "extra"),
    [
        ("engine", "numpy", "neural"),
        ("server", "uvloop", "server"),
        ("browser", "playwright", "browser"),
        ("research", "gymnasium", "gymnasium"),
    ],
)
def test_a_missing_extra_is_said_in_one_line(name: str, without: str, extra: str) -> None:
    done = run(name, without=without)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert f"{name}.py: needs " in done.stderr
    assert f"pip install -e '.[{extra}]'" in done.stderr


def test_other_errors_are_not_taken_for_a_missing_extra() -> None:
    assert extras.told(ValueError("numpy")) is None
    assert extras.told(ModuleNotFoundError("no", name="nokosu.kernel._kernel")) is None


def test_no_script_repeats_a_size_that_the_code_knows() -> None:
    found = [
        path.name
        for path in BENCH.glob("*.py")
        for size in ("161", "644", "852", "856")
        if size in path.read_text("utf-8")
    ]
    assert found == []


def test_the_readme_says_which_figures_are_older_than_their_code() -> None:
    text = figures.PAGE.read_text("utf-8")
    assert figures.page(text) == text, "run: python -m tools.pages figures"


def test_a_figure_whose_code_has_changed_is_found() -> None:
    assert figures.changed(["HEAD"], ("src",)) == "no"
    first = subprocess.run(
        ["git", "rev-list", "--max-parents=0", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert figures.changed(first.stdout.split()[:1], ("src",)) == "yes"
    assert figures.changed(["no-such-commit"], ("src",)) == "not known"

"""Results count for the program that played, not for its name."""

import shlex
import sys
from pathlib import Path

import pytest

from nokosu.arena.version import Watch, versions
from tests.bots.packages import CAUTIOUS, install

FILES = ("bot.py", "run", "weights.bin", "bots/mine.py", "mine/__main__.py", "mine/inner/helper.py", "with space.py")


def version(spec: str, given: str = "") -> str:
    (found,) = versions([spec], given)
    return found


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("spec", ["club", "search:500", "random", "expert"])
def test_our_own_bots_are_covered_by_the_codes_digest(spec: str) -> None:
    assert version(spec, "mine") == ""


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("{python} bot.py", "bot.py"),
        ("{python} {folder}/bot.py", "bot.py"),
        ("./run", "run"),
        ("{python} bot.py weights.bin", "weights.bin"),
        ("{python} bot.py --weights=weights.bin", "weights.bin"),
        ("{python} -m bots.mine", "bots/mine.py"),
        ("{python} -m mine", "mine/inner/helper.py"),
        ("{python} mine", "mine/__main__.py"),
        ("'{python}' 'with space.py'", "with space.py"),
    ],
)
def test_a_changed_file_of_the_command_line_is_another_program(command: str, file: str, here: Path) -> None:
    for name in FILES:
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text("1")
    (here / "run").chmod(0o755)
    spec = "cmd:" + command.format(python=sys.executable, folder=here)
    before = version(spec)
    (here / "results.jsonl").write_text("something else")
    assert version(spec) == before
    (here / file).write_text("2")
    assert version(spec) != before


def test_a_program_is_watched_and_what_it_writes_is_not(here: Path) -> None:
    (here / "bot.py").write_text("1")
    watch = Watch(["club", spec := f"cmd:{sys.executable} bot.py bot.log"])
    (here / "bot.log").write_text("a line")
    assert watch.changed() is None
    (here / "bot.py").write_text("2")
    assert watch.changed() == spec


def test_what_the_user_says_counts_too() -> None:
    assert len({version("cmd:true"), version("cmd:true", "1"), version("cmd:true", "2")}) == 3


@pytest.mark.parametrize("words", [["no such program"], ["true", "x" * 5000], ["true", "."], ["true", "--a=", "-"]])
def test_words_that_are_no_files_do_no_harm(words: list[str]) -> None:
    assert version(f"cmd:{shlex.join(words)}") == version(f"cmd:{shlex.join(words)}")


def test_a_changed_package_is_another_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    module = install(tmp_path, CAUTIOUS, monkeypatch, request.addfinalizer)
    before = version("cautious")
    assert before
    module.write_text(CAUTIOUS.replace("legal[0]", "legal[-1]"))
    assert version("cautious") != before

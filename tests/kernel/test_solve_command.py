"""`nokosu solve`: the last tricks of a saved match, for a reader and for a program; what it cannot do in a line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nokosu.record.codec import decode
from nokosu.record.replay import replay
from tests.cli.commands import in_json, nokosu, refused, saved_match

LATE = "40"
"""A decision of a round for three, three tricks from its end."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_match(tmp_path_factory.mktemp("solve"), rounds=2)


def solved(record: Path, *arguments: str) -> dict[str, object]:
    return in_json("solve", str(record), *arguments)


@pytest.mark.parametrize("how", [(), ("--uniform",), ("--open",), ("--method", "paranoid"), ("--open", "--seat", "1")])
def test_every_play_of_the_decision_is_solved(record: Path, how: tuple[str, ...]) -> None:
    found = solved(record, "--decision", LATE, *how)
    decisions = list(replay(decode(record.read_bytes())))
    match, action = decisions[int(str(found["decision"]))]
    options = found["options"]
    assert isinstance(options, list)
    assert (found["seat"], found["played"]) == (match.to_act, str(action))
    assert [option["action"] for option in options] == [str(legal) for legal in match.legal()]
    assert found["best"] in {option["action"] for option in options}
    assert ("points" in options[0]) == ("paranoid" not in how)
    assert (found["worlds"] == 1) == ("--open" in how)


def test_a_player_can_read_it(record: Path) -> None:
    done = nokosu("solve", str(record), "--decision", LATE)
    assert done.exit_code == 0
    for words in ("Round 1, decision 40", "In hand: ", "Trump: d", "Move", "Margin", "play ", " ←", "Worlds solved: "):
        assert words in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--decision", "1"), "not a play"),
        (("--decision", "999"), "decision 999"),
        (("--decision", "16"), "--worlds"),
        (("--decision", "30", "--open", "--nodes", "20"), "--nodes"),
        (("--decision", LATE, "--method", "luck"), "--method: expected one of maxn, paranoid"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_line(record: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("solve", str(record), *arguments)


def test_without_the_kernel_it_says_so(record: Path) -> None:
    command = [sys.executable, "-m", "nokosu", "solve", str(record), "--decision", LATE]
    hidden = {**os.environ, "NOKOSU_NO_KERNEL": "1"}
    done = subprocess.run(command, env=hidden, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "Error: Solving needs the compiled kernel, which is not installed.\n"

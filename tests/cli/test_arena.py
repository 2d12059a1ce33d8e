"""`nokosu arena`: what it prints, what it refuses, and that it goes on after being killed."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import nokosu, refused

BOTS = ("--bot", "club", "--bot", "random")
QUICK = ("arena", *BOTS, "--players", "3", "--jobs", "1")


def results(*arguments: str) -> dict[str, object]:
    done = nokosu(*QUICK, "--json", *arguments)
    assert done.exit_code == 0
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


def test_json_has_a_pair_for_each_order_with_its_interval() -> None:
    found = results("--rounds", "30", "--seed", "4")
    assert (found["edition"], found["players"], found["seeds"]) == ("second", 3, {"seed": 4, "deals": [0, 10]})
    assert len(str(found["digest"])) == 64
    pairs = found["pairs"]
    assert isinstance(pairs, list)
    assert [(pair["a"], pair["b"]) for pair in pairs] == [("club", "random"), ("random", "club")]
    for pair in pairs:
        assert pair["low"] < pair["margin"] < pair["high"]
        assert pair["rounds"] == 30
        assert pair["ms_a"] > 0
        assert pair["ms_b"] > 0
    assert pairs[0]["low"] > 0, "club is better than random"
    assert pairs[1]["high"] < 0, "and random is worse than club"


def test_the_same_seed_gives_the_same_numbers_and_records(tmp_path: Path) -> None:
    def timeless(run: str, *more: str) -> tuple[object, str]:
        file = tmp_path / run
        pairs = results("--rounds", "12", "--records", str(file), *more)["pairs"]
        assert isinstance(pairs, list)
        return [{k: v for k, v in pair.items() if not k.startswith("ms_")} for pair in pairs], file.read_text("utf-8")

    assert timeless("one") == timeless("two")
    assert timeless("one")[1] != timeless("three", "--seed", "2")[1]
    checked = nokosu("verify", str(tmp_path / "one"))
    assert checked.exit_code == 0
    assert "24 records" in checked.stdout


def test_a_table_for_people() -> None:
    done = nokosu(*QUICK, "--rounds", "3")
    assert done.exit_code == 0
    assert "Arena: second, 3 players, seed 1" in done.stdout
    assert "club" in done.stdout


def test_a_plot(tmp_path: Path) -> None:
    file = tmp_path / "margins.svg"
    assert nokosu(*QUICK, "--rounds", "6", "--plot", str(file)).exit_code == 0
    assert "<svg" in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bot", "random"), "two bots"),
        (("--bot", "random", "--bot", "random"), "named twice"),
        (("--bot", "random", "--bot", "nobody"), "no bot named 'nobody'"),
        (("--bot", "random", "--bot", "greedy", "--players", "9"), "9"),
        (("--bot", "random", "--bot", "greedy", "--edition", "none"), "none"),
        (("--bot", "random", "--bot", "greedy", "--rounds", "0"), "--rounds"),
        (
            ("--bot", "random", "--bot", "greedy", "--rounds", "3", "--jobs", "1", "--plot", "/no/where.svg"),
            "where.svg",
        ),
        (("--bot", "random", "--bot", "greedy", "--rounds", "3", "--jobs", "1", "--resume", "/no/where"), "/no/where"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in refused("arena", *arguments)


@pytest.mark.parametrize("text", ["notes\n", '{"format":"nokosu-record/1"}\n', '{"format":"nokosu-arena-results/2",'])
def test_a_file_of_something_else_is_not_added_to(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    assert "something else" in refused(*QUICK, "--resume", str(file))
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize("text", ["", '{"format":"nokosu-are'])
def test_a_file_without_a_whole_line_is_added_to(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, "utf-8")
    results("--rounds", "3", "--resume", str(file))
    assert file.read_text("utf-8").splitlines()[-1].endswith("}")


def test_a_plot_that_cannot_be_drawn_costs_nothing_else(tmp_path: Path) -> None:
    done = nokosu(*QUICK, "--rounds", "3", "--json", "--plot", str(tmp_path / "margins.nonsense"))
    assert done.exit_code == 2
    assert json.loads(done.stdout)["rounds"] == 3
    (line,) = done.stderr.splitlines()
    assert "'nonsense' is not supported" in line


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "ray://127.0.0.1:{port}", "[::1]:{port}", "127.0.0.1:70000"])
def test_a_cluster_that_does_not_answer_is_told_of_at_once(address: str) -> None:
    with socket.socket() as unheard:
        # Bound, and nobody listens.
        unheard.bind(("127.0.0.1", 0))
        named = address.format(port=unheard.getsockname()[1])
        assert f"There is no Ray cluster at {named}: " in refused(*QUICK, "--ray", named)


def test_a_bot_that_fails_is_named() -> None:
    done = nokosu("arena", "--bot", "random", "--bot", "cmd:false", "--players", "3", "--rounds", "1", "--jobs", "1")
    assert done.exit_code == 0
    assert "cmd:false failed and was replaced in 9 seats" in done.stderr


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """kill -9 in the middle, with two workers: nothing finished is lost, nothing lives on, the result is the same."""
    file = tmp_path / "results.jsonl"
    command = [
        sys.executable,
        "-m",
        "nokosu",
        "arena",
        "--bot",
        "greedy",
        "--bot",
        "random",
        "--players",
        "3",
        "--rounds",
        "150",
        "--json",
        "--jobs",
        "2",
    ]
    with subprocess.Popen([*command, "--resume", str(file)], stdout=subprocess.PIPE, start_new_session=True) as first:
        while not file.exists() or file.read_bytes().count(b"\n") < 2:
            assert first.poll() is None, "it ended before it could be killed"
        os.kill(first.pid, signal.SIGKILL)
        assert first.stdout is not None
        # The workers hold this pipe too: its end means that all of them are gone.
        first.stdout.read()
    before = file.read_bytes()
    finished = before.count(b"\n")
    assert 2 <= finished < 20
    again = subprocess.run([*command, "--resume", str(file)], capture_output=True, check=True)
    assert file.read_bytes().startswith(before)
    assert file.read_bytes().count(b"\n") == 20 + (not before.endswith(b"\n"))
    fresh = subprocess.run(command, capture_output=True, check=True)
    keys = ("a", "b", "margin", "low", "high", "rounds", "made_a", "tricks_b")
    one, other = ([[pair[key] for key in keys] for pair in json.loads(done.stdout)["pairs"]] for done in (again, fresh))
    assert one == other

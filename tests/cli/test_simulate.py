"""`nokosu simulate`: true records, the same bytes for the same seed, whole files or none."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.cli.output import lines_to
from tests.cli.commands import nokosu, refused

PROGRAM = Path(__file__).parents[1] / "bots/programs/good.py"


def simulated(*arguments: str) -> str:
    result = nokosu("simulate", *arguments)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_M2_records_of_every_edition_and_player_count_are_true(edition: str, players: int, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    options = ("--edition", edition, "--players", str(players), "--matches", "3", "--seed", "1", "--bot", "random")
    result = nokosu("simulate", *options, "--out", str(games))
    assert (result.exit_code, result.output) == (0, "")
    records = [json.loads(line) for line in games.read_text("utf-8").splitlines()]
    assert [record["ruleset"]["edition"] for record in records] == [edition] * 3
    assert len({record["seed"] for record in records}) == 3
    verified = nokosu("verify", str(games))
    assert (verified.exit_code, verified.output) == (0, "3 records verified: all correct.\n")
    assert list(tmp_path.iterdir()) == [games]


@pytest.mark.quick
def test_the_same_seed_gives_the_same_bytes() -> None:
    options = ("--players", "3", "--matches", "2", "--rounds", "1")
    one = simulated(*options, "--seed", "5")
    assert one == simulated(*options, "--seed", "5")
    assert one != simulated(*options, "--seed", "6")
    # Fewer matches are the first of more.
    assert one.startswith(simulated(*options[:2], "--matches", "1", "--rounds", "1", "--seed", "5"))


def test_M6_M7_rounds_and_the_removed_colour_are_taken_over() -> None:
    options = ("--edition", "manual", "--players", "3", "--rounds", "2", "--removed-colour", "g", "--seed", "1")
    record = json.loads(simulated(*options))
    assert record["ruleset"]["rounds_override"] == len(record["rounds"]) == 2
    assert [round_["removed_colour"] for round_ in record["rounds"]] == ["G", "G"]


def test_a_bot_for_each_seat() -> None:
    command = f"cmd:{sys.executable} {PROGRAM}"
    options = ("--players", "3", "--rounds", "1", "--seed", "1", "--move-ms", "30000")
    record = json.loads(simulated(*options, "--bot", "random", "--bot", command, "--bot", "random"))
    assert [seat["bot"] for seat in record["seats"]] == ["random", "cmd", "random"]
    assert record["seats"][1]["name"] == "good 1.0"
    assert "substitutions" not in record


def test_without_a_seed_one_is_chosen_and_shown() -> None:
    result = nokosu("simulate", "--players", "3", "--rounds", "1")
    seed = result.stderr.split()[-1]
    assert simulated("--players", "3", "--rounds", "1", "--seed", seed) == result.stdout


def test_a_bot_that_is_not_there_leaves_no_file(tmp_path: Path) -> None:
    refused("simulate", "--bot", "chess", "--out", str(tmp_path / "games.jsonl"))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert "Cannot write" in refused("simulate", "--seed", "1", "--out", str(tmp_path / "none" / "games.jsonl"))
    assert "Cannot write" in refused("simulate", "--seed", "1", "--out", str(tmp_path))


def test_a_full_disk_is_one_line() -> None:
    assert "Cannot write" in refused("simulate", "--seed", "1", "--rounds", "1", "--out", "/dev/full")


def test_an_interrupted_run_keeps_whole_lines_and_the_file_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.jsonl"
    games.write_text("as it was\n")

    def interrupted() -> None:
        with lines_to(str(games)) as write:
            write("one")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert games.read_text() == "as it was\n"
    assert (tmp_path / "games.jsonl.part").read_text() == "one\n"
    assert "games.jsonl.part" in capsys.readouterr().err


def test_a_reader_that_stops_ends_the_run_quietly() -> None:
    command = [sys.executable, "-m", "nokosu", "simulate", "--matches", "5000", "--players", "3", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["status"] == "finished"
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_bar_on_a_terminal_and_the_same_records() -> None:
    command = [sys.executable, "-m", "nokosu", "simulate", "--matches", "3", "--players", "3", "--seed", "1"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        assert process.stdout is not None
        records = process.stdout.read()
        shown = os.read(ours, 1 << 16)
    os.close(ours)
    assert b"Playing" in shown
    assert records.decode() == simulated("--matches", "3", "--players", "3", "--seed", "1")

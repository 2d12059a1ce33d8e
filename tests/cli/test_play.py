"""`nokosu play`: a person at the table, with the keyboard as a script."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.locale import in_language
from tests.cli.commands import nokosu, refused

QUICK = ("--plain", "--bot", "random", "--seed", "1")


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_M2_a_match_can_be_played_to_its_end_with_option_numbers(edition: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    options = ("--edition", edition, "--players", str(players), "--rounds", "1", "--save", str(file), "--name", "Ann")
    result = nokosu("play", *QUICK, *options, stdin="1\n" * 40)
    assert result.exit_code == 0
    assert "The match is over" in result.stdout
    record = json.loads(file.read_text("utf-8"))
    assert (record["status"], record["seats"][0]) == ("finished", {"name": "Ann"})
    assert record["seats"][1] == {"name": "random", "bot": "random"}
    assert nokosu("verify", str(file)).exit_code == 0


@pytest.mark.parametrize("leave", ["", "q\n", "QUIT\n"])
def test_leaving_is_clean_and_saves_what_was_played(leave: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    result = nokosu("play", *QUICK, "--players", "3", "--save", str(file), stdin="1\n" + leave)
    assert result.exit_code == 0
    assert "You have left the table." in result.stdout
    record = json.loads(file.read_text("utf-8"))
    assert record["status"] == "abandoned"
    assert nokosu("verify", str(file)).exit_code == 0


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Press Ctrl-C, and again if the first came in the instant between the prompt and the reading."""
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)


# A test run in the background is started deaf to interrupts, and so are its children: this one listens again.
LISTENING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("nokosu", run_name="__main__")
"""


def test_an_interrupt_is_a_clean_end() -> None:
    command = [sys.executable, "-c", LISTENING, "play", *QUICK, "--players", "3"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        shown = b""
        while not shown.endswith(b"\n> "):
            shown += process.stdout.read(1)
        _interrupt(process)
        assert b"You have left the table." in process.stdout.read()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_help_scores_last_trick_trumps_and_reasons() -> None:
    asked = "?\ns\nl\nt\n? r5\nwhy what\nwhy\n? g9\n1\n1\n1\n? r5\nfoo\n99\n\n? g9\nt\nl\nq\n"
    result = nokosu("play", *QUICK, "--players", "3", stdin=asked)
    assert result.exit_code == 0
    for said in (
        "Type the number of an option",
        "Total",
        "No trick has been finished",
        "your trumps are: ",
        "The tricks have not started yet.",
        "Type a piece",
        "I do not understand “foo”.",
        "There is no option 99; choose 1 to ",
        "There is no G9 in the game.",
        "Targets",
        "Take a die:",
        "Your cards:",
        "Trump: ",
    ):
        assert said in result.stdout


def test_F4_a_piece_that_may_not_be_played_is_refused_with_the_reason() -> None:
    """Every card of the game is tried at the first trick; the match is the one of seed 1."""
    tries = "".join(f"card {colour}{number}\n" for colour in "rbgy" for number in range(7))
    result = nokosu("play", *QUICK, "--players", "3", "--rounds", "1", stdin="1\n" * 4 + tries * 3 + "q\n")
    assert "You do not have " in result.stdout
    assert "so you must play " in result.stdout


def test_a_seed_fixes_the_bots_too() -> None:
    """Bots that play at random do the same twice, and something else with another seed."""
    tables = [nokosu("play", *QUICK[:-1], seed, "--rounds", "1", stdin="1\n" * 40).stdout for seed in ("1", "1", "2")]
    assert tables[0] == tables[1]
    assert "The match is over" in tables[0]
    assert tables[0] != tables[2]


def test_verbs_agree_with_you() -> None:
    """Seed 5 makes the person the first dealer."""
    for language, said in (
        ("en", "You deal."),
        ("fr", "Vous distribuez."),
        ("hu", "Te osztasz."),
        ("ja", "あなたが親です。"),
    ):
        with in_language(language):
            result = nokosu("play", "--players", "3", "--bot", "random", "--seed", "5", stdin="q\n")
        assert said in result.stdout.splitlines()[3]


def test_the_only_move_is_played_and_said() -> None:
    """Whatever is asked has at least two answers, and the rest was told of."""
    result = nokosu("play", *QUICK, "--players", "3", "--rounds", "1", stdin="1\n" * 40)
    asked = result.stdout.split("Your turn:")[1:]
    assert all(" 2) " in each.split("> ")[0] for each in asked)
    assert "It was your only move." in result.stdout
    # A pick, twelve pieces and what was forced: everything was done by one or the other.
    assert result.stdout.count("> ") + result.stdout.count("It was your only move.") == 3 + 12


def test_M2_M6_one_round_per_player() -> None:
    result = nokosu("play", *QUICK, "--players", "3", "--rounds", "players", stdin="")
    assert "Edition second, 3 players, 3 rounds" in result.stdout
    assert "Edition second, 3 players, 4 rounds" in nokosu("play", *QUICK, "--players", "3", stdin="").stdout


def test_a_record_does_not_call_anybody_you(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    result = nokosu("play", *QUICK, "--players", "3", "--save", str(file), stdin="q\n")
    assert "You " in result.stdout
    assert json.loads(file.read_text("utf-8"))["seats"][0] == {"name": "Player"}


def test_bytes_that_are_no_text_are_not_understood() -> None:
    command = [sys.executable, "-m", "nokosu", "play", *QUICK, "--players", "3"]
    done = subprocess.run(command, input=b"\xff\xfe\nq\n", capture_output=True, check=True)
    assert b"I do not understand" in done.stdout
    assert done.stderr == b""


@pytest.mark.quick
def test_a_strange_name_stays_on_one_line() -> None:
    result = nokosu("play", *QUICK, "--players", "3", "--name", "An\n\x1b[31mn" + "x" * 100, stdin="")
    assert "\x1b" not in result.stdout
    assert "An[31mn" + "x" * 17 + " " in result.stdout


def test_an_opponent_that_is_not_there_is_refused() -> None:
    assert "Unknown bot 'chess'" in refused("play", "--bot", "chess")


def test_a_record_that_cannot_be_saved_is_refused_before_the_first_card(tmp_path: Path) -> None:
    assert "Cannot write" in refused("play", "--save", str(tmp_path / "nowhere" / "match.jsonl"))

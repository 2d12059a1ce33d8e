"""How commands end when something outside of them goes wrong: a full disk, a closed input, Ctrl-C, a poor terminal."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.commands import saved_match

LISTENING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("nokosu", run_name="__main__")
"""
"""A test run in the background is started deaf to interrupts, and so are its children: this one listens again."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(saved_match(tmp_path_factory.mktemp("ending"), rounds=1))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["editions"],
        ["editions", "--json"],
        ["deal", "--seed", "1"],
        ["simulate", "--seed", "1", "--players", "3", "--rounds", "1"],
        ["play", "--bot", "random", "--players", "3"],
        ["verify", "RECORD"],
        ["replay", "RECORD"],
        ["advise", "RECORD", "--simulations", "10"],
    ],
    ids=" ".join,
)
def test_a_full_device_is_one_line(arguments: list[str], record: str) -> None:
    command = [sys.executable, "-m", "nokosu", *(record if each == "RECORD" else each for each in arguments)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "Error: Cannot write the output: No space left on device.\n")


def test_a_pipe_whose_reader_has_gone_is_no_error(record: str) -> None:
    command = [sys.executable, "-m", "nokosu", "replay", record]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait()


@pytest.mark.parametrize("arguments", [["play"], ["verify", "-"], ["replay", "-"], ["advise", "-"]], ids=" ".join)
def test_a_closed_input_is_one_line(arguments: list[str]) -> None:
    command = f'exec "{sys.executable}" -m nokosu {" ".join(arguments)} <&-'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "Error: Standard input is closed.\n")


@pytest.mark.parametrize(
    "arguments", [["editions"], ["verify", "RECORD"], ["deal", "--seed", "1", "--json"]], ids=" ".join
)
def test_a_closed_output_is_one_line(arguments: list[str], record: str) -> None:
    words = " ".join(record if each == "RECORD" else each for each in arguments)
    command = f'exec "{sys.executable}" -m nokosu {words} >&-'
    done = subprocess.run(["/bin/sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "Error: Cannot write the output: Bad file descriptor.\n")


def interrupted(*arguments: str) -> tuple[int, str]:
    """Start a command that would run for long, press Ctrl-C when it has begun; its exit code and what it said."""
    command = [sys.executable, "-c", LISTENING, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
        return process.returncode, process.stderr.read()


def test_an_interrupt_ends_in_a_plain_line() -> None:
    code, said = interrupted("simulate", "--seed", "1", "--players", "3", "--matches", "100000")
    assert (code, said) == (130, "Interrupted.\n")


def test_an_interrupted_arena_says_what_is_lost() -> None:
    """Its progress bar, which only a terminal gets, says when it is under way."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", LISTENING, "arena", "--bot", "random", "--bot", "greedy", "--rounds", "20000"]
    with subprocess.Popen([*command, "--jobs", "1"], stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        while b"random against greedy" not in said:
            said += os.read(ours, 4096)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
        with suppress(OSError):  # the end of a terminal
            while more := os.read(ours, 4096):
                said += more
    os.close(ours)
    assert process.returncode == 130
    assert b"Interrupted. The results are lost" in said
    assert b"Aborted" not in said
    assert b"Traceback" not in said


def test_what_cannot_be_encoded_becomes_a_question_mark(record: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nokosu", "advise", record, "--simulations", "10"],
        env={"PYTHONIOENCODING": "ascii", "NOKOSU_LANGUAGE": "ja"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "???" in done.stdout

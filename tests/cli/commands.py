"""Running commands in this process, as a person would: texts and exit code, never a traceback."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from nokosu.cli import main

WIDE = "200"
"""Columns in which every table has room, whatever the terminal that the tests were started from."""


def nokosu(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command; whatever it does, it ends by its own exit code."""
    result = CliRunner(env={"COLUMNS": WIDE}).invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def in_json(*arguments: str) -> dict[str, object]:
    """The object that a command writes."""
    done = nokosu(*arguments, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


def saved_match(folder: Path, *, rounds: int) -> Path:
    """The record of a match of three random bots."""
    file = folder / "match.jsonl"
    options = ("--bot", "random", "--seed", "3", "--players", "3", "--rounds", str(rounds), "--out", str(file))
    assert nokosu("simulate", *options).exit_code == 0
    return file


def refused(*arguments: str) -> str:
    """The one line with which a command refuses."""
    result = nokosu(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line

"""Running commands in this process, as a person would: texts and exit code, never a traceback."""

from click.testing import CliRunner, Result

from nokosu.cli import main

WIDE = "200"
"""Columns in which every table has room, whatever the terminal that the tests were started from."""


def nokosu(*arguments: str, stdin: str | None = None) -> Result:
    """Run a command; whatever it does, it ends by its own exit code."""
    result = CliRunner(env={"COLUMNS": WIDE}).invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def refused(*arguments: str) -> str:
    """The one line with which a command refuses."""
    result = nokosu(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line

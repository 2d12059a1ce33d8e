"""How a command ends: in one line if it was asked wrongly, interrupted or out of space, and never in a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import click

from nokosu.core.errors import NokosuError
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean

INTERRUPTED: Final = 130
"""The exit code of shells after Ctrl-C."""
_ENDS: Final = (".", "!", "?", "。", "？")


class Refused(click.ClickException):
    """What was asked for cannot be done: one line, exit code 2, never a traceback."""

    exit_code = 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, and the user has been told what it means."""


def interrupted(text: str, by: KeyboardInterrupt) -> Interrupted:
    """Tell the user what an interrupt means here; raise the result."""
    if sys.stderr.isatty() and not isinstance(by, Interrupted):
        click.echo(err=True)  # the terminal has written ^C
    click.echo(text, err=True)
    return Interrupted()


@contextmanager
def in_one_line() -> Iterator[None]:
    """Say in one line what went wrong, and where help is."""
    try:
        yield
    except NokosuError as error:
        raise Refused(str(error)) from error
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "nokosu"
        said = _usage(error)
        stop = "" if said.endswith(_ENDS) else "."
        raise Refused(t("cli.usage", error=said + stop, command=path)) from error
    except Interrupted:
        sys.exit(INTERRUPTED)
    except KeyboardInterrupt as interrupt:
        interrupted(t("cli.interrupted"), interrupt)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        raise  # the reader has seen enough, and click ends the command quietly
    except OSError as error:
        raise Refused(_system(error)) from error


def _usage(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        known = [name for option in error.ctx.command.params for name in option.opts] if error.ctx else []
        said = t("cli.no-such-option", option=quoted(error.option_name))
        return said + did_you_mean(error.option_name, known)
    return error.format_message()


def _system(error: OSError) -> str:
    """A file that could not be used, or standard output, which then gets nothing more."""
    said = error.strerror or str(error)
    if error.filename is not None:
        return t("cli.file-error", file=click.format_filename(error.filename), error=said)
    # What the buffer still holds would be tried again at the end, and fail again.
    with suppress(OSError, io.UnsupportedOperation, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return t("output.stdout", error=said)


def show_what_can_be_shown() -> None:
    """Write a question mark for what the terminal's encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

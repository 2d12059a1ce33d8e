"""How a command ends: in one line if it was asked wrongly, interrupted or out of space, and never in a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Final, NoReturn, TextIO, cast

import click

from nokosu.cli.usage import worded
from nokosu.core.errors import NokosuError
from nokosu.locale import t

INTERRUPTED: Final = 130
"""The exit code of shells after Ctrl-C."""
CLOSED_PIPE: Final = 141
"""The exit code of a program whose reader has seen enough: `nokosu editions | head -1`."""
ENVIRONMENT: Final = 3
"""Something is missing on this machine: an extra, the kernel, a database."""
_ENDS: Final = (".", "!", "?", "。", "？")


class CommandError(click.ClickException):
    """What was asked for cannot be done: one line, exit code 2, never a traceback."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(t("cli.error", error=self.format_message()), file=file, err=file is None)


class EnvironmentLacks(CommandError):
    """What was asked for needs something that is not installed here: one line, exit code 3."""

    exit_code = ENVIRONMENT


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, and the user has been told what it means."""


def interrupted(text: str, by: KeyboardInterrupt) -> Interrupted:
    """Tell the user what an interrupt means here; raise the result."""
    if sys.stderr.isatty() and not isinstance(by, Interrupted):
        click.echo(err=True)  # the terminal has written ^C
    click.echo(text, err=True)
    return Interrupted()


@contextmanager
def in_one_line(ctx: click.Context | None = None) -> Iterator[None]:
    """Say in one line what went wrong, and where help is. `ctx` is that of the group that runs a command."""
    try:
        try:
            yield
        except SystemExit as ended:
            if not ended.code:
                _finish_output()
            raise
        _finish_output()
    except NokosuError as error:
        raise CommandError(str(error)) from error
    except click.UsageError as error:
        path, command = _where(error, ctx)
        said = worded(error, command)
        stop = "" if said.endswith(_ENDS) else "."
        raise CommandError(t("cli.usage", error=said + stop, command=path)) from error
    except Interrupted:
        sys.exit(INTERRUPTED)
    except KeyboardInterrupt as interrupt:
        interrupted(t("cli.interrupted"), interrupt)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        end_unread()
    except OSError as error:
        raise CommandError(_system(error)) from error


def _finish_output() -> None:
    """Write out what waits in the buffer. Raises OSError if standard output took nothing."""
    sys.stdout.flush()
    if isinstance(sys.stdout, _ClosedOutput) and sys.stdout.lost:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def end_unread() -> NoReturn:
    """End without a word: the reader of a pipe has seen enough."""
    _nothing_more()
    sys.exit(CLOSED_PIPE)


def _where(error: click.UsageError, group: click.Context | None) -> tuple[str, click.Command | None]:
    """Return the command that was asked wrongly, and how it is called."""
    if error.ctx is not None:
        return error.ctx.command_path, error.ctx.command
    if group is None:
        return "nokosu", None
    # click's parser does not say which command it read for.
    name = group.invoked_subcommand or ""
    command = group.command.get_command(group, name) if isinstance(group.command, click.Group) else None
    return f"{group.command_path} {name}".strip(), command


def _system(error: OSError) -> str:
    """Return a file that could not be used, or standard output, which then gets nothing more."""
    said = error.strerror or str(error)
    if error.filename is not None:
        return t("cli.file-error", file=click.format_filename(error.filename), error=said)
    _nothing_more()
    return t("output.stdout", error=said)


def _nothing_more() -> None:
    """Write nothing more: what the buffer still holds would be tried again at the end, and fail again."""
    with suppress(OSError, io.UnsupportedOperation, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _ClosedOutput(io.TextIOBase):
    """Standard output that was closed before the start: `nokosu verify FILE >&-`.

    A server goes on without it; at the end of a command it is an error that something was lost.
    """

    encoding = "utf-8"
    lost = False

    def write(self, text: str) -> int:
        self.lost = True
        return len(text)


def replace_what_cannot_be_shown() -> None:
    """Write and read a replacement for what the terminal's encoding lacks, instead of failing."""
    if sys.stdout is None:
        sys.stdout = cast("TextIO", _ClosedOutput())
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

"""Reading files of records for commands: '-' is standard input, a file that cannot be read is one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import click

from nokosu.cli import CommandError
from nokosu.locale import t

STDIN: Final = "-"


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input."""
    if file == STDIN:
        if sys.stdin is None:
            raise CommandError(t("input.closed"))
        yield sys.stdin.buffer
        return
    with Path(file).open("rb") as stream:
        yield stream


def place(file: str, line: int) -> str:
    """FILE:LINE, as compilers write it, so that editors find it."""
    return f"{click.format_filename(file)}:{line}"


def name(file: str) -> str:
    """A file in a sentence."""
    return t("input.name") if file == STDIN else click.format_filename(file) or "''"

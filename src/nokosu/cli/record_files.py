"""Reading files of records for commands: '-' is standard input, compressed files are unpacked, others are one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import click

from nokosu.cli import CommandError
from nokosu.locale import t
from nokosu.record.data import PACKED, DamagedFile, unpacking
from nokosu.table.daily_file import FORMAT

STDIN: Final = "-"
_LOOK: Final = 4096


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Provide the bytes of a file, or of standard input, unpacked if they are compressed.

    CommandError if they are not text, or damaged, which shows at their end.
    """
    try:
        with unpacking(file):
            if file == STDIN:
                if sys.stdin is None:
                    raise CommandError(t("input.closed"))
                yield _text(sys.stdin.buffer, file)
                return
            with Path(file).open("rb") as stream:
                yield _text(stream, file)
    except DamagedFile:
        raise CommandError(t("input.damaged", file=name(file))) from None


def _text(stream: BinaryIO, file: str) -> BinaryIO:
    plain = _peekable(stream)
    unpack = next((found for begins, found in PACKED.items() if plain.peek(_LOOK).startswith(begins)), None)
    if unpack is not None:
        plain = _peekable(cast("BinaryIO", unpack(plain, "rb")))
    if b"\0" in plain.peek(_LOOK)[:_LOOK]:
        raise CommandError(t("input.binary", file=name(file)))
    return cast("BinaryIO", plain)


def _peekable(stream: BinaryIO) -> BufferedReader:
    return stream if isinstance(stream, BufferedReader) else BufferedReader(cast("BufferedReader", stream))


def day_lines(stream: BinaryIO) -> tuple[dict[str, Any] | None, list[Any]]:
    """Return the first line of a day's results, and the others; None, having read nothing, for any other file."""
    if FORMAT.encode() not in cast("BufferedReader", stream).peek(_LOOK)[:_LOOK].partition(b"\n")[0]:
        return None, []
    head, *results = [_json(line) for line in stream]
    return head, results


def _json(line: bytes) -> Any:  # noqa: ANN401  whatever a file holds
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def place(file: str, line: int) -> str:
    """FILE:LINE, as compilers write it, so that editors find it."""
    return f"{click.format_filename(file)}:{line}"


def name(file: str) -> str:
    """Return a file in a sentence."""
    return t("input.name") if file == STDIN else click.format_filename(file) or "''"

"""Where records go: standard output, or a file that appears under its name only when it is whole."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Final

import click

from nokosu.cli import CommandError
from nokosu.cli.ending import interrupted
from nokosu.locale import t

STDOUT: Final = "-"
PART: Final = ".part"
PACKED: Final = ".gz"
_AT_ONCE: Final = 1 << 16
"""Bytes that are compressed together: a line alone would grow."""


@contextmanager
def lines_to(out: str, mode: int = 0o666) -> Iterator[Callable[[str], None]]:
    """Provide a function that writes a line; a file that is new gets this mode, less what the user withholds.

    A file whose name ends in `.gz` is compressed. A file grows as FILE.part, line by line, or in blocks if it is
    compressed, and takes its name at the end: an interrupted run leaves whole lines there, and whatever FILE held
    before.
    """
    if out == STDOUT:
        yield click.echo
        return
    with bytes_to(out, mode) as file:
        writer = _Writer(file, packed=Path(out).suffix == PACKED)
        try:
            yield writer.write
        finally:
            writer.finish()


@contextmanager
def bytes_to(out: str, mode: int = 0o666) -> Iterator[RawIOBase]:
    """Provide a file that grows as FILE.part and takes its name at the end. What the system refuses is one line."""
    path = Path(out)
    # A device or a named pipe cannot be replaced; write to it as it is.
    part = path if path.exists() and not path.is_file() else path.with_name(path.name + PART)
    try:
        # Unbuffered: what a full disk refused must not be tried again when the file is closed.
        file = os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb", buffering=0)
    except OSError as error:
        raise CommandError(t("output.cannot-write", file=out or "''", error=error.strerror or str(error))) from None
    with file:
        try:
            yield file
        except KeyboardInterrupt as interrupt:
            raise interrupted(t("output.interrupted", file=str(part)), interrupt) from None
        except BrokenPipeError:
            # The reader of a named pipe may stop at any time; click then ends the command quietly.
            raise
        except OSError as error:
            raise CommandError(t("output.cannot-write", file=str(part), error=error.strerror or str(error))) from None
        if part is not path:
            os.fsync(file.fileno())
    if part is not path:
        part.replace(path)


class _Writer:
    """Writes lines to a file at once, or compresses them in blocks."""

    def __init__(self, file: RawIOBase, *, packed: bool) -> None:
        self._file = file
        self._packed = packed
        self._block = bytearray()

    def write(self, line: str) -> None:
        """Write a line."""
        data = f"{line}\n".encode()
        if not self._packed:
            self._put(data)
            return
        self._block.extend(data)
        if len(self._block) >= _AT_ONCE:
            self.finish()

    def finish(self) -> None:
        """Write what waits to be compressed."""
        data = bytes(self._block)
        self._block.clear()  # what a full disk refused is not tried again
        if data:
            self._put(gzip.compress(data, mtime=0))

    def _put(self, data: bytes) -> None:
        waiting = memoryview(data)
        while waiting:
            waiting = waiting[self._file.write(waiting) or 0 :]

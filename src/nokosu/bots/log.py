"""Pass what programs write to standard error on to ours, up to a limit."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

from nokosu.locale import t

MOST_LOG: Final = 1 << 16
"""Bytes that are passed on; what follows is dropped."""


class Log:
    """The log of one program, or of all its runs together."""

    def __init__(self, most: int = MOST_LOG) -> None:
        self._most = most
        self._left = most

    def write(self, chunk: bytes) -> None:
        """Pass on text up to the limit; at the limit, say so once."""
        if not self._left:
            return
        shown = chunk[: self._left]
        self._left -= len(shown)
        _to_stderr(shown)
        if not self._left:
            _to_stderr(f"\n{t('bot.log-cut', bytes=self._most)}\n".encode())


class OnceLog(Log):
    """A log of many runs that passes each line on once: one bug in every match is one traceback."""

    def __init__(self, most: int = MOST_LOG) -> None:
        super().__init__(most)
        self._seen: set[bytes] = set()
        self._rest = b""

    def write(self, chunk: bytes) -> None:
        """Pass on lines that are new."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        new = [line for line in lines if line not in self._seen]
        self._seen.update(new)
        if new:
            super().write(b"\n".join(new) + b"\n")


def _to_stderr(chunk: bytes) -> None:
    """Write to the file descriptor directly, as if the program had written there itself."""
    if sys.__stderr__ is None or not chunk:
        return
    with suppress(OSError, ValueError):
        waiting = memoryview(chunk)
        while waiting:
            waiting = waiting[os.write(sys.__stderr__.fileno(), waiting) :]

"""A program at the other end of two pipes: lines out, lines in, each with a deadline. No threads.

Everything is bounded: how long a line may be, how long it may take, and how long a program that was told to end may
live on.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from nokosu.bots.base import BotFailure

LONGEST_LINE: Final = 1 << 16
END_SECONDS: Final = 1.0
_CHUNK: Final = 1 << 14


class Pipe:
    """A running program, alone in its process group, so that what it starts ends with it. Its log is our stderr."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  (whoever runs the host typed this command line)
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BotFailure("died", f"it cannot be started: {error.strerror or error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin
        self._out = self._process.stdout
        self._read = bytearray()
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._out.fileno(), False)

    def send(self, line: bytes, seconds: float | None) -> None:
        """Write a line. A program that does not read it in time is late."""
        waiting = memoryview(line + b"\n")
        deadline = _deadline(seconds)
        while waiting:
            if not self._wait(selectors.EVENT_WRITE, deadline):
                raise BotFailure("timeout", "it did not read what was sent")
            try:
                waiting = waiting[os.write(self._in.fileno(), waiting) :]
            except BlockingIOError:
                continue
            except OSError:
                raise BotFailure("died", self._obituary()) from None

    def receive(self, seconds: float | None) -> bytes:
        """Read a line, without its end."""
        deadline = _deadline(seconds)
        while (end := self._read.find(b"\n")) < 0:
            if len(self._read) > LONGEST_LINE:
                raise BotFailure("garbage", f"a line of more than {LONGEST_LINE} bytes")
            if not self._wait(selectors.EVENT_READ, deadline):
                raise BotFailure("timeout", f"no answer within {seconds:g} seconds")
            self._read += self._read_some()
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line

    def _read_some(self) -> bytes:
        try:
            chunk = os.read(self._out.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            raise BotFailure("died", self._obituary())
        return chunk

    def _wait(self, event: int, deadline: float | None) -> bool:
        """Whether the pipe is ready before the deadline."""
        pipe = self._in if event == selectors.EVENT_WRITE else self._out
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            return bool(selector.select(left))

    def _obituary(self) -> str:
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its pipes"
        return f"it ended with exit code {code}"

    def close_input(self) -> None:
        """Let the program read the end of its input. Never fails."""
        with suppress(OSError):
            self._in.close()

    def ended_within(self, seconds: float) -> bool:
        """Whether the program ends by itself in that time."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll() is not None

    @property
    def exit_code(self) -> int | None:
        """None while the program runs."""
        return self._process.poll()

    def end(self, *, gently: bool) -> None:
        """End the program and all that it started; gently: give it a second to go by itself. Never fails."""
        self.close_input()
        if gently:
            self.ended_within(END_SECONDS)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(OSError):
            self._out.close()


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds

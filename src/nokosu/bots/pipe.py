"""A program at the other end of two pipes: lines out, lines in, each with a deadline. No threads.

Everything is bounded: how long a line may be, how long it may take, how much a program may log, and how long a program
that was told to end may live on.
"""

from __future__ import annotations

import errno
import os
import selectors
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from nokosu.bots.base import BotFailure
from nokosu.bots.child_processes import ended, kill_group, starting
from nokosu.bots.log import MOST_LOG, Log
from nokosu.core.quoting import quoted

LONGEST_LINE: Final = 1 << 16
END_SECONDS: Final = 1.0
_CHUNK: Final = 1 << 14
_GLANCE_SECONDS: Final = 0.05
_LEFT_OUT: Final = frozenset({"PYTHONUNBUFFERED"})
"""With this in the environment a program that never flushes would pass here and hang elsewhere."""


class Pipe:
    """A running program, alone in its process group, so that what it starts ends with it."""

    def __init__(self, command: Sequence[str], log: Log | None = None) -> None:
        with starting() as running:
            try:
                self._process = subprocess.Popen(  # noqa: S603  (the operator typed this command line)
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    env={name: value for name, value in os.environ.items() if name not in _LEFT_OUT},
                )
            except OSError as error:
                said = f"{quoted(command[0])} cannot be started: {error.strerror or error}"
                if error.errno == errno.ENOEXEC:
                    said += "; begin the file with a line such as #!/usr/bin/env python3"
                raise BotFailure("died", said) from None
            running.add(self._process.pid)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in = self._process.stdin
        self._out = self._process.stdout
        self._err = self._process.stderr
        self._log = log or Log()
        self._logs = True  # until its standard error ends
        self._read = bytearray()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)

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
        """Return whether the pipe is ready before the deadline. What the program logs meanwhile is passed on."""
        pipe = self._in if event == selectors.EVENT_WRITE else self._out
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if self._logs:
                selector.register(self._err, selectors.EVENT_READ)
            while True:
                left = _left(deadline)
                ready = [key.fileobj for key, _ in selector.select(left)]
                if self._err in ready and not self._pass_on():
                    selector.unregister(self._err)
                if pipe in ready:
                    return True
                if not ready or left == 0:  # a program that only logs is still late
                    return False

    def _pass_on(self) -> bool:
        """Read one chunk of the log; False at its end."""
        try:
            chunk = os.read(self._err.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        self._log.write(chunk)
        self._logs = bool(chunk)
        return self._logs

    def _obituary(self) -> str:
        if not self.ended_within(END_SECONDS):
            return "it closed its pipes"
        return f"it ended with exit code {self.exit_code}"

    def close_input(self) -> None:
        """Close the program's input. Never fails."""
        with suppress(OSError):
            self._in.close()

    def ended_within(self, seconds: float) -> bool:
        """Return whether the program ends by itself in time. Its log is still read, or it might block on it."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            if self._logs:
                selector.register(self._err, selectors.EVENT_READ)
            while self._process.poll() is None and (left := deadline - time.monotonic()) > 0:
                if not self._logs:
                    with suppress(subprocess.TimeoutExpired):
                        self._process.wait(left)
                elif selector.select(min(left, _GLANCE_SECONDS)) and not self._pass_on():
                    selector.unregister(self._err)
        return self._process.poll() is not None

    @property
    def exit_code(self) -> int | None:
        """None while the program runs."""
        return self._process.poll()

    def kill(self) -> None:
        """End the program and all that it started, and leave the rest to `end`."""
        if self._process.poll() is None:
            kill_group(self._process.pid)

    def end(self, *, gently: bool) -> None:
        """End the program and all that it started; gently: give it a second to go by itself. Never fails."""
        self.close_input()
        if gently:
            self.ended_within(END_SECONDS)
        kill_group(self._process.pid)
        self._process.wait()
        ended(self._process.pid)
        for _ in range(MOST_LOG // _CHUNK):  # read what is left of the log, without waiting for more
            if not (self._logs and self._has_log() and self._pass_on()):
                break
        for pipe in (self._out, self._err):
            with suppress(OSError):
                pipe.close()

    def _has_log(self) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self._err, selectors.EVENT_READ)
            return bool(selector.select(0))


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds

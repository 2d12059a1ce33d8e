"""The server's clock, behind an interface so that tests can move it by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

_TICK_MS: Final = 250
STALL_MS: Final = 1_000
"""A process that does nothing for longer was absent: players are not charged for it."""


class Timer(Protocol):
    """Something that will happen, unless it is called off."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """What time it is, and calls at a later time."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        """Call this after this many milliseconds."""
        ...

    def watch(self, stalled: Callable[[int, int], None]) -> Timer:
        """Call this with the beginning and the end of every time in which this process stood still."""
        ...


class RealTime:
    """This machine's clock. It never goes back, so that no clock at a table is given time by a correction."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def now(self) -> int:
        return int((self._start + time.monotonic()) * 1000)

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(ms / 1000, call)

    def watch(self, stalled: Callable[[int, int], None]) -> Timer:
        return _Watch(self, stalled)


class _Watch:
    """Wakes up often; where it wakes up late, nothing else in this process has happened either.

    Its timer comes due before every clock that runs out while the process is stopped, so it speaks first.
    """

    def __init__(self, time: Time, stalled: Callable[[int, int], None]) -> None:
        self._time = time
        self._stalled = stalled
        self._look_again()

    def _look_again(self) -> None:
        self._due = self._time.now() + _TICK_MS
        self._timer = self._time.call_in(_TICK_MS, self._tick)

    def _tick(self) -> None:
        now = self._time.now()
        if now - self._due >= STALL_MS:
            self._stalled(self._due, now)
        self._look_again()

    def cancel(self) -> None:
        self._timer.cancel()

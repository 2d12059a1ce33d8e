"""The server's clock, behind an interface so that tests can move it by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


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


class RealTime:
    """This machine's clock. It never goes back, so that no clock at a table is given time by a correction."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def now(self) -> int:
        return int((self._start + time.monotonic()) * 1000)

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(ms / 1000, call)

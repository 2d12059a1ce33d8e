"""Watch a server's own thread: the longest step of its event loop and the longest collection, in CPU time.

Wall-clock time says nothing on a busy machine; the thread's own time does. A step is whatever the thread did between
two timers four milliseconds apart, so it is at least as long as the longest callback; where the machine is too busy to
let the thread run, one step gathers what came meanwhile. A line a second goes to a file.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from pathlib import Path
from typing import Any, Final

_TICK_S: Final = 0.004
_LINE_S: Final = 1.0


class Watch:
    """Measures the thread that it is started in."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._began = self._at = time.thread_time()
        self._line_at = time.monotonic() + _LINE_S
        self._clear()

    def _clear(self) -> None:
        self._step = self._collection = 0.0
        self._collections = self._collected = 0

    def start(self) -> None:
        """Begin, in the thread of the running event loop."""
        self._at = time.thread_time()
        gc.callbacks.append(self._collecting)
        self._tick()

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._collection = max(self._collection, time.thread_time() - self._began)
            self._collections += 1
            self._collected += info["collected"]

    def _tick(self) -> None:
        now = time.thread_time()
        self._step = max(self._step, now - self._at)
        if time.monotonic() > self._line_at:
            self._write()
        self._at = time.thread_time()
        asyncio.get_running_loop().call_later(_TICK_S, self._tick)

    def _write(self) -> None:
        line = {
            "at": time.time(),
            "step_ms": round(self._step * 1000, 2),
            "collection_ms": round(self._collection * 1000, 2),
            "collections": self._collections,
            "collected": self._collected,
        }
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._clear()
        self._line_at = time.monotonic() + _LINE_S


def longest(path: Path, began: float, ended: float) -> dict[str, Any]:
    """Return the longest step and collection between two times, and how many there were."""
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    seen = [line for line in lines if began <= line["at"] <= ended]
    return {
        "longest_step_ms": max((line["step_ms"] for line in seen), default=None),
        "longest_collection_ms": max((line["collection_ms"] for line in seen), default=None),
        "collections": sum(line["collections"] for line in seen),
        "collected": sum(line["collected"] for line in seen),
    }

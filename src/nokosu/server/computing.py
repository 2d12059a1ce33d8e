"""Computing for people, such as checking a record: in one thread beside the event loop, shared fairly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from nokosu.server.fair_queue import FairQueue
from nokosu.server.payers import Payer

T = TypeVar("T")


class Computing:
    """Does one job at a time."""

    def __init__(self, queue: FairQueue) -> None:
        self._queue = queue
        self._thread = ThreadPoolExecutor(1, "computing")

    async def run(self, payer: Payer, job: Callable[[], T]) -> T:
        """The result of a job, when it is this payer's turn."""
        async with self._queue.place(payer, 0.0):
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

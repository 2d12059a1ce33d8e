"""Work that nobody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """Tasks that run by themselves. They are held here: the event loop alone does not keep a task alive."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Begin this work."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

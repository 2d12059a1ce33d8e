"""Background work that no caller waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any, TypeVar

from nokosu.server.door import PAYER

T = TypeVar("T")


class Background:
    """Tasks that run by themselves. They are held here: the event loop alone does not keep a task alive."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin this work. No account pays for what it does in turn."""
        context = copy_context()
        context.run(PAYER.set, None)
        task = asyncio.create_task(work, context=context)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

"""When Python looks for cycles. States are trees, which reference counting frees.

Python counts how many more objects there are than at the last look. Under load every move makes as many as it frees,
so hardly ever was there a look, and each found half of the heap "young": 80 ms for nothing, every six seconds. So we
look ourselves, often, at the few objects that are new since, which takes a millisecond or two. What lives longer and
would leave cycles behind breaks them when it ends: sockets (http/guarded.py) and tables (tables/actor.py). A look at
everything, which stops a thousand tables for a third of a second, waits until nobody is connected.
tests/server/test_memory.py counts what is left behind.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

_YOUNG_S: Final = 0.1
_ALL_S: Final = 600.0


def calm_collector() -> None:
    """Never look by oneself, nor ever at what lives as long as the process."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def tidy(alone: Callable[[], bool]) -> None:
    """Look at new objects often, and at all when nobody is connected."""
    loop = asyncio.get_running_loop()
    due = loop.time() + _ALL_S
    while True:
        await asyncio.sleep(_YOUNG_S)
        if loop.time() > due and alone():
            gc.collect()
            due = loop.time() + _ALL_S
        else:
            gc.collect(0)

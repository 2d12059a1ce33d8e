"""Log the failures of bots in a run: each kind once, not once per round."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from nokosu.bots.bot_seat import LOG

MOST_TOLD: Final = 5
"""How many kinds of failure each process logs; the tally counts all failures."""


class _EachOnce(logging.Filter):
    def __init__(self) -> None:
        super().__init__()
        self._told: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        # Seat, round and decision come first, then the bot and its fault.
        kind = repr(record.args[3:]) if isinstance(record.args, tuple) else record.msg
        new = kind not in self._told and len(self._told) < MOST_TOLD
        self._told.add(kind)
        return new


_FILTER: Final = _EachOnce()


@contextmanager
def each_failure_once() -> Iterator[None]:
    """Inside this block, log each kind of substitution only once."""
    LOG.addFilter(_FILTER)
    try:
        yield
    finally:
        LOG.removeFilter(_FILTER)

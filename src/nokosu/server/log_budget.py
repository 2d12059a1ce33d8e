"""A budget for logs: of lines that say the same, the first few are written and the others counted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from time import monotonic
from typing import Final

WINDOW_S: Final = 60.0
LINES: Final = 5
"""Lines of one kind in a window."""
_MOST_KINDS: Final = 500

Kind = tuple[str, int, str, str]


class LogBudget(logging.Filter):
    """Lets through the first lines of each kind, and one line for the rest when their minute is over.

    Two lines are of one kind if they come from the same logger with the same text before its values are put in. Some
    loggers are `unlimited`, since what leads to their lines is limited already.
    """

    def __init__(
        self,
        emit: Callable[[logging.LogRecord], object],
        clock: Callable[[], float] = monotonic,
        unlimited: Collection[str] = (),
    ) -> None:
        super().__init__()
        self._unlimited = unlimited
        self._emit = emit
        self._clock = clock
        self._seen: dict[Kind, tuple[float, int]] = {}
        self._looked = clock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is written."""
        if record.name in self._unlimited:
            return True
        now = self._clock()
        if now - self._looked >= WINDOW_S or len(self._seen) >= _MOST_KINDS:
            self._looked = now
            self._report(now)
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        kind = (record.name, record.levelno, str(record.msg), error)
        since, count = self._seen.get(kind, (now, 0))
        self._seen[kind] = (since, count + 1)
        return count < LINES

    def _report(self, now: float) -> None:
        """Write how often each line was left out, and begin to count again."""
        for (name, level, text, _), (since, count) in self._seen.items():
            if count > LINES:
                said = "%d more of these in %d s: %s"
                values = (count - LINES, round(now - since), text)
                self._emit(logging.LogRecord(name, level, "", 0, said, values, None))
        self._seen.clear()

"""Refusals: a reason that the reader's client words."""

from __future__ import annotations

from nokosu.core.errors import Reason


class Refused(Exception):
    """Something may not be done. `stale`: it answered a position that is no longer on the table."""

    def __init__(self, why: Reason, *, stale: bool = False) -> None:
        super().__init__(str(why))
        self.why = why
        self.stale = stale

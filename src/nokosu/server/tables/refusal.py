"""Saying no: a reason that is worded by whoever reads it."""

from __future__ import annotations

from nokosu.core.errors import Reason, reason
from nokosu.wire import base


class Refused(Exception):
    """Something may not be done. `stale`: it answered a position that is no longer on the table."""

    def __init__(self, why: Reason, *, stale: bool = False) -> None:
        super().__init__(str(why))
        self.why = why
        self.stale = stale


def refuse(why: Reason) -> Refused:
    """A refusal to raise."""
    return Refused(why)


def wire_reason(why: Reason) -> base.Reason:
    """A reason as it is sent."""
    return base.Reason(message=why.message, params=dict(why.params), clause=why.clause or None)


__all__ = ["Refused", "reason", "refuse", "wire_reason"]

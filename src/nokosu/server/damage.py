"""Damaged rows: one that cannot be read is skipped, logged and counted, and hurts nothing else.

`nokosu admin check` lists them all, and `nokosu restore` refuses a backup that has one.
"""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from nokosu.core.errors import NokosuError
from nokosu.core.quoting import quoted
from nokosu.server.metrics import Metrics

LOG: Final = logging.getLogger("nokosu.server.damage")
DAMAGED: Final = (
    *(NokosuError, msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, AssertionError, RecursionError),
)
"""What reading a damaged row may raise: we wrote it once, but nothing about it is certain any more."""


def skipped(metrics: Metrics, kind: str, name: str, why: object = "") -> None:
    """Note that a row was left out."""
    metrics.unreadable.labels(kind).inc()
    LOG.warning("%s %s cannot be read and is skipped: %s", kind, name, quoted(str(why)))

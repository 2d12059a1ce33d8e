"""Damaged rows: one that cannot be read is skipped, logged and counted, and hurts nothing else.

`nokosu admin check` lists them all, and `nokosu restore` refuses a backup that has one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from nokosu.core.errors import NokosuError, reason
from nokosu.core.quoting import quoted
from nokosu.server.metrics import Metrics
from nokosu.table.refusal import Refused

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Row = TypeVar("Row", bound=DataclassInstance)

LOG: Final = logging.getLogger("nokosu.server.damage")
DAMAGED: Final = (
    *(NokosuError, msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError),
    *(ArithmeticError, AssertionError, RecursionError),
)
"""What reading a damaged row may raise: we wrote it once, but nothing about it is certain any more."""


def skipped(metrics: Metrics, kind: str, name: str, why: object = "") -> None:
    """Note that a row was left out."""
    metrics.unreadable.labels(kind).inc()
    log_skipped(kind, name, why)


def log_skipped(kind: str, name: str, why: object) -> None:
    """Log it, where nothing counts."""
    LOG.warning("%s %s cannot be read and is skipped: %s", kind, name, quoted(str(why)))


@contextmanager
def reading(metrics: Metrics, kind: str, name: str) -> Iterator[None]:
    """Refuse what is asked about a row that cannot be read."""
    try:
        yield
    except DAMAGED as error:
        skipped(metrics, kind, name, error)
        raise Refused(reason("server.damaged-record")) from None


def readable(rows: Iterable[Row], check: Callable[[Row], object], metrics: Metrics, kind: str) -> list[Row]:
    """Return the rows about which a check raises nothing. The first field of a row is its name."""
    found = []
    for row in rows:
        try:
            check(row)
        except DAMAGED as error:
            skipped(metrics, kind, str(getattr(row, fields(row)[0].name)), error)
        else:
            found.append(row)
    return found


def typed(row: DataclassInstance) -> None:
    """Raise one of DAMAGED if a value of a row is not of its field's type: a column of SQLite can hold anything."""
    msgspec.convert({field.name: getattr(row, field.name) for field in fields(row)}, type(row))

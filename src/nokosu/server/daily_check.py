"""Whether the rows of a day can be read: the other results count, and the other pages are shown."""

from __future__ import annotations

from dataclasses import replace

from nokosu.server.daily_count import read_summary
from nokosu.server.damage import typed
from nokosu.server.store.daily import Attempt, CountedDay
from nokosu.table.days import day_text


def check_attempt(row: Attempt) -> None:
    """Raise one of DAMAGED if an attempt cannot be counted or shown."""
    made = None if row.made is None else bool(row.made)
    typed(replace(row, ranked=bool(row.ranked), made=made))
    day_text(row.day)


def check_day(row: CountedDay) -> None:
    """Raise one of DAMAGED if a day that is over cannot be shown."""
    typed(row)
    day_text(row.day)
    bytes.fromhex(row.secret)
    read_summary(row.summary)

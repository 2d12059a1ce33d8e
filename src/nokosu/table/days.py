"""Days in UTC as people write them, 2026-11-18, and as numbers: day 0 is 1970-01-01. Pure: a table has no clock."""

from __future__ import annotations

import re
from typing import Final

DAY_MS: Final = 24 * 3_600_000
_TEXT: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
# Years that begin in March end with the leap day, and four hundred of them always have as many days.
_ERA_YEARS: Final = 400
_ERA_DAYS: Final = 146_097
_TO_1970: Final = 719_468


def day_at(moment: int) -> int:
    """Return the day of a moment in milliseconds."""
    return moment // DAY_MS


def day_text(day: int) -> str:
    """Return a day as it is written."""
    era, in_era = divmod(day + _TO_1970, _ERA_DAYS)
    year = (in_era - in_era // 1_460 + in_era // 36_524 - in_era // 146_096) // 365
    in_year = in_era - (365 * year + year // 4 - year // 100)
    month = (5 * in_year + 2) // 153
    date = in_year - (153 * month + 2) // 5 + 1
    return f"{era * _ERA_YEARS + year + (month >= 10):04}-{(month + 2) % 12 + 1:02}-{date:02}"


def parse_day(text: str) -> int:
    """Return the number of a day; ValueError if there is no such day."""
    found = _TEXT.fullmatch(text)
    if found:
        year, month, date = map(int, found.groups())
        era, in_era = divmod(year - (month <= 2), _ERA_YEARS)
        in_year = (153 * ((month + 9) % 12) + 2) // 5 + date - 1
        day = era * _ERA_DAYS + 365 * in_era + in_era // 4 - in_era // 100 + in_year - _TO_1970
        if day_text(day) == text:
            return day
    raise ValueError(f"not a day: {text[:20]!r}")

"""The argument of a bot that looks ahead: a time or a number, then settings behind commas (`100ms,threads=2`)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

from nokosu.bots.base import BotError
from nokosu.core.quoting import quoted
from nokosu.locale import t


class Checked(Protocol):
    """A dataclass of settings that knows their ranges."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def checked(self) -> Self:
        """Return these; a ValueError where something is out of range."""
        ...


Settings = TypeVar("Settings", bound=Checked)

_BUDGET: Final = re.compile(r"(?P<number>\d+)(?P<unit>ms|s)?")
_MOST_SECONDS: Final = 60.0
_MOST_NUMBER: Final = 10_000_000
_RESERVE: Final = 0.002
"""Seconds of a time limit reserved for everything around the search."""


def budget(text: str) -> tuple[int, float]:
    """Return a number and seconds, from `2000` or `100ms`; one of them is 0."""
    found = _BUDGET.fullmatch(text.strip())
    if found is None:
        raise BotError(t("bot.search-budget", argument=quoted(text)))
    number = int(found["number"])
    if found["unit"] is None:
        if not 1 <= number <= _MOST_NUMBER:
            raise BotError(t("bot.search-budget", argument=quoted(text)))
        return number, 0.0
    seconds = number / 1000 if found["unit"] == "ms" else float(number)
    if not 0.005 <= seconds <= _MOST_SECONDS:
        raise BotError(t("bot.search-budget", argument=quoted(text)))
    return 0, seconds - _RESERVE


def with_options(settings: Settings, options: list[str]) -> Settings:
    """Return the settings with fields changed: `tricks=0`, `threads=2`, `trust=0.5` and so on."""
    for option in options:
        name, _, value = option.strip().partition("=")
        try:
            kind = type(getattr(settings, name))
            settings = replace(settings, **{name: kind(value)}).checked()
        except (AttributeError, TypeError, ValueError):  # the kernel's Refused is a ValueError
            raise BotError(t("bot.search-option", option=quoted(option))) from None
    return settings

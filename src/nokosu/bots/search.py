"""The searching player: `search:100ms`, `search:2000`, and settings behind a comma (`search:500,uniform`)."""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.club.weights import tuned
from nokosu.bots.kernel_rules import check_rules
from nokosu.core.actions import Action
from nokosu.core.quoting import quoted
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t

if TYPE_CHECKING:
    from nokosu.kernel.search import Report, Settings

_BUDGET: Final = re.compile(r"(?P<number>\d+)(?P<unit>ms|s)?")
_MOST_SECONDS: Final = 60.0
_MOST_SIMULATIONS: Final = 10_000_000
_RESERVE: Final = 0.002
"""Seconds of a time limit reserved for everything around the search."""


class Search:
    """Thinks for a time or for a number of simulations; the latter gives the same answer every time."""

    def __init__(self, argument: str) -> None:
        if not kernel.available:
            raise BotError(t("bot.needs-kernel", name="search"))
        from nokosu.kernel.search import Settings  # noqa: PLC0415  (the module needs the extension)

        limit, *options = argument.split(",")
        self.name = f"search:{argument}"
        self.simulations, self.seconds = budget(limit)
        self.settings: Settings = Settings()
        for option in options:
            self.settings = _with_option(self.settings, option)

    def choose(self, view: View, stream: Stream) -> Action:
        """The most visited action; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        report = look_ahead(
            view,
            seed=stream.seed64(),
            simulations=self.simulations,
            seconds=self.seconds,
            settings=self.settings,
        )
        return report.best.action


def look_ahead(
    view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0, settings: Settings | None = None
) -> Report:
    """Search for the view's seat, which must be to act. Needs the kernel."""
    from nokosu.kernel.search import search  # noqa: PLC0415  (the module needs the extension)

    club = club_weights(view.ruleset.players)
    return search(view, club=club, seed=seed, simulations=simulations, seconds=seconds, settings=settings)


@cache
def club_weights(players: int) -> bytes:
    """The club player's weights as the kernel takes them."""
    return array("d", tuned(players).flat()).tobytes()


def budget(text: str) -> tuple[int, float]:
    """A number and seconds, from `2000` or `100ms`; one of them is 0."""
    found = _BUDGET.fullmatch(text.strip())
    if found is None:
        raise BotError(t("bot.search-budget", argument=quoted(text)))
    number = int(found["number"])
    if found["unit"] is None:
        if not 1 <= number <= _MOST_SIMULATIONS:
            raise BotError(t("bot.search-budget", argument=quoted(text)))
        return number, 0.0
    seconds = number / 1000 if found["unit"] == "ms" else float(number)
    if not 0.005 <= seconds <= _MOST_SECONDS:
        raise BotError(t("bot.search-budget", argument=quoted(text)))
    return 0, seconds - _RESERVE


def _with_option(settings: Settings, option: str) -> Settings:
    """`uniform`: all worlds equally likely; `threads=2`, `trust=0.5` and so on: a field of Settings."""
    name, _, value = option.strip().partition("=")
    if option.strip() == "uniform":
        return replace(settings, trust=0.0)
    try:
        kind = type(getattr(settings, name))
        return replace(settings, **{name: kind(value)}).checked()
    except (AttributeError, TypeError, ValueError):  # the kernel's Refused is a ValueError
        raise BotError(t("bot.search-option", option=quoted(option))) from None


def make(argument: str) -> Search:
    """The factory behind the entry point."""
    return Search(argument or "100ms")

"""The champion: `champion:100ms`, `champion:64` (worlds), and settings behind a comma (`champion:64,tricks=0`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.neural.bot import network
from nokosu.bots.search import budget
from nokosu.core.actions import Action
from nokosu.core.quoting import quoted
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t

if TYPE_CHECKING:
    from nokosu.kernel.champion import Settings

USUAL: Final = "100ms"


class Champion:
    """Looks ahead with the network, for a time or in a number of worlds; the latter is repeatable."""

    def __init__(self, argument: str) -> None:
        if not kernel.available:
            raise BotError(t("bot.needs-kernel", name="champion"))
        from nokosu.kernel.champion import Settings  # noqa: PLC0415  (the module needs the extension)

        limit, *options = argument.split(",")
        self.name = f"champion:{argument}"
        self.worlds, self.seconds = budget(limit)
        self.network = network()
        self.settings: Settings = Settings()
        for option in options:
            self.settings = _with_option(self.settings, option)

    def choose(self, view: View, stream: Stream) -> Action:
        """The action that is worth most; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        from nokosu.kernel.champion import look_ahead  # noqa: PLC0415  (the module needs the extension)

        seed, settings = stream.seed64(), self.settings
        found = look_ahead(view, self.network, seed=seed, worlds=self.worlds, seconds=self.seconds, settings=settings)
        return found.best


def _with_option(settings: Settings, option: str) -> Settings:
    """`tricks=0`, `prior=0.5` and so on: a field of Settings."""
    name, _, value = option.strip().partition("=")
    try:
        kind = type(getattr(settings, name))
        return replace(settings, **{name: kind(value)}).checked()
    except (AttributeError, TypeError, ValueError):  # the kernel's Refused is a ValueError
        raise BotError(t("bot.search-option", option=quoted(option))) from None


def make(argument: str) -> Champion:
    """The factory behind the entry point."""
    return Champion(argument or USUAL)

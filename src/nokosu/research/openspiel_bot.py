"""The bot `openspiel:1000` or `openspiel:100ms`: OpenSpiel's ISMCTS on our game, a baseline for the arena."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.budget import budget, with_options
from nokosu.bots.kernel_rules import check_rules
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t


@dataclass(frozen=True, slots=True)
class Settings:
    """How the search looks."""

    exploration: float = 12.0
    """UCT's constant in points: the best of 6, 12, 25 and 50 in 60 rounds against `club`, with 200 simulations."""
    playouts: str = "kernel"
    """Who plays to the end: the kernel, or `openspiel`, its own evaluator, which does the same in Python."""

    def checked(self) -> Settings:
        """Return these; a ValueError where something is out of range."""
        if not 0 <= self.exploration <= 1000:
            raise ValueError("exploration goes from 0 to 1000")
        if self.playouts not in ("kernel", "openspiel"):
            raise ValueError("playouts are by kernel or openspiel")
        return self


class OpenSpiel:
    """Thinks for a time or for a number of simulations; the latter gives the same answer every time."""

    def __init__(self, argument: str) -> None:
        if not kernel.available:
            raise BotError(t("bot.needs-kernel", name="openspiel"))
        limit, *options = argument.split(",")
        self.name = f"openspiel:{argument}"
        self.simulations, self.seconds = budget(limit)
        self.settings = with_options(Settings(), options)
        try:
            from nokosu.research import ismcts  # noqa: PLC0415  (needs the extra, and takes a second)
        except ImportError:
            raise BotError(t("bot.needs-openspiel", name="openspiel")) from None
        self._ismcts = ismcts

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the most visited action; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        return self._ismcts.choose(
            view,
            seed=stream.seed64(),
            simulations=self.simulations,
            seconds=self.seconds,
            settings=self.settings,
        )


def make(argument: str) -> OpenSpiel:
    """Return the factory behind the entry point."""
    return OpenSpiel(argument or "1000")

"""The champion: `champion:100ms`, `champion:64` (worlds), and settings behind a comma (`champion:64,tricks=0`)."""

from __future__ import annotations

from typing import Final

from nokosu import kernel
from nokosu.bots.base import Bot, BotError
from nokosu.bots.blunders import sensible
from nokosu.bots.budget import budget, with_options
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.neural.bot import network
from nokosu.bots.portable import portable
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.champion import Report, Settings, look_ahead
from nokosu.kernel.requests import Thinking, champion_report, champion_request
from nokosu.locale import t

USUAL: Final = "100ms"


class Champion:
    """Looks ahead with the network, for a time or in a number of worlds; the latter is repeatable."""

    def __init__(self, argument: str) -> None:
        limit, *options = argument.split(",")
        self.name = f"champion:{argument}"
        self.worlds, self.seconds = budget(limit)
        self.settings = with_options(Settings(), options)

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action that is worth most; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        seed, settings = stream.seed64(), self.settings
        found = look_ahead(view, network(), seed=seed, worlds=self.worlds, seconds=self.seconds, settings=settings)
        return _best(view, found)

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:
        """Do the same where the kernel is in another process."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        seed, settings = stream.seed64(), self.settings
        answer = yield champion_request(view, seed=seed, worlds=self.worlds, seconds=self.seconds, settings=settings)
        return _best(view, champion_report(answer))


def _best(view: View, report: Report) -> Action:
    """Return the action that is worth most and that nobody calls stupid."""
    if report.best in (allowed := sensible(view)):
        return report.best
    lines = [line for line in report.lines if line.action in allowed]
    return max(lines, key=lambda line: (line.worlds > 0, line.worth if line.worlds else line.prior)).action


def make(argument: str) -> Bot:
    """Return the factory behind the entry point."""
    bot = make_remote(argument)
    if not kernel.available:
        if (elsewhere := portable(bot)) is None:
            raise BotError(t("bot.needs-kernel", name="champion"))
        return elsewhere
    network()  # read now, not during the first decision
    return bot


def make_remote(argument: str) -> Champion:
    """Return one that ponders, where the kernel is not in this process."""
    return Champion(argument or USUAL)

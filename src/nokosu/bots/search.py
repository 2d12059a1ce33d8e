"""The searching player: `search:100ms`, `search:2000`, and settings behind a comma (`search:500,uniform`)."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Final

from nokosu import kernel
from nokosu.bots.base import Bot, BotError
from nokosu.bots.blunders import sensible
from nokosu.bots.budget import budget, with_options
from nokosu.bots.club.weights import tuned
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.portable import portable
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.requests import Thinking, search_report, search_request
from nokosu.kernel.search import Report, Settings, search
from nokosu.locale import t

_UNGUARDED: Final = "unguarded"
"""The setting that leaves out no stupid moves, as the benchmark's reference."""


class Search:
    """Thinks for a time or for a number of simulations; the latter gives the same answer every time."""

    def __init__(self, argument: str) -> None:
        limit, *options = argument.split(",")
        self.name = f"search:{argument}"
        self.simulations, self.seconds = budget(limit)
        self._guarded = _UNGUARDED not in map(str.strip, options)
        settings = [option for option in options if option.strip() != _UNGUARDED]
        self.settings = with_options(
            Settings(), ["trust=0" if option.strip() == "uniform" else option for option in settings]
        )

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the most visited action; a forced one at once."""
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
        return self._best(view, report)

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:
        """Do the same where the kernel is in another process."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        answer = yield search_request(
            view,
            club=club_weights(view.ruleset.players),
            seed=stream.seed64(),
            simulations=self.simulations,
            seconds=self.seconds,
            settings=self.settings,
        )
        return self._best(view, search_report(answer))

    def _best(self, view: View, report: Report) -> Action:
        """Return the most visited action that nobody calls stupid."""
        if not self._guarded or report.best.action in (allowed := sensible(view)):
            return report.best.action
        lines = [line for line in report.lines if line.action in allowed]
        return max(lines, key=lambda line: (line.visits, line.margin)).action


def look_ahead(
    view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0, settings: Settings | None = None
) -> Report:
    """Search for the view's seat, which must be to act. Needs the kernel."""
    club = club_weights(view.ruleset.players)
    return search(view, club=club, seed=seed, simulations=simulations, seconds=seconds, settings=settings)


@cache
def club_weights(players: int) -> bytes:
    """Return the club player's weights as the kernel takes them."""
    return array("d", tuned(players).flat()).tobytes()


def make(argument: str) -> Bot:
    """Return the factory behind the entry point."""
    bot = make_remote(argument)
    if not kernel.available:
        if (elsewhere := portable(bot)) is None:
            raise BotError(t("bot.needs-kernel", name="search"))
        return elsewhere
    return bot


def make_remote(argument: str) -> Search:
    """Return one that ponders, where the kernel is not in this process."""
    return Search(argument or "100ms")

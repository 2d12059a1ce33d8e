"""The searching player: `search:100ms`, `search:2000`, and settings behind a comma (`search:500,uniform`)."""

from __future__ import annotations

from array import array
from functools import cache

from nokosu import kernel
from nokosu.bots.base import BotError
from nokosu.bots.budget import budget, with_options
from nokosu.bots.club.weights import tuned
from nokosu.bots.kernel_rules import check_rules
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.orders import Thinking, search_order, search_report
from nokosu.kernel.search import Report, Settings, search
from nokosu.locale import t


class Search:
    """Thinks for a time or for a number of simulations; the latter gives the same answer every time."""

    def __init__(self, argument: str) -> None:
        limit, *options = argument.split(",")
        self.name = f"search:{argument}"
        self.simulations, self.seconds = budget(limit)
        self.settings = with_options(
            Settings(), ["trust=0" if option.strip() == "uniform" else option for option in options]
        )

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

    def ponder(self, view: View, stream: Stream) -> Thinking[Action]:
        """The same where the kernel is in another process."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        answer = yield search_order(
            view,
            club=club_weights(view.ruleset.players),
            seed=stream.seed64(),
            simulations=self.simulations,
            seconds=self.seconds,
            settings=self.settings,
        )
        return search_report(answer).best.action


def look_ahead(
    view: View, *, seed: int, simulations: int = 0, seconds: float = 0.0, settings: Settings | None = None
) -> Report:
    """Search for the view's seat, which must be to act. Needs the kernel."""
    club = club_weights(view.ruleset.players)
    return search(view, club=club, seed=seed, simulations=simulations, seconds=seconds, settings=settings)


@cache
def club_weights(players: int) -> bytes:
    """The club player's weights as the kernel takes them."""
    return array("d", tuned(players).flat()).tobytes()


def make(argument: str) -> Search:
    """The factory behind the entry point."""
    if not kernel.available:
        raise BotError(t("bot.needs-kernel", name="search"))
    return elsewhere(argument)


def elsewhere(argument: str) -> Search:
    """One that ponders, where the kernel is not in this process."""
    return Search(argument or "100ms")

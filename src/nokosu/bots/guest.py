"""Bots from other packages: they see `nokosu.View`, as a function does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from nokosu.api.view import View as ApiView
from nokosu.api.view import dress
from nokosu.bots.base import Bot, MatchBot
from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View


class PackageBot(Protocol):
    """What a factory of the group `nokosu.bots` returns: a name, and an answer to every view.

    Given equal views and streams it answers alike, unless a clock limits it. `stream` is its only source of chance.

    >>> import nokosu
    >>> class Cautious:
    ...     name = "cautious"
    ...     def choose(self, view, stream):
    ...         return view.legal[0]
    >>> nokosu.play(Cautious(), players=3, rounds=1, seed=7).totals
    (3, 3, 6)
    """

    @property
    def name(self) -> str:
        """Its name in records and tables."""
        ...

    def choose(self, view: ApiView, stream: Stream) -> Action:
        """Return one of `view.legal`; asked only when the view's seat is to act."""
        ...


class Guest:
    """A bot of another package, as the host's bots are asked."""

    def __init__(self, bot: PackageBot) -> None:
        self._bot = bot

    @property
    def name(self) -> str:
        return self._bot.name

    def choose(self, view: View, stream: Stream) -> Action:
        """Show it the view with text and pictures."""
        return self._bot.choose(dress(view), stream)


class MatchGuest(Guest):
    """One that wants to know when its match begins and ends."""

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        """Start it."""
        assert isinstance(self._bot, MatchBot)
        return self._bot.start(seat, ruleset, move_ms)

    def close(self, record: Mapping[str, object] | None) -> None:
        """End its match."""
        assert isinstance(self._bot, MatchBot)
        self._bot.close(record)


def seated(bot: PackageBot | Bot) -> Bot:
    """Return a bot as it is asked at a table: our own as they are, others as guests."""
    if type(bot).__module__.partition(".")[0] == "nokosu":
        return bot  # type: ignore[return-value]  # our own bots take a core view
    return MatchGuest(bot) if isinstance(bot, MatchBot) else Guest(bot)

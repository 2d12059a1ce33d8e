"""A bot with a stopwatch."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from nokosu.arena.times import Times
from nokosu.bots.base import Bot, MatchBot
from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View


class Timed:
    """Plays as the bot does, and notes how long each decision took. Moves without a choice are not counted."""

    def __init__(self, bot: Bot, times: Times) -> None:
        self.name = bot.name
        self._bot = bot
        self._times = times

    def choose(self, view: View, stream: Stream) -> Action:
        start = perf_counter()
        action = self._bot.choose(view, stream)
        if len(view.legal or ()) > 1:
            self._times.add((perf_counter() - start) * 1000)
        return action


class TimedMatchBot(Timed):
    """The same for a bot that is told when its match begins and ends."""

    def __init__(self, bot: Bot, match_bot: MatchBot, times: Times) -> None:
        super().__init__(bot, times)
        self._match_bot = match_bot

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        return self._match_bot.start(seat, ruleset, move_ms)

    def close(self, record: Mapping[str, object] | None) -> None:
        self._match_bot.close(record)


def timed(bot: Bot, times: Times) -> Bot:
    """Wrap a bot; a match bot stays a match bot."""
    return TimedMatchBot(bot, bot, times) if isinstance(bot, MatchBot) else Timed(bot, times)

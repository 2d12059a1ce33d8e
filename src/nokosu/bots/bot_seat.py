"""A seat that a bot plays: when the bot fails, the fallback takes over for the rest of the match."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from nokosu.bots.base import Bot, BotFailure, MatchBot, crash
from nokosu.bots.registry import fallback
from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.record.model import Substitution

LOG: Final = logging.getLogger("nokosu.bots")


class BotSeat:
    """Holds a bot for one match. `title` is how the bot is called at the table, `substitution` is set if it failed."""

    def __init__(self, seat: int, bot: Bot, *, strict: bool = False) -> None:
        self.seat = seat
        self.bot = bot.name
        self.title = bot.name
        self.substitution: Substitution | None = None
        self._strict = strict
        self._playing = bot
        self._failure: BotFailure | None = None

    def start(self, ruleset: Ruleset, move_ms: int | None) -> None:
        """Let the bot prepare. If it fails, its first decision is the fallback's."""
        if isinstance(self._playing, MatchBot):
            try:
                self.title = self._playing.start(self.seat, ruleset, move_ms)
            except Exception as error:
                if self._strict:
                    raise
                self._failure = self._fault(error)

    def choose(self, view: View, stream: Stream) -> Action:
        """Return a legal action, even if the bot fails."""
        if self._failure is None:
            try:
                return _checked(self._playing.choose(view, stream), view)
            except Exception as error:  # a stranger's bot may raise anything; the match goes on
                if self._strict:
                    raise
                self._failure = self._fault(error)
        if self.substitution is None:
            self._substitute(view, self._failure)
        return _checked(self._playing.choose(view, stream), view)

    def _fault(self, error: Exception) -> BotFailure:
        """Turn any error of the bot into a failure; log an unexpected one."""
        if isinstance(error, BotFailure):
            return error
        LOG.debug("seat %d: %s", self.seat, self.bot, exc_info=error)
        return crash(error)

    def _substitute(self, view: View, failure: BotFailure) -> None:
        self.close(None)
        self._playing = fallback()
        decision = view.decisions
        self.substitution = Substitution(self.seat, view.round, decision, self._playing.name, failure.why)
        LOG.warning(
            "seat %d, round %d, decision %d: %s is replaced by %s: %s",
            *(self.seat, view.round + 1, decision + 1, self.title, self._playing.name, failure),
        )

    def close(self, record: Mapping[str, object] | None) -> None:
        """End the match; None if it was given up."""
        if isinstance(self._playing, MatchBot):
            try:
                self._playing.close(record)
            except Exception as error:  # noqa: BLE001  (a stranger's bot may raise anything; the match is over)
                LOG.warning("seat %d: %s failed to close: %s", self.seat, self.title, self._fault(error))


def _checked(action: Action, view: View) -> Action:
    if action not in (view.legal or ()):
        raise BotFailure("illegal", f"{action} is not legal here")
    return action

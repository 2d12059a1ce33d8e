"""A seat that a bot plays: when the bot fails, the fallback takes over for the rest of the match."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from nokosu.bots.base import Bot, BotFailure, MatchBot
from nokosu.bots.registry import fallback
from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.record.model import Substitution

LOG: Final = logging.getLogger("nokosu.bots")


class Chair:
    """Holds a bot for one match. `title` is how the bot is called at the table, `substitution` is set if it failed."""

    def __init__(self, seat: int, bot: Bot) -> None:
        self.seat = seat
        self.bot = bot.name
        self.title = bot.name
        self.substitution: Substitution | None = None
        self._playing = bot
        self._failure: BotFailure | None = None

    def start(self, ruleset: Ruleset, move_ms: int | None) -> None:
        """Let the bot prepare. If it fails, its first decision is the fallback's."""
        if isinstance(self._playing, MatchBot):
            try:
                self.title = self._playing.start(self.seat, ruleset, move_ms)
            except BotFailure as failure:
                self._failure = failure

    def choose(self, view: View, stream: Stream) -> Action:
        """A legal action, whatever the bot does."""
        if self._failure is None:
            try:
                return _checked(self._playing.choose(view, stream), view)
            except BotFailure as failure:
                self._failure = failure
            except Exception as error:
                # A stranger's bot may raise anything; the match goes on.
                LOG.debug("seat %d: %s", self.seat, self.bot, exc_info=True)
                self._failure = BotFailure("crashed", f"{type(error).__name__}: {error}")
        if self.substitution is None:
            self._substitute(view, self._failure)
        return _checked(self._playing.choose(view, stream), view)

    def _substitute(self, view: View, failure: BotFailure) -> None:
        if isinstance(self._playing, MatchBot):
            self._playing.close(None)
        self._playing = fallback()
        decision = view.decisions
        self.substitution = Substitution(self.seat, view.round, decision, self._playing.name, failure.why)
        LOG.warning(
            "seat %d, round %d, decision %d: %s is replaced by %s: %s",
            *(self.seat, view.round + 1, decision + 1, self.title, self._playing.name, failure),
        )

    def close(self, record: Mapping[str, object] | None) -> None:
        """The match is over, or given up (None)."""
        if isinstance(self._playing, MatchBot):
            self._playing.close(record)


def _checked(action: Action, view: View) -> Action:
    if action not in (view.legal or ()):
        raise BotFailure("illegal", f"{action} is not legal here")
    return action

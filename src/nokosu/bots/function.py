"""A Python function as a bot, and every other way to name one."""

from __future__ import annotations

from collections.abc import Callable

from nokosu.api import reading
from nokosu.api.view import View as ApiView
from nokosu.api.view import dress
from nokosu.bots.base import Bot, BotError
from nokosu.bots.guest import PackageBot, seated
from nokosu.bots.player import Player
from nokosu.bots.registry import make
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View


class FunctionBot:
    """A Python function from a view to an action, or to its text, as a bot."""

    def __init__(self, function: Callable[[ApiView], Action | str]) -> None:
        self.name = str(getattr(function, "__name__", "function"))
        self._function = function

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (a function has its own chance)
        return reading.action(self._function(dress(view)), view.phase)


def bot_of(given: str | Player | PackageBot | Bot | Callable[[ApiView], Action | str]) -> Bot:
    """Return a bot for one seat of one match."""
    if isinstance(given, str):
        return make(given)
    if isinstance(given, Player):
        return make(given.spec)
    if isinstance(given, Bot):
        return seated(given)
    if callable(given):
        return FunctionBot(given)
    raise BotError(
        f"expected a bot: a name such as 'club', a Player or a function of a view; got {type(given).__name__}"
    )

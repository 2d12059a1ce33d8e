"""The interface of a bot. It sees a view, never a state; its randomness comes from the given stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from nokosu.core.actions import Action
from nokosu.core.errors import NokosuError
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View


class BotError(NokosuError):
    """A bot that cannot be made, or that failed. The message is for people, on one line.

    >>> import nokosu
    >>> try:
    ...     nokosu.play("club", "club")
    ... except nokosu.bots.BotError as error:
    ...     print(error)
    expected one bot for every seat, or 4 bots, one per seat; got 2
    """


class BotFailure(BotError):
    """A bot that is out for the rest of the match. `why` is the word that a record's substitution gives.

    >>> import nokosu
    >>> view = nokosu.Match.start("second", players=4, seed=7).view()
    >>> with nokosu.bots.get("cmd:echo hello") as bot:
    ...     try:
    ...         bot.choose(view)
    ...     except nokosu.bots.BotFailure as failure:
    ...         print(failure.why)
    not-ready
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail


def crash(error: Exception) -> BotFailure:
    """Return the fault of a bot that raised an unexpected exception."""
    return BotFailure("crashed", f"{type(error).__name__}: {error}")


@runtime_checkable
class Bot(Protocol):
    """A player. Given equal views and equal streams it answers alike, unless a clock limits it."""

    @property
    def name(self) -> str:
        """Its name in records and tables, such as `club` or `search:100ms`."""
        ...

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one of `view.legal`; asked only when the view's seat is to act."""
        ...


@runtime_checkable
class MatchBot(Protocol):
    """A bot that wants to know when its match begins and ends. One object then plays one seat of one match."""

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        """Start before the first decision, with the time for each; return how the bot wants to be called."""
        ...

    def close(self, record: Mapping[str, object] | None) -> None:
        """Release resources after the match, or when the bot is replaced. Never fails."""
        ...


BotFactory = Callable[[str], Bot]
"""The factory behind an entry point of the group `nokosu.bots`: makes a bot from the text after the first colon."""

"""The bots of a device: characters that need nothing compiled, and those that think in the kernel's own worker."""

from __future__ import annotations

from functools import cache
from typing import Final, Protocol, runtime_checkable

from nokosu.bots import beginner, champion, greedy, random, search
from nokosu.bots.base import Bot, BotFactory, BotFailure, crash
from nokosu.bots.characters import CHARACTERS, parties
from nokosu.bots.club import club
from nokosu.bots.levels import LEVELS
from nokosu.bots.neural import bot as neural
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.requests import Thinking
from nokosu.table.create import MOST_BOTS

BOTS: Final[dict[str, BotFactory]] = {
    "beginner": beginner.make,
    "club": club.make,
    "greedy": greedy.make,
    "random": random.make,
}
"""By name, as the entry points of the package have them; a browser knows no entry points."""

READERS: Final[dict[str, BotFactory]] = {"champion": champion.make_remote, "neural": neural.make_remote}
"""The same for those that need the kernel and the network's weights, which are fetched when one of them plays."""

THINKERS: Final[dict[str, BotFactory]] = {"search": search.make_remote} | READERS
"""The same for those that need the kernel."""


@runtime_checkable
class RemoteBot(Protocol):
    """A bot that asks the kernel in another worker."""

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:
        """Return one of `view.legal`, after the answers to what it asks."""
        ...


def bots(*, kernel: bool) -> dict[str, BotFactory]:
    """Return all kinds of bots that play here."""
    return BOTS | THINKERS if kernel else BOTS


@cache
def offered(*, kernel: bool) -> dict[str, str]:
    """Return the characters that play here, with the kernel or without, and the bot of each."""
    here = bots(kernel=kernel)
    return {name: each.spec for name, each in CHARACTERS.items() if each.spec.partition(":")[0] in here}


@cache
def levels(*, kernel: bool) -> dict[str, tuple[str, ...]]:
    """Return the levels whose characters all play here, and who sits down at a table of each."""
    return parties(MOST_BOTS, offered(kernel=kernel))


def needs_network(name: str) -> bool:
    """Return whether this character or kind of bot reads the network's weights."""
    return (CHARACTERS[name].spec if name in CHARACTERS else name).partition(":")[0] in READERS


def network_levels() -> list[str]:
    """Return the levels whose own characters read the weights."""
    return [
        level
        for level in LEVELS
        if any(each.level == level and needs_network(name) for name, each in CHARACTERS.items())
    ]


@cache
def _bot(name: str) -> Bot:
    spec, _, argument = offered(kernel=True).get(name, name).partition(":")
    return bots(kernel=True)[spec](argument)


def choose(name: str, view: View, seed: bytes) -> Thinking[str]:
    """Yield what this bot does with this view. Raises BotFailure."""
    stream = Stream(seed, "bot")
    try:
        bot = _bot(name)
        action = (
            (yield from bot.choose_remote(view, stream)) if isinstance(bot, RemoteBot) else bot.choose(view, stream)
        )
    except BotFailure:
        raise
    except Exception as error:
        raise crash(error) from error
    if action not in (view.legal or ()):
        raise BotFailure("illegal", str(action))
    return str(action)

"""`random`: any legal action, each equally likely. The measure that every other bot has to beat."""

from __future__ import annotations

from nokosu.bots.base import Bot
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View


class RandomBot:
    """Chooses uniformly from the legal actions."""

    name = "random"

    def choose(self, view: View, stream: Stream) -> Action:
        assert view.legal
        return stream.choice(view.legal)


def make(argument: str) -> Bot:
    """`random` takes no argument."""
    no_argument(RandomBot.name, argument)
    return RandomBot()

"""`random`: any legal action, each equally likely. The measure that every other bot has to beat.

`random:sensible` has no plan either, but never takes zero, and leaves out what needs no counting to see: throwing away
the last die with which a target is possible, or a die that can be reached instead of one that cannot.
"""

from __future__ import annotations

from nokosu.bots.base import Bot
from nokosu.bots.blunders import ABSURD, sensible
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.stream import Stream
from nokosu.core.view import View


class RandomBot:
    """Chooses uniformly from the legal actions."""

    name = "random"

    def choose(self, view: View, stream: Stream) -> Action:
        assert view.legal
        return stream.choice(view.legal)


class Sensible:
    """Chooses uniformly from those that are not absurd."""

    name = "random:sensible"

    def choose(self, view: View, stream: Stream) -> Action:
        """Draw one of the moves; never a zero contract."""
        assert view.legal
        moves = [action for action in sensible(view, ABSURD, last=0) if not isinstance(action, TakeZero | DeclareZero)]
        return stream.choice(moves or view.legal)


def make(argument: str) -> Bot:
    """`random`, or `random:sensible`."""
    if argument == "sensible":
        return Sensible()
    no_argument(RandomBot.name, argument)
    return RandomBot()

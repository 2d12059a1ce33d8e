"""The beginner: knows the rules and plays them with a beginner's blind spots, not by tossing coins.

It does not count what was played, forgets that the trump die's number is trump too, falls for the highest die in
front, leads what looks strongest, ruffs because it can, goes for zero whenever its cards look low, and ignores
the others' targets.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from nokosu.bots.base import Bot
from nokosu.bots.blunders import ABSURD
from nokosu.bots.club.club import Club
from nokosu.bots.club.habits import Habits
from nokosu.bots.club.weights import PLAY, Weights, tuned
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action, DeclareZero, Pass, Take, TakeZero
from nokosu.core.round import Phase
from nokosu.core.stream import Stream
from nokosu.core.view import View

HABITS: Final = Habits(counts=False, knows_number_trumps=False, minds_others=False, plans_dice=False)

_LOW: Final = 2.5
"""Cards with this mean number or a lower one look like zero, whatever else is in the hand."""

_FANCIES: Final = {
    "lead_rank": 1.0,
    "lead_trump": 3.0,
    "lead_twin": 4.0,
    "ruff": 3.0,
    "pace": 0.0,
    "dead_die": 0.0,
    "die_gap": 0.0,
    "spend": 0.0,
    "relief": 0.0,
    "makes_void": 0.0,
    "twin": 0.0,
    "number_trump": 0.0,
    "cheap_win": 0.0,
    "cheap_loss": 0.0,
}
"""Weights of a beginner's taste, in place of the club player's: strong pieces first, and no care for what is left."""


class Beginner:
    """Club's terms seen through a beginner's eyes."""

    name = "beginner"

    def choose(self, view: View, stream: Stream) -> Action:
        """Choose as the club player would with these habits; zero by the look of the cards."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        if view.phase is Phase.DRAFT:
            return _pick(view, stream)
        if view.phase is Phase.DECLARE:
            return _declare(view)
        return Club(_weights(view.ruleset.players), HABITS, guard=ABSURD).choose(view, stream)


@cache
def _weights(players: int) -> Weights:
    weights = tuned(players)
    play = dict(zip(PLAY, weights.play, strict=True)) | _FANCIES
    zero = dict(zip(PLAY, weights.play_zero, strict=True)) | dict.fromkeys(_FANCIES, 0.0)
    return replace(weights, play=tuple(play.values()), play_zero=tuple(zero.values()))


def _looks_low(view: View) -> bool:
    assert view.hand is not None
    return sum(card.number for card in view.hand) <= _LOW * len(view.hand)


def _pick(view: View, stream: Stream) -> Action:
    """Zero with low cards, removing the highest die; otherwise a die for how many high cards there seem to be."""
    assert view.legal is not None
    assert view.hand is not None
    zeros = [action for action in view.legal if isinstance(action, TakeZero)]
    if zeros and _looks_low(view):
        return max(zeros, key=lambda action: action.discard.number)
    takes = [action for action in view.legal if isinstance(action, Take)]
    wanted = sum(card.number >= 5 for card in view.hand)
    nearest = min(abs(action.die.number - wanted) for action in takes)
    return stream.choice([action for action in takes if abs(action.die.number - wanted) == nearest])


def _declare(view: View) -> Action:
    """Z6: with low cards zero, the highest die returned."""
    assert view.legal is not None
    zeros = [action for action in view.legal if isinstance(action, DeclareZero)]
    return max(zeros, key=lambda action: action.returned.number) if _looks_low(view) else Pass()


def make(argument: str) -> Bot:
    """`beginner` takes no argument."""
    no_argument(Beginner.name, argument)
    return Beginner()

"""The club player: reads its view, scores what it may do, takes the best."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.bots.base import Bot
from nokosu.bots.club.draft import choices
from nokosu.bots.club.features import Candidate, Outlook, candidates, outlook
from nokosu.bots.club.habits import CLUB_HABITS, Habits
from nokosu.bots.club.position import position
from nokosu.bots.club.weights import Weights, tuned
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action, Play
from nokosu.core.round import Phase
from nokosu.core.stream import Stream
from nokosu.core.view import View

_TIE = 1e-9


class Club:
    """Instant and without memory: the same view and stream give the same action."""

    def __init__(self, weights: Weights | None = None, habits: Habits = CLUB_HABITS, name: str = "club") -> None:
        self.name = name
        self._weights = weights
        self._habits = habits

    def choose(self, view: View, stream: Stream) -> Action:
        """The action with the best score; the stream breaks ties."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        return best(self.scores(view), stream)

    def weights(self, view: View) -> Weights:
        """The weights for this table."""
        return self._weights or tuned(view.ruleset.players)

    def scores(self, view: View) -> list[tuple[Action, float]]:
        """Every legal action with its score, in points of expected margin, roughly."""
        if view.phase is Phase.PLAY:
            return [(Play(candidate.piece), candidate.score) for candidate in self.plays(view)[1]]
        return [(choice.action, choice.score) for choice in choices(view, self.weights(view), self._habits)]

    def plays(self, view: View) -> tuple[Outlook, list[Candidate]]:
        """Return the outlook at the table, and every legal play with its features."""
        assert view.legal is not None
        weights, rules = self.weights(view), view.ruleset
        here = position(view, self._habits)
        seen = outlook(here, weights, bonus=rules.bonus, zero_bonus=rules.zero_bonus)
        pieces = [action.piece for action in view.legal if isinstance(action, Play)]
        return seen, candidates(here, pieces, weights, seen, self._habits)


def best(scores: Sequence[tuple[Action, float]], stream: Stream) -> Action:
    """The action with the highest score; equals are decided by the stream."""
    highest = max(score for _, score in scores)
    equal = [action for action, score in scores if score >= highest - _TIE]
    return equal[0] if len(equal) == 1 else stream.choice(equal)


def make(argument: str) -> Bot:
    """`club` takes no argument."""
    no_argument("club", argument)
    return Club()

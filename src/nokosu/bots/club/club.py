"""The club player: reads its view, scores what it may do, takes the best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Final

from nokosu.bots.base import Bot, BotError
from nokosu.bots.blunders import ABSURD, GUARDED, sensible
from nokosu.bots.certain import LAST
from nokosu.bots.club.draft import choices
from nokosu.bots.club.features import Candidate, Outlook, candidates, outlook
from nokosu.bots.club.habits import CLUB_HABITS, Habits
from nokosu.bots.club.position import position
from nokosu.bots.club.weights import PICK, Weights, tuned
from nokosu.core.actions import Action, Play
from nokosu.core.quoting import quoted
from nokosu.core.round import Phase
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t

WORLDS: Final = 40
"""Where more worlds fit, it does not see whether a contract is sure."""
_TIE = 1e-9
_HABITS: Final = frozenset(field.name for field in fields(Habits))
_ANSWERS: Final = {"yes": True, "no": False}
_NUMBER: Final = re.compile(r"-?\d{1,4}(\.\d{1,4})?")


class Club:
    """Instant and without memory: the same view and stream give the same action."""

    def __init__(
        self,
        weights: Weights | None = None,
        habits: Habits = CLUB_HABITS,
        name: str = "club",
        *,
        guard: Sequence[str] = (),
        last: int = 0,
    ) -> None:
        self.name = name
        self._guard = guard
        """The kinds of stupid moves that it leaves out; the kernel's club player leaves out none."""
        self._last = last
        """From so many tricks on it keeps a contract that is sure."""
        self._weights = weights
        self._habits = habits

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action with the best score; the stream breaks ties."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        allowed = sensible(view, self._guard, last=self._last, worlds=WORLDS) if self._guard else view.legal
        return best([score for score in self.scores(view) if score[0] in allowed], stream)

    def weights(self, view: View) -> Weights:
        """Return the weights for this table."""
        return self._weights or tuned(view.ruleset.players)

    def scores(self, view: View) -> list[tuple[Action, float]]:
        """Return every legal action with its score, in points of expected margin, roughly."""
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
    """Return the action with the highest score; equals are decided by the stream."""
    highest = max(score for _, score in scores)
    equal = [action for action, score in scores if score >= highest - _TIE]
    return equal[0] if len(equal) == 1 else stream.choice(equal)


class Taste:
    """A club player with blind spots or another taste for dice and zero: `club:counts=no`, `club:take_zero=-5`."""

    def __init__(self, argument: str) -> None:
        self.name = f"club:{argument}"
        self._habits = CLUB_HABITS
        self._pick: dict[str, float] = {}
        for option in argument.split(","):
            self._set(option)

    def choose(self, view: View, stream: Stream) -> Action:
        """Choose as the club player would with these settings."""
        weights = tuned(view.ruleset.players)
        pick = dict(zip(PICK, weights.pick, strict=True)) | self._pick
        strong = self._habits.knows_number_trumps
        guard, last = (GUARDED, LAST) if strong else (ABSURD, 0)
        player = Club(replace(weights, pick=tuple(pick.values())), self._habits, guard=guard, last=last)
        return player.choose(view, stream)

    def _set(self, option: str) -> None:
        name, _, value = option.strip().partition("=")
        if name in _HABITS and value in _ANSWERS:
            self._habits = replace(self._habits, **{name: _ANSWERS[value]})
        elif name in PICK and _NUMBER.fullmatch(value):
            self._pick[name] = float(value)
        else:
            raise BotError(t("bot.club-option", option=quoted(option)))


def make(argument: str) -> Bot:
    """`club`, or one with settings after the colon; `club:unguarded` leaves out no stupid moves, as the benchmark's."""
    if argument == "unguarded":
        return Club(name="club:unguarded")
    return Taste(argument) if argument else Club(guard=GUARDED, last=LAST)

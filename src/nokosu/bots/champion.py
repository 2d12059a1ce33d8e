"""The champion: `champion:100ms`, `champion:64` (worlds), and settings behind a comma (`champion:64,tricks=0`)."""

from __future__ import annotations

from math import exp
from time import perf_counter
from typing import Final

from nokosu import kernel
from nokosu.bots.base import Bot, BotError
from nokosu.bots.blunders import sensible
from nokosu.bots.budget import budget, with_options
from nokosu.bots.kernel_rules import check_rules
from nokosu.bots.neural.bot import network
from nokosu.bots.portable import portable
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.champion import Line, Report, Settings, look_ahead
from nokosu.kernel.judge import Settings as Look
from nokosu.kernel.judge import judge_report, judge_request, think
from nokosu.kernel.requests import Thinking, champion_report, champion_request
from nokosu.locale import t

USUAL: Final = "100ms"

ZERO_SCREEN: Final = 3.5
"""The policy rules zero out if its logits lie so far behind."""
ZERO_LOOKS: Final = ((2, 0.8), (7, 0.5), (7, 0.5), (7, 0.5), (7, 0.5))
"""Looks at whether zero pays: the tricks they go on for, and the points by which they overrate it."""
ZERO_WORLDS: Final = 64
"""Of a look, at most; half as many need not fit into the time."""
EVALUATIONS: Final = 6
"""By the network, for both actions in a world, until the first trick and in every trick: about so many."""
FOR_ZERO: Final = 0.6
"""The share of the time that is kept for these looks where zero is offered."""


class Champion:
    """Looks ahead with the network, for a time or in a number of worlds; the latter is repeatable."""

    def __init__(self, argument: str) -> None:
        limit, *options = argument.split(",")
        self.name = f"champion:{argument}"
        self.worlds, self.seconds = budget(limit)
        self.settings = with_options(Settings(), options)

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action that is worth most; a forced one at once."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        check_rules(view.ruleset)
        begin, seed, seconds = perf_counter(), stream.seed64(), self._seconds(view)
        found = look_ahead(view, network(), seed=seed, worlds=self.worlds, seconds=seconds, settings=self.settings)
        return think(self._best(view, found, seed, begin), network())

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:
        """Do the same where the kernel is in another process."""
        assert view.legal
        if len(view.legal) == 1:
            return view.legal[0]
        begin, seed, seconds = perf_counter(), stream.seed64(), self._seconds(view)
        answer = yield champion_request(view, seed=seed, worlds=self.worlds, seconds=seconds, settings=self.settings)
        return (yield from self._best(view, champion_report(answer), seed, begin))

    def _seconds(self, view: View) -> float:
        return self.seconds * (1 - FOR_ZERO if any(map(_is_zero, view.legal or ())) else 1)

    def _best(self, view: View, report: Report, seed: int, begin: float) -> Thinking[Action]:
        """Return the action that is worth most and that nobody calls stupid."""
        best = yield from self._zero_or_not(view, report, seed, begin)
        if best in (allowed := sensible(view)):
            return best
        return max((line for line in report.lines if line.action in allowed), key=_rank).action

    def _zero_or_not(self, view: View, report: Report, seed: int, begin: float) -> Thinking[Action]:
        """Return the best action. Where zero is offered, the best zero and the best other one are tried further ahead.

        The policy takes zero too rarely, and the critic judges it badly in the draft, better after some tricks.
        Zero is taken if it gains for sure, by a standard error; without time to look, as the report says.
        """
        zeros = [line for line in report.lines if _is_zero(line.action)]
        others = [line for line in report.lines if not _is_zero(line.action)]
        if not zeros or not others:
            return report.best
        zero, other = (max(some, key=_rank).action for some in (zeros, others))
        best = report.best
        if best != zero and max(map(_prior, zeros)) < exp(-ZERO_SCREEN) * max(map(_prior, others)):
            return best
        worth, square, done, last = 0.0, 0.0, 0, 0
        for number, (tricks, too_much) in enumerate(ZERO_LOOKS):
            worlds = self._worlds_for_zero(report, tricks, begin)
            if not worlds:
                break
            settings = Look(worlds=worlds, tricks=tricks)
            request = judge_request(view, seed=seed ^ number, settings=settings, club=None, only=(zero, other))
            found = judge_report((yield request))
            one, two = ([line.action for line in found.lines].index(action) for action in (zero, other))
            if tricks != last:  # a longer look counts for itself
                worth, square, done, last = 0.0, 0.0, 0, tricks
            worth += found.lines[one].worth - found.lines[two].worth - too_much
            square += found.error(one, two) ** 2
            done += 1
            gain, error = worth / done, square**0.5 / done
            best = zero if gain > error else other
            if gain < -error or gain > 3 * error:
                break
        return best

    def _worlds_for_zero(self, report: Report, tricks: int, begin: float) -> int:
        """Return in how many worlds a look can try both actions: twice as many as usual, or what there is time for."""
        if not self.seconds:
            return min(2 * self.worlds, ZERO_WORLDS)
        left = self.seconds - (perf_counter() - begin)
        worlds = int(left * report.evaluations / max(report.seconds, 1e-4) / (EVALUATIONS * (1 + tricks)))
        return 0 if worlds < ZERO_WORLDS // 2 else min(worlds, ZERO_WORLDS)


def _is_zero(action: Action) -> bool:
    return isinstance(action, TakeZero | DeclareZero)


def _prior(line: Line) -> float:
    return line.prior


def _rank(line: Line) -> tuple[bool, float]:
    return line.worlds > 0, line.worth if line.worlds else line.prior


def make(argument: str) -> Bot:
    """Return the factory behind the entry point."""
    bot = make_remote(argument)
    if not kernel.available:
        if (elsewhere := portable(bot)) is None:
            raise BotError(t("bot.needs-kernel", name="champion"))
        return elsewhere
    network()  # read now, not during the first decision
    return bot


def make_remote(argument: str) -> Champion:
    """Return one that ponders, where the kernel is not in this process."""
    return Champion(argument or USUAL)

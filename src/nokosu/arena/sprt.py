"""Playing until it is clear which of two bots is better: a sequential test with stated error rates.

Two of Wald's tests run side by side on the difference per deal (ranking.py). Both look for evidence against
"no difference": one for "`a` is better by this many points", the other for "`b` is". Evidence for either ends both; if
neither finds any, the difference is smaller than that. Deals count in their order, a unit at a time, so the
answer does not depend on where and when they were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import inf, log
from statistics import fmean
from typing import Final

from nokosu.arena.result import UnitResult
from nokosu.arena.tally import Pair, Tally
from nokosu.arena.unit import Plan, Unit

LEAST_DEALS: Final = 30
"""No answer before: the spread of a few deals says too little about the spread of all."""


class Verdict(Enum):
    """The verdict on `a` and `b`."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    """The difference is smaller than asked for."""
    FAILED = "failed"
    """Too many rounds in which a bot was replaced."""
    OPEN = "open"
    """Not sure yet."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The smallest difference that matters, in points per round, and the error rate allowed."""

    points: float
    error: float

    @property
    def accept(self) -> float:
        """The log-likelihood ratio from which a difference is accepted. Two tests may err: each gets half the error."""
        return log((1 - self.error) / (self.error / 2))

    @property
    def reject(self) -> float:
        """The one below which "no difference" is accepted."""
        return log(self.error / (1 - self.error / 2))


@dataclass(slots=True)
class Sequential:
    """The deals of two bots so far, and what they say."""

    rule: Rule
    deals: int = 0
    mean: float = 0.0
    verdict: Verdict = Verdict.OPEN
    _squares: float = 0.0
    _not_better: bool = False
    _not_worse: bool = False

    def add(self, differences: Iterable[float]) -> Verdict:
        """Count the next deals of this pair and look at all of them."""
        for value in differences:
            self.deals += 1
            step = value - self.mean
            self.mean += step / self.deals
            self._squares += step * (value - self.mean)
        if self.deals >= LEAST_DEALS and self.verdict is Verdict.OPEN:
            self.verdict = self._look()
        return self.verdict

    def _look(self) -> Verdict:
        better, worse = self.ratio(1), self.ratio(-1)
        # A test that has accepted "no difference" has ended, whatever the next deals say: the error rates depend on it.
        if better >= self.rule.accept and not self._not_better:
            return Verdict.BETTER
        if worse >= self.rule.accept and not self._not_worse:
            return Verdict.WORSE
        self._not_better = self._not_better or better <= self.rule.reject
        self._not_worse = self._not_worse or worse <= self.rule.reject
        return Verdict.EQUAL if self._not_better and self._not_worse else Verdict.OPEN

    def ratio(self, sign: int) -> float:
        """Return the log-likelihood ratio of "better by `points`" (1) or "worse" (-1) against "no difference"."""
        surplus = sign * self.mean - self.rule.points / 2
        variance = self._squares / (self.deals - 1)
        if not variance:
            return inf if surplus > 0 else -inf
        return self.deals * self.rule.points * surplus / variance


class UntilSure:
    """The tests of a plan, one for each two bots. Results count in the order of their deals, until the test ends."""

    def __init__(self, plan: Plan, rule: Rule) -> None:
        self.rule = rule
        self.tests = {pair: Sequential(rule) for pair in combinations(plan.bots, 2)}
        self._early: dict[tuple[str, str], dict[int, dict[str, UnitResult]]] = {pair: {} for pair in self.tests}

    def wants(self, unit: Unit) -> bool:
        """Return whether this unit counts or may still count."""
        test = self.tests[self._pair(unit)]
        return test.verdict is Verdict.OPEN or unit.first_deal < test.deals

    def add(self, result: UnitResult, tally: Tally) -> Iterator[tuple[UnitResult, Pair]]:
        """Take a result; tally and yield what counts now, once the next deals have been played both ways."""
        a, b = self._pair(result.unit)
        early, test = self._early[a, b], self.tests[a, b]
        early.setdefault(result.unit.first_deal, {})[result.unit.a] = result
        while test.verdict is Verdict.OPEN and len(early.get(test.deals, ())) == 2:
            both = early.pop(test.deals)
            forward, reverse = tally.add(both[a]), tally.add(both[b])
            new = both[a].unit.deal_numbers
            test.add((fmean(forward.margins[deal]) - fmean(reverse.margins[deal])) / 2 for deal in new)
            if test.deals >= LEAST_DEALS and (forward.margin is None or reverse.margin is None):
                test.verdict = Verdict.FAILED
            yield both[a], forward
            yield both[b], reverse

    def _pair(self, unit: Unit) -> tuple[str, str]:
        """Return the two bots of a unit, in the order of the plan."""
        return (unit.a, unit.b) if (unit.a, unit.b) in self.tests else (unit.b, unit.a)

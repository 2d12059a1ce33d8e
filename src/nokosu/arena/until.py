"""A run that ends each match-up as soon as its test (sure.py) has an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import fmean

from nokosu.arena.result import UnitResult
from nokosu.arena.sure import LEAST_DEALS, Rule, Sequential, Verdict
from nokosu.arena.tally import Pair, Tally
from nokosu.arena.unit import Plan, Unit


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
        """The two bots of a unit, in the order of the plan."""
        return (unit.a, unit.b) if (unit.a, unit.b) in self.tests else (unit.b, unit.a)

"""What many reviews of one player say: means per round and per decision, with honest intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.judge.settings import DEAL_SPREAD
from nokosu.wire.review import NAMED, Part, Review, RoundSplit

_SURE: Final = 1.96
"""Standard errors on both sides of a mean that make 95 %."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval; None where a single value says nothing about it."""

    value: float
    margin: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """Return the mean of values that do not depend on each other."""
        count = len(values)
        value = math.fsum(values) / count if count else 0.0
        if count < 2:
            return cls(value, None)
        variance = math.fsum((each - value) ** 2 for each in values) / (count - 1)
        return cls(value, _SURE * math.sqrt(variance / count))


@dataclass(frozen=True, slots=True)
class Totals:
    """A player over all matches that were reviewed."""

    matches: int
    rounds: int
    decisions: int
    points: Mean
    """Per round, as on the sheet."""
    adjusted: Mean
    """Per round, without the luck of the deal as far as it is known: the same mean in the long run, and less spread."""
    luck: Mean
    own: Mean
    """Per round: what the decisions cost."""
    others: Mean
    lost: Mean
    """Per real decision: points lost against the others; rounds are what the interval goes by."""
    named: tuple[int, int, int]
    """Inaccuracies, mistakes, blunders."""


def in_tenths(parts: Sequence[float], points: int) -> list[float]:
    """Round parts to tenths so that they still add up to the points: those nearest to the next tenth go up."""
    tenths = [math.floor(10 * part) for part in parts]
    left = max(0, 10 * points - sum(tenths))
    order = sorted(range(len(parts)), key=lambda at: tenths[at] - 10 * parts[at])
    up = frozenset(order[:left])
    return [(each + (at in up)) / 10 for at, each in enumerate(tenths)]


def luck_of(row: RoundSplit) -> float:
    """Return the luck in a round: the deal, and how hidden cards lay."""
    return row.deal.value + row.hidden.value


def known_luck(deal: Part) -> float:
    """Return the luck of a deal as far as it is known.

    It is measured with an error. Taken off the points whole, it would add that error to them; so it counts as much as
    it is luck. Luck is zero on average, so the mean of the points stays what it is.
    """
    return deal.value * DEAL_SPREAD**2 / (DEAL_SPREAD**2 + deal.error**2)


def without_deal(row: RoundSplit) -> float:
    """Return the points of a round without the luck of the deal."""
    return row.points - known_luck(row.deal)


def totals_of(reviews: Iterable[Review]) -> Totals:
    """Add up reviews of one player."""
    known = list(reviews)
    rows = [row for review in known for row in review.rounds]
    judged = [each for review in known for each in review.decisions]
    verdicts = [each.verdict for each in judged]
    return Totals(
        matches=len(known),
        rounds=len(rows),
        decisions=len(judged),
        points=Mean.of([float(row.points) for row in rows]),
        adjusted=Mean.of([without_deal(row) for row in rows]),
        luck=Mean.of([luck_of(row) for row in rows]),
        own=Mean.of([row.decisions.value for row in rows]),
        others=Mean.of([row.others.value for row in rows]),
        lost=_lost(known),
        named=(verdicts.count(NAMED[0]), verdicts.count(NAMED[1]), verdicts.count(NAMED[2])),
    )


def _lost(reviews: Sequence[Review]) -> Mean:
    """Return the points lost per decision; decisions of one round depend on each other, so rounds are counted."""
    rounds: dict[tuple[int, int], list[float]] = {}
    for number, review in enumerate(reviews):
        for each in review.decisions:
            rounds.setdefault((number, each.round), []).append(each.lost)
    count = sum(map(len, rounds.values()))
    if not count:
        return Mean(0.0, None)
    mean = math.fsum(cost for costs in rounds.values() for cost in costs) / count
    if len(rounds) < 2:
        return Mean(mean, None)
    # The ratio of two sums over rounds: what is left of each round once its share of the mean is taken off.
    rest = [math.fsum(costs) - mean * len(costs) for costs in rounds.values()]
    spread = math.fsum(each**2 for each in rest) * len(rounds) / (len(rounds) - 1)
    return Mean(mean, _SURE * math.sqrt(spread) / count)

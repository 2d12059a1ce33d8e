"""Ratings by places: Glicko-2 with a fixed volatility, a match being one game that is shared among the opponents.

A match is compared pair by pair, and the pairs of one match are far from independent: each has the weight 1/(n - 1),
so that a match says as much as one game. docs/decisions/0017 has the figures (bench/ratings.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

_SCALE: Final = 173.7178
_MIDDLE: Final = 1500
_DRIFT: Final = 0.03
"""How much somebody may have changed since their last match: the volatility."""
_SURE: Final = 1.96
"""Deviations from the middle to the ends of an interval that is right 95 times of 100."""
_SETTLED: Final = 100.0
"""The largest deviation, in points, of a rating that is shown without a question mark."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How good somebody is taken to be, and how uncertain that is, on Glicko's own scale."""

    mean: float
    deviation: float

    @property
    def points(self) -> int:
        """Return the figure that people see."""
        return _points(self.mean)

    @property
    def low(self) -> int:
        """Return the lower end of the interval, in points."""
        return _points(self.mean - _SURE * self.deviation)

    @property
    def high(self) -> int:
        """Return the upper end of the interval, in points."""
        return _points(self.mean + _SURE * self.deviation)

    @property
    def settled(self) -> bool:
        """Return whether the interval is small."""
        return self.deviation <= SETTLED


START: Final = Rating(0.0, 350 / _SCALE)
SETTLED: Final = _SETTLED / _SCALE

Weight = Callable[[int, int], float]
"""How much the comparison of two seats counts, from 0 to 1."""


def rated(ratings: Sequence[Rating], places: Sequence[int], weight: Weight = lambda _one, _other: 1.0) -> list[Rating]:
    """Return everybody's rating after a match; equal places are ties."""
    return [_one(ratings, places, seat, weight) for seat in range(len(ratings))]


def _one(ratings: Sequence[Rating], places: Sequence[int], seat: int, weight: Weight) -> Rating:
    own = ratings[seat]
    counted, information, pull = 0.0, 0.0, 0.0
    for other, rating in enumerate(ratings):
        if other != seat:
            counts = weight(seat, other) / (len(ratings) - 1)
            damped = _damped(rating.deviation)
            expected = 1 / (1 + math.exp(-damped * (own.mean - rating.mean)))
            counted += counts
            information += counts * damped**2 * expected * (1 - expected)
            pull += counts * damped * (_score(places[seat], places[other]) - expected)
    before = min(own.deviation**2 + counted * _DRIFT**2, START.deviation**2)
    after = 1 / (1 / before + information)
    return Rating(own.mean + after * pull, math.sqrt(after))


def chance(one: Rating, other: Rating) -> float:
    """Return the chance that one finishes ahead of the other."""
    damped = _damped(math.hypot(one.deviation, other.deviation))
    return 1 / (1 + math.exp(-damped * (one.mean - other.mean)))


def _score(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def _damped(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _points(mean: float) -> int:
    return round(_MIDDLE + _SCALE * mean)

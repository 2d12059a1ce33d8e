"""Two ways to rate people by their places in matches of three to five: what bench/ratings.py compares.

Both treat a match as comparisons of all pairs at once. A rating is a mean and a deviation; `chance` predicts who of two
finishes ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Rating:
    """How good somebody is taken to be, and how uncertain that is."""

    mean: float
    deviation: float


class Model(Protocol):
    """A way to rate."""

    name: str
    start: Rating

    def rated(self, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
        """Return everybody's rating after a match; equal places are ties."""
        ...

    def chance(self, one: Rating, other: Rating) -> float:
        """Return the chance that one finishes ahead of the other."""
        ...


def _score(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


class BradleyTerryFull:
    """Weng and Lin (2011), algorithm 1: the model of the same name in the library openskill, with its constants."""

    name = "bradley-terry-full"
    start = Rating(25.0, 25 / 3)
    _BETA: Final = 25 / 6
    _TAU: Final = 25 / 300
    _KAPPA: Final = 1e-4

    def rated(self, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
        """Return everybody's rating after a match."""
        wider = [Rating(each.mean, math.hypot(each.deviation, self._TAU)) for each in ratings]
        return [self._one(wider, places, seat) for seat in range(len(wider))]

    def _one(self, ratings: Sequence[Rating], places: Sequence[int], seat: int) -> Rating:
        own = ratings[seat]
        shift, shrink = 0.0, 0.0
        for other, rating in enumerate(ratings):
            if other != seat:
                spread = self._spread(own, rating)
                expected = self.chance(own, rating)
                shift += own.deviation**2 / spread * (_score(places[seat], places[other]) - expected)
                shrink += (own.deviation / spread) ** 3 * expected * (1 - expected)
        left = math.sqrt(max(1 - shrink, self._KAPPA))
        return Rating(own.mean + shift, own.deviation * left)

    def _spread(self, one: Rating, other: Rating) -> float:
        return math.sqrt(one.deviation**2 + other.deviation**2 + 2 * self._BETA**2)

    def chance(self, one: Rating, other: Rating) -> float:
        """Return the chance that one finishes ahead of the other."""
        return 1 / (1 + math.exp((other.mean - one.mean) / self._spread(one, other)))


class PairwiseGlicko:
    """Glicko-2 without its volatility: a match is one game against each opponent, each with the weight 1/(n − 1)."""

    start = Rating(0.0, 350 / 173.7178)
    _DRIFT: Final = 0.03
    """How much a rating may have changed since the match before: the volatility, held fixed."""

    def __init__(self, *, shared: bool = True) -> None:
        self._shared = shared
        self.name = "glicko-shared" if shared else "glicko-pairs"

    def rated(self, ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
        """Return everybody's rating after a match."""
        weight = 1 / (len(ratings) - 1) if self._shared else 1.0
        return [self._one(ratings, places, seat, weight) for seat in range(len(ratings))]

    def _one(self, ratings: Sequence[Rating], places: Sequence[int], seat: int, weight: float) -> Rating:
        own = ratings[seat]
        information, pull = 0.0, 0.0
        for other, rating in enumerate(ratings):
            if other != seat:
                damped = self._damped(rating.deviation)
                expected = 1 / (1 + math.exp(-damped * (own.mean - rating.mean)))
                information += weight * damped**2 * expected * (1 - expected)
                pull += weight * damped * (_score(places[seat], places[other]) - expected)
        before = own.deviation**2 + self._DRIFT**2
        after = 1 / (1 / before + information)
        return Rating(own.mean + after * pull, math.sqrt(after))

    @staticmethod
    def _damped(deviation: float) -> float:
        return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)

    def chance(self, one: Rating, other: Rating) -> float:
        """Return the chance that one finishes ahead of the other."""
        damped = self._damped(math.hypot(one.deviation, other.deviation))
        return 1 / (1 + math.exp(-damped * (one.mean - other.mean)))

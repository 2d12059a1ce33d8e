"""Ratings on the scale of chess: how hard a puzzle is, by the bots that solve it and the people who do."""

from __future__ import annotations

from collections.abc import Iterable
from math import log, log10
from typing import Final

LEAST: Final = 600
MOST: Final = 2400
MIDDLE: Final = 1500
_SPREAD: Final = 350
_BOTS_COUNT: Final = 20
"""What the bots say counts as much as so many people's answers."""

Result = tuple[int, float, int]
"""A solver's rating, how many of its tries were right, and its tries."""


def chance(solver: int, puzzle: int) -> float:
    """Return how likely a solver with one rating solves a puzzle with another (Elo)."""
    return 1 / (1 + 10 ** ((puzzle - solver) / 400))


def rating(results: Iterable[Result]) -> int:
    """Return the rating that explains the results best, held towards the middle by a normal prior."""
    known = tuple(results)

    def fit(puzzle: int) -> float:
        total = -0.5 * ((puzzle - MIDDLE) / _SPREAD) ** 2
        for solver, right, tries in known:
            likely = chance(solver, puzzle)
            total += right * log(likely) + (tries - right) * log(1 - likely)
        return total

    return max(range(LEAST, MOST + 1, 10), key=fit)


def with_people(bots: int, tries: int, right: int) -> int:
    """Return the rating after people's first answers.

    A person is taken to have the middle rating, since nobody needs an account to answer.
    """
    if not tries:
        return bots
    share = (chance(MIDDLE, bots) * _BOTS_COUNT + right) / (_BOTS_COUNT + tries)
    return min(max(round(MIDDLE + 400 * log10(1 / share - 1)), LEAST), MOST)

"""Can a round have been scored like this? Points of earlier rounds are given in a position without their tricks."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from nokosu.core.pieces import DIE_FACES
from nokosu.core.ruleset import Ruleset, ZeroRule


@lru_cache(maxsize=1024)
def can_be_scored(ruleset: Ruleset, points: tuple[int, ...]) -> bool:
    """S1 to S4: whether some way to win the tricks and make contracts gives each seat these points."""
    ways = ("missed", "made", "zero")
    return any(_fits(ruleset, points, outcome) for outcome in product(ways, repeat=ruleset.players))


def _fits(ruleset: Ruleset, points: tuple[int, ...], outcome: tuple[str, ...]) -> bool:
    """Return whether the seats can have missed, made a number or made zero like this, and shared all tricks."""
    if ruleset.zero_rule is ZeroRule.BLACK_DICE and outcome.count("zero") > ruleset.zero_dice:
        return False
    paid = ruleset.bonus * outcome.count("missed")
    least = most = 0
    for total, way in zip(points, outcome, strict=True):
        for_tricks = total - (0 if way == "missed" else paid) - (ruleset.zero_bonus if way == "zero" else 0)
        possible = [won for won in _wins(ruleset, way) if won * ruleset.trick_points == for_tricks]
        if not possible:
            return False
        least += possible[0]
        most += possible[-1]
    return least <= ruleset.tricks <= most


def _wins(ruleset: Ruleset, way: str) -> range:
    if way == "zero":
        return range(1)
    return range(1, min(DIE_FACES, ruleset.tricks) + 1) if way == "made" else range(ruleset.tricks + 1)

"""How hard a puzzle is for bots of every level."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from nokosu.bots.base import Bot
from nokosu.bots.registry import make
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.puzzles.rating import Result

SOLVERS: Final = {
    "random": (600, 0),
    "greedy": (900, 1),
    "beginner": (1000, 1),
    "club:counts=no": (1250, 1),
    "club": (1400, 1),
    "search:100": (1600, 3),
    "search:1000": (1850, 3),
    "neural": (1950, 1),
    "champion:8,endgame=0": (2150, 1),
}
"""Bots of every level, the rating that each is given, and how often it tries. A random choice is counted exactly."""

_SEED: Final = bytes(32)


@cache
def _bot(spec: str) -> Bot:
    return make(spec)


def results(view: View, answer: Action) -> Iterator[Result]:
    """Yield how every bot does; one that draws by chance tries several times."""
    for spec, (level, tries) in SOLVERS.items():
        if not tries:
            yield level, 1 / len(view.legal or ()), 1
            continue
        right = sum(_bot(spec).choose(view, Stream(_SEED, "puzzle", number)) == answer for number in range(tries))
        yield level, float(right), tries

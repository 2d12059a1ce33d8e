"""The book picked from a pool: no two alike, every theme, every level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from nokosu.puzzles.puzzle import THEMES, Puzzle
from nokosu.puzzles.themes import likeness

LARGEST_SHARE: Final = 0.3
"""Of all puzzles, at most this many of one theme, unless the pool has no others."""


def pick(pool: Iterable[Puzzle], number: int) -> list[Puzzle]:
    """Return up to this many puzzles, one per round, themes in turn; hard and easy ones alternate."""
    piles = {theme: _spread([each for each in _unlike(pool) if each.theme == theme]) for theme in THEMES}
    most, taken = round(number * LARGEST_SHARE), Counter[str]()
    found: list[Puzzle] = []
    while len(found) < number and any(piles.values()):
        for theme, pile in piles.items():
            others_left = any(each for other, each in piles.items() if other != theme and taken[other] < most)
            if pile and len(found) < number and (taken[theme] < most or not others_left):
                found.append(pile.pop(0))
                taken[theme] += 1
    return sorted(found, key=lambda puzzle: puzzle.id)


def _unlike(pool: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles without any that are like an earlier one, or from the same round."""
    seen: set[object] = set()
    kept = []
    for puzzle in pool:
        like = likeness(puzzle.view, puzzle.goal, puzzle.answer.action), puzzle.theme
        deal = puzzle.view.pool_rolled, puzzle.view.drawn
        if like in seen or deal in seen:
            continue
        seen |= {like, deal}
        kept.append(puzzle)
    return kept


def _spread(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Return them so that every beginning of the list has all ratings: by the bits of their rank, reversed."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    width = max(len(ranked) - 1, 1).bit_length()
    order = sorted(range(len(ranked)), key=lambda rank: int(f"{rank:0{width}b}"[::-1], 2))
    return [ranked[rank] for rank in order]

"""The chance to take no trick at all (Z8): every piece is a danger, covered by lower ones of its colour."""

from __future__ import annotations

from collections.abc import Iterable

from nokosu.bots.club.faces import NUMBERS, face
from nokosu.bots.club.maths import exponential
from nokosu.bots.club.middle import Middle
from nokosu.bots.club.weights import Weights
from nokosu.core.pieces import Piece


def zero_chance(cards: Iterable[Piece], dice: Iterable[Piece], middle: Middle, weights: Weights) -> float:
    """Return the chance to make zero with these cards and coloured dice."""
    covers = (1.0, weights.cover_one, weights.cover_two, weights.cover_three)
    danger, lower, colour = 0.0, 0, -1
    for this in sorted(map(face, (*cards, *dice))):
        if this // NUMBERS != colour:
            colour, lower = this // NUMBERS, 0
        danger += middle.danger(this, covers[min(lower, 3)], weights.table)
        lower += 1
    return exponential(-danger)

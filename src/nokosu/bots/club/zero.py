"""The chance to take no trick at all (Z8): every piece is a danger, covered by lower ones of its colour."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from nokosu.bots.club.faces import NUMBERS, face
from nokosu.bots.club.middle import Middle
from nokosu.bots.club.weights import Weights
from nokosu.core.pieces import Piece


def zero_chance(cards: Iterable[Piece], dice: Iterable[Piece], middle: Middle, weights: Weights) -> float:
    """The chance to make zero with these cards and coloured dice."""
    danger, cover, colour = 0.0, 1.0, -1
    for this in sorted(map(face, (*cards, *dice))):
        if this // NUMBERS != colour:
            colour, cover = this // NUMBERS, 1.0
        danger += middle.danger(this, weights.table) * cover
        cover *= weights.cover
    return exp(-danger)

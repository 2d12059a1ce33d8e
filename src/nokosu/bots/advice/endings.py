"""How a round may end, from the odds of one's own pieces: tricks, and which number is kept and made.

The same count as the club player's `chances`, with the endings told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nokosu.bots.advice.model import NUMBERS
from nokosu.bots.club.estimate import Odds

TRICKS: Final = NUMBERS
"""The index of the tricks in an ending, after the chances of the numbers."""

_TRICK: Final = 0.03
"""The value of a trick relative to a sure contract: one point to about thirty."""

Ending = list[float]


def endings(makes: Sequence[tuple[int, int, float]], odds: Iterable[Odds]) -> list[Ending]:
    """Endings after 0, 1, 2, … more tricks, steered as well as the odds allow.

    `makes` has a number, the tricks still to win for it, and how far it counts (a die that may yet be picked: in part).
    """
    pieces = list(odds)
    rows: list[Ending] = []
    for more in range(len(pieces) + 2):
        row = [0.0] * NUMBERS + [float(more)]
        for number, needed, part in makes:
            if needed == more:
                row[number] = max(row[number], part)
        rows.append(row)
    for win, lose in pieces:
        for more in range(len(rows) - 1):
            here, there = rows[more], rows[more + 1]
            chance = win if _worth(there) > _worth(here) else lose
            # In place: the row after this one is still the one before this piece.
            rows[more] = mixed(here, there, chance)
    return rows


def mixed(without: Ending, with_it: Ending, chance: float) -> Ending:
    """Mix two endings by a chance."""
    return [a + chance * (b - a) for a, b in zip(without, with_it, strict=True)]


def _worth(ending: Ending) -> float:
    return sum(ending[:NUMBERS]) + _TRICK * ending[TRICKS]

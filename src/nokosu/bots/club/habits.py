"""What a player notices and what they miss: the club player notices everything, a beginner does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Habits:
    """Blind spots, each off for the club player."""

    counts: bool = True
    """Remembers what was played and who did not follow."""
    knows_number_trumps: bool = True
    """Sees that pieces with the trump die's number are trumps."""
    minds_others: bool = True
    """Looks at the other seats' targets."""
    plans_dice: bool = True
    """Keeps several numbers open instead of falling for one die."""


CLUB_HABITS: Final = Habits()

"""Advice as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.core.actions import Action
from nokosu.core.errors import Reason
from nokosu.core.pieces import DIE_FACES

NUMBERS: Final = DIE_FACES + 1
"""Contracts by number: 0 is zero, 1 to 6 a leftover die."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The expected result of an action: mean points and margin of the round, and the chance to make each number."""

    action: Action
    score: float
    margin: float
    makes: tuple[float, ...]
    visits: int | None = None
    """Simulations that began with this action (search), or worlds in which it was rated (champion)."""
    worth: float | None = None
    """The value by which the champion chooses."""
    prior: float | None = None
    """How often the champion's network would choose this action without looking ahead."""


@dataclass(frozen=True, slots=True)
class Option:
    """An estimate with calibrated chances, and a reason for people."""

    action: Action
    score: float
    margin: float
    makes: tuple[tuple[int, float], ...]
    """S2: for each number in front, and each that may still come, the chance to keep that die and make it."""
    zero: float
    """The chance to make a zero contract."""
    visits: int | None
    reason: Reason
    prior: float | None = None

    @property
    def chance(self) -> float:
        """The chance to make a contract, whichever."""
        return min(1.0, self.zero + sum(chance for _, chance in self.makes))


@dataclass(frozen=True, slots=True)
class Advice:
    """Every legal action of the seat to act, the best first, and who was asked: champion, search or club."""

    seat: int
    source: str
    simulations: int | None
    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        return self.options[0]

"""Advice as values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from nokosu.core.actions import Action
from nokosu.core.errors import Reason
from nokosu.core.pieces import DIE_FACES
from nokosu.locale.reasons import word

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
    """An action with what to expect of it: points, margin, calibrated chances, and a reason for people."""

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

    @property
    def why(self) -> str:
        """The reason as a sentence."""
        return word(self.reason)

    def because(self, reason: Reason) -> Option:
        """Return this option with a reason."""
        return replace(self, reason=reason)

    def __str__(self) -> str:
        return f"{self.action}: {self.why} ({self.chance:.0%})"


@dataclass(frozen=True, slots=True)
class Advice:
    """Every legal action of the seat to act, the best first, and who was asked: champion, search or club.

    >>> import nokosu
    >>> advice = nokosu.advise(nokosu.Match.start("second", players=4, seed=7).view(), source="club")
    >>> advice.source, advice.exact, len(advice.options)
    ('club', False, 20)
    """

    seat: int
    source: str
    simulations: int | None
    options: tuple[Option, ...]
    exact: bool = False
    """True if the last tricks were solved: the numbers are then exact."""

    @property
    def best(self) -> Option:
        """The action to take."""
        return self.options[0]

    @property
    def forced(self) -> bool:
        """True if there is only one legal action, so nothing to advise."""
        return len(self.options) == 1

    def __str__(self) -> str:
        return "\n".join(map(str, self.options))

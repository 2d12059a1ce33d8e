"""Calibrate chances: map raw estimates to how often they came true (bench/calibration.py)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, log
from typing import Final

from nokosu.bots.advice.model import Estimate
from nokosu.core.round import Phase

_EDGE: Final = 1e-4
"""How close to 0 or 1 the chance of an open outcome may come."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How the chance of any contract is mapped, and how it is shared among the numbers."""

    slope: float = 1.0
    shift: float = 0.0
    """The logarithmic odds are stretched and shifted; what is certain stays certain."""
    sharpness: float = 1.0
    """Above 1 the likeliest number gets more than its share of the estimate, below 1 less."""

    def total(self, chance: float) -> float:
        """Return the chance of a contract, whichever it is."""
        if not 0.0 < chance < 1.0:
            return min(max(chance, 0.0), 1.0)
        chance = min(max(chance, _EDGE), 1.0 - _EDGE)
        return 1.0 / (1.0 + exp(-(self.slope * log(chance / (1.0 - chance)) + self.shift)))

    def chances(self, makes: Sequence[float]) -> tuple[float, ...]:
        """Return the chance of each number."""
        total = sum(makes)
        if total <= 0.0:
            return (0.0,) * len(makes)
        shares = [(chance / total) ** self.sharpness if chance > 0.0 else 0.0 for chance in makes]
        part = self.total(total) / sum(shares)
        return tuple(part * share for share in shares)


@cache
def curves() -> dict[tuple[str, str], Curve]:
    """Return the curves by source and phase, as written by the bench."""
    data = tomllib.loads(resources.files(__package__).joinpath("calibration.toml").read_text("utf-8"))
    return {
        (source, phase): Curve(float(row["slope"]), float(row["shift"]), float(row["sharpness"]))
        for source, phases in data.items()
        for phase, row in phases.items()
    }


def calibrated(estimate: Estimate, source: str, phase: Phase) -> tuple[float, ...]:
    """Return the chances of each number, as they come true."""
    return curves().get((source, phase.value), Curve()).chances(estimate.makes)

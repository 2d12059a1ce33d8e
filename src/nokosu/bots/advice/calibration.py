"""Chances as they turn out: raw estimates are mapped by what happened when they were given (bench/calibration.py)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, log
from typing import Final

from nokosu.bots.advice.model import Estimate
from nokosu.core.round import Phase

_EDGE: Final = 1e-4
"""Nothing is surer than this until it has happened."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A chance's logarithmic odds, stretched and shifted; what was certain stays certain."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, chance: float) -> float:
        if chance <= 0.0 or chance >= 1.0:
            return min(max(chance, 0.0), 1.0)
        chance = min(max(chance, _EDGE), 1.0 - _EDGE)
        return 1.0 / (1.0 + exp(-(self.slope * log(chance / (1.0 - chance)) + self.shift)))


@cache
def curves() -> dict[tuple[str, str], Curve]:
    """By source and phase, as the bench wrote them."""
    data = tomllib.loads(resources.files(__package__).joinpath("calibration.toml").read_text("utf-8"))
    return {
        (source, phase): Curve(float(row["slope"]), float(row["shift"]))
        for source, phases in data.items()
        for phase, row in phases.items()
    }


def calibrated(estimate: Estimate, source: str, phase: Phase) -> tuple[float, ...]:
    """The chances of each number; together never more than certain."""
    curve = curves().get((source, phase.value), Curve())
    chances = [curve(chance) for chance in estimate.makes]
    total = sum(chances)
    return tuple(chance / total for chance in chances) if total > 1.0 else tuple(chances)

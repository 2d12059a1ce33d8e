"""Margins and their intervals. Rounds of one deal are not independent, so deals are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

CONFIDENCE: Final = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its interval; no bounds if there are too few deals."""

    mean: float
    low: float | None
    high: float | None


def clustered(clusters: Mapping[int, Sequence[float]]) -> Interval:
    """Return the mean over the clusters' means, with a 95 % interval from their spread."""
    means = [fmean(values) for values in clusters.values()]
    mean = fmean(means)
    if len(means) < 2:
        return Interval(mean, None, None)
    reach = student(len(means) - 1) * stdev(means) / sqrt(len(means))
    return Interval(mean, mean - reach, mean + reach)


def student(freedom: int) -> float:
    """Student's two-sided 95 % quantile; a few deals spread more than the normal curve would have it."""
    if freedom in _FEW:
        return _FEW[freedom]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    n = float(freedom)
    return float(z + first / n + second / n**2 + third / n**3)


_FEW: Final = {1: 12.7062, 2: 4.3027, 3: 3.1824}
"""Quantiles for small samples, where the series above is too inaccurate."""

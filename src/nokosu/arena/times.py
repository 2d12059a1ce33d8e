"""How long moves took: a mean and percentiles that can be added up, whatever their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, log
from typing import Final

_STEP: Final = log(1.02)
_LEAST: Final = 1e-4


@dataclass(slots=True)
class Times:
    """Milliseconds of moves, counted in buckets two per cent wide."""

    total: float = 0.0
    buckets: Counter[int] = field(default_factory=Counter)

    def add(self, ms: float) -> None:
        self.total += ms
        self.buckets[round(log(max(ms, _LEAST)) / _STEP)] += 1

    def merge(self, other: Times) -> None:
        self.total += other.total
        self.buckets.update(other.buckets)

    @property
    def moves(self) -> int:
        return self.buckets.total()

    @property
    def mean(self) -> float | None:
        return self.total / self.moves if self.moves else None

    def percentile(self, share: float) -> float | None:
        """The time that this share of all moves did not exceed, to one per cent."""
        needed = ceil(share * self.moves)
        for bucket, moves in sorted(self.buckets.items()):
            needed -= moves
            if needed <= 0:
                return exp(bucket * _STEP)
        return None

    def to_json(self) -> dict[str, object]:
        return {"total": self.total, "buckets": {str(bucket): n for bucket, n in sorted(self.buckets.items())}}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Times:
        total, buckets = data["total"], data["buckets"]
        assert isinstance(total, int | float)
        assert isinstance(buckets, dict)
        return cls(float(total), Counter({int(bucket): int(n) for bucket, n in buckets.items()}))

"""Limits: how often, how many at once. Kept per process and forgotten when they no longer matter."""

from __future__ import annotations

from collections import Counter
from typing import Final

from nokosu.server.time import Time

_MOST_BUCKETS: Final = 20_000


class Rate:
    """A bucket for each key that fills at a steady rate; an empty one says no."""

    def __init__(self, time: Time, rate: float, burst: int) -> None:
        self._time = time
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, int]] = {}

    def allow(self, key: str) -> bool:
        """Whether this key may do one more thing now."""
        now = self._time.now()
        left, at = self._buckets.get(key, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) / 1000 * self._rate)
        if left < 1:
            self._buckets[key] = (left, now)
            return False
        if len(self._buckets) > _MOST_BUCKETS:
            self._forget(now)
        self._buckets[key] = (left - 1, now)
        return True

    def _forget(self, now: int) -> None:
        """Buckets that are full again say nothing."""
        full = self._burst / self._rate * 1000
        self._buckets = {key: held for key, held in self._buckets.items() if now - held[1] < full}


class Places:
    """So many at once for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def give_back(self, key: str) -> None:
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]

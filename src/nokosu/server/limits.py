"""Limits: how often, how many at once.

Those of a second or a minute are kept per process, those of an hour in the database, for all processes together.
"""

from __future__ import annotations

import hmac
from collections import Counter
from typing import Final

from nokosu.server.store.limits import AllowanceStore
from nokosu.server.time import Time

_MOST_BUCKETS: Final = 20_000


class Bucket:
    """Fills at a steady rate up to `burst`; an empty one says no. Times are in seconds."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._left = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Return whether one more thing may be done now."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def some_left(self, now: float) -> bool:
        """Return whether one more thing may be done now, without doing it."""
        return self._left + (now - self._at) * self._rate >= 1

    def full(self, now: float) -> bool:
        """Return whether it is as good as new."""
        return self._left + (now - self._at) * self._rate >= self._burst


class Rate:
    """A bucket for each key."""

    def __init__(self, time: Time, rate: float, burst: int) -> None:
        self._time = time
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def allow(self, key: str) -> bool:
        """Return whether this key may do one more thing now."""
        now = self._time.now() / 1000
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MOST_BUCKETS:
                self._buckets = {each: held for each, held in self._buckets.items() if not held.full(now)}
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return bucket.take(now)

    def some_left(self, key: str) -> bool:
        """Return whether this key may do one more thing now, without doing it."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.some_left(self._time.now() / 1000)


class HourlyRate:
    """So many an hour for each key, counted by all processes together. Keys are stored as keyed hashes."""

    def __init__(self, store: AllowanceStore, time: Time, secret: str, per_hour: int) -> None:
        self._store = store
        self._time = time
        self._secret = secret.encode()
        self._per_hour = per_hour

    async def allow(self, key: str) -> bool:
        """Return whether this key may do one more thing now."""
        return await self._store.take(self._name(key), self._per_hour, self._time.now())

    async def some_left(self, key: str) -> bool:
        """Return whether this key may do one more thing now, without doing it."""
        return await self._store.some_left(self._name(key), self._per_hour, self._time.now())

    def _name(self, key: str) -> str:
        return hmac.digest(self._secret, key.encode(), "sha256").hex()


class Places:
    """Limit concurrent uses per key."""

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

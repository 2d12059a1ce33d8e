"""A few places, shared fairly: the next one goes to the address, and there to the person, that had least of late.

Cost is counted in seconds, in levels that drain by the minute. A payer whose level is full waits until it has drained,
even if places are free, so that nobody can keep the machine busy all day. What is counted is known beforehand, unless
a use takes longer: how long a bot thought about its hand must not show in how long its table waits (table/pace.py).
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from nokosu.core.errors import reason
from nokosu.server.quotas import Payer
from nokosu.server.time import Time, Timer
from nokosu.table.refusal import Refused

_MINUTE_S: Final = 60.0
_MOST_LEVELS: Final = 20_000


class Levels:
    """How many seconds each key has had of late, out of `most` a minute."""

    def __init__(self, time: Time, most: float) -> None:
        self._time = time
        self._most = most
        self._levels: dict[str, tuple[float, int]] = {}

    def level(self, key: str) -> float:
        """Between 0 (nothing lately) and 1 (all of a minute's share), or more."""
        seconds, at = self._levels.get(key, (0.0, 0))
        return max(0.0, seconds / self._most - (self._time.now() - at) / 1000 / _MINUTE_S)

    def add(self, key: str, seconds: float) -> None:
        if len(self._levels) >= _MOST_LEVELS and key not in self._levels:
            self._levels = {each: held for each, held in self._levels.items() if self.level(each) > 0}
        self._levels[key] = (self.level(key) * self._most + seconds, self._time.now())

    def wait_ms(self, key: str) -> int:
        """Return how long until this key may have more; 0: now."""
        return max(0, math.ceil((self.level(key) - 1) * _MINUTE_S * 1000))


@dataclass(slots=True, eq=False)
class _Waiting:
    payer: Payer
    cost_s: float
    served: asyncio.Future[None]


class FairQueue:
    """Grants `size` places. One address never takes all of them, where there are several."""

    def __init__(
        self, time: Time, size: int, most_s: float, people_per_address: int, most_waiting: int | None = None
    ) -> None:
        self._time = time
        self._free = size
        self._most_each = max(1, size - 1)
        self._most_waiting = most_waiting
        self._persons = Levels(time, most_s)
        self._addresses = Levels(time, most_s * people_per_address)
        self._waiting: list[_Waiting] = []
        self._running: Counter[str] = Counter()
        self._timer: Timer | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._waiting)

    @asynccontextmanager
    async def place(self, payer: Payer, cost_s: float) -> AsyncIterator[None]:
        """Wait for a place and hold it; refused if this person has too much waiting already."""
        waiting = sum(each.payer.person == payer.person for each in self._waiting)
        if self._most_waiting is not None and waiting >= self._most_waiting:
            raise Refused(reason("server.too-many"))
        mine = _Waiting(payer, cost_s, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        self._serve()
        try:
            await mine.served
        except asyncio.CancelledError:
            if mine in self._waiting:
                self._waiting.remove(mine)
            elif not mine.served.cancelled():
                self._leave(payer)
            raise
        began = self._time.now()
        try:
            yield
        finally:
            self._charge(payer, max(0.0, (self._time.now() - began) / 1000 - cost_s))
            self._leave(payer)

    def _leave(self, payer: Payer) -> None:
        self._free += 1
        self._running[payer.address] -= 1
        if not self._running[payer.address]:
            del self._running[payer.address]
        self._serve()

    def _charge(self, payer: Payer, seconds: float) -> None:
        self._persons.add(payer.person, seconds)
        self._addresses.add(payer.address, seconds)

    def _serve(self) -> None:
        """Fill the free places; if everybody who waits has had their share, look again when the first may have more."""
        while self._free and (able := [each for each in self._waiting if self._may(each)]):
            first = min(able, key=lambda each: self._had(each.payer))
            self._waiting.remove(first)
            self._free -= 1
            self._running[first.payer.address] += 1
            self._charge(first.payer, first.cost_s)
            first.served.set_result(None)
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._free and self._waiting:
            waits = [ms for each in self._waiting if (ms := self._wait_ms(each.payer))]
            if waits:
                self._timer = self._time.call_in(min(waits), self._serve)

    def _may(self, each: _Waiting) -> bool:
        return self._running[each.payer.address] < self._most_each and not self._wait_ms(each.payer)

    def _had(self, payer: Payer) -> tuple[float, float]:
        return self._addresses.level(payer.address), self._persons.level(payer.person)

    def _wait_ms(self, payer: Payer) -> int:
        return max(self._persons.wait_ms(payer.person), self._addresses.wait_ms(payer.address))

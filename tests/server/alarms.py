"""The clock that tests move by hand, for those who wait until something is going to happen at a later time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from nokosu.server.time import Timer
from tests.server.serving import HandTime


@dataclass
class AlarmTime(HandTime):
    """Time that knows what it is waited for."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something is planned; a test may set it for other reasons to look again."""

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        timer = super().call_in(ms, call)
        self.news.set()
        return timer

    def next_in(self) -> int | None:
        """How long it is until something happens by itself."""
        return min((alarm.at - self.at for alarm in self._alarms if not alarm.off), default=None)

    async def alarm(self) -> int:
        """The same, once something is going to happen."""
        while (ms := self.next_in()) is None:
            self.news.clear()
            await self.news.wait()
        return ms

    async def passed(self, ms: int) -> None:
        """Once so much time has passed."""
        over = asyncio.Event()
        self.call_in(ms, over.set)
        await over.wait()

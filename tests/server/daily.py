"""The deal of the day in tests: a clock that can be moved to another day, people with passkeys, played attempts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from nokosu.server.time import Timer
from nokosu.table.daily import closes
from nokosu.table.days import day_at
from nokosu.wire.updates import Ack
from tests.server.people import Client, Json, Seat, client, my_turn, over
from tests.server.serving import Running
from tests.server.test_people import at_localhost, with_passkey

NOON = 1_700_049_600_000


SPEED = 20
"""Time passes so much faster here than elsewhere: bots take their time."""


@dataclass
class _Alarm:
    due: int
    call: Callable[[], None]
    handle: Timer | None = None
    off: bool = False

    def cancel(self) -> None:
        self.off = True
        if self.handle:
            self.handle.cancel()

    def ring(self) -> None:
        if not self.off:
            self.cancel()
            self.call()


@dataclass
class Calendar:
    """Time that passes by itself, from noon of a day on, and can be moved forward."""

    at: int = NOON
    _began: float = 0.0
    _alarms: list[_Alarm] = field(default_factory=list)

    def now(self) -> int:
        loop = asyncio.get_running_loop()
        self._began = self._began or loop.time()
        return self.at + int((loop.time() - self._began) * 1000 * SPEED)

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        alarm = _Alarm(self.now() + ms, call)
        alarm.handle = asyncio.get_running_loop().call_later(ms / 1000 / SPEED, alarm.ring)
        self._alarms.append(alarm)
        return alarm

    def watch(self, stalled: Callable[[int, int], None]) -> Timer:  # noqa: ARG002  nothing stands still here
        return _Alarm(0, lambda: None)

    def move_to(self, moment: int) -> None:
        """Let it be later; what is due happens."""
        self.at += moment - self.now()
        due = [alarm for alarm in self._alarms if alarm.due <= moment and not alarm.off]
        self._alarms = [alarm for alarm in self._alarms if alarm.due > moment and not alarm.off]
        for alarm in due:
            alarm.ring()

    def to_next_day(self) -> None:
        """Let it be a minute past midnight."""
        self.move_to(closes(day_at(self.now())) + 60_000)


@asynccontextmanager
async def with_passkeys(running: Running, *names: str) -> AsyncIterator[list[Client]]:
    """People who have one."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(client(running, name)) for name in names]
        for person in people:
            await with_passkey(running, at_localhost(person))
        yield people


async def finish(seat: Seat, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> None:
    """Play a deal to its end, by a rule."""
    while not over(update := await seat.until(my_turn)):
        assert update.view is not None
        assert isinstance(update.view.legal, list)
        answer = await seat.move(choose([str(each) for each in update.view.legal]))
        assert isinstance(answer, Ack), answer
        await seat.until_seq(answer.seq)


async def play_daily(who: Client, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> Json:
    """Play today's deal; one's own part of the result."""
    ref = await who.post("/api/daily")
    async with who.at(ref["table"]) as seat:
        await seat.ask("set_bot_pace", bot_pace="instant")
        await finish(seat, choose)
    today = await who.get("/api/daily")
    return await who.get(f"/api/daily/{today['day']}")


async def counted(who: Client, day: str) -> Json:
    """The result of a day that is over, once it has been counted."""
    async with asyncio.timeout(30):
        while (found := await who.get(f"/api/daily/{day}"))["state"] == "counting":  # noqa: ASYNC110  as a page does
            await asyncio.sleep(0.01)
    return found

"""Ann, Bea and Cai at a table with days for every move, and a server that may call push services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from nokosu.wire.updates import Ack
from tests.server.people import Client, Seat, client
from tests.server.push.service import CONTACT, Browser, PushService
from tests.server.serving import Running, serving
from tests.server.test_table_life import sit_down

NAMES = ("Ann", "Bea", "Cai")
SLOW = {"players": 3, "rounds": 1, "pace": {"kind": "days", "hours_a_move": 24}}


@dataclass
class SlowTable:
    """Ann, Bea and Cai at a table with days for every move, each with a browser that takes messages."""

    table: str
    people: list[Client]
    ids: list[str]
    seats: list[Seat] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    """Whose turn it was, one after the other."""

    @property
    def to_act(self) -> int:
        newest = max((seat.update for seat in self.seats if seat.update), key=lambda update: update.seq)
        assert newest.view is not None
        assert newest.view.to_act is not None
        return newest.view.to_act

    async def move(self) -> None:
        """The seat to act moves; everybody sees it."""
        answer = await self.seats[self.to_act].move()
        assert isinstance(answer, Ack)
        for seat in self.seats:
            await seat.until_seq(answer.seq)
        self.turns.append(NAMES[self.to_act])


@asynccontextmanager
async def slow_table(servers: Sequence[Running], browsers: Sequence[Browser]) -> AsyncIterator[SlowTable]:
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(client(servers[number % len(servers)], name))
            for number, name in enumerate(NAMES)
        ]
        for person, browser in zip(people, browsers, strict=False):
            await person.post("/api/me/push", browser.subscription())
        ids = [(await person.get("/api/me"))["person"] for person in people]
        made = SlowTable(await sit_down(people, SLOW), people, ids)
        for person in people:
            seat = await stack.enter_async_context(person.at(made.table))
            await seat.until(lambda update: update.view is not None)
            made.seats.append(seat)
        made.turns.append(NAMES[made.to_act])
        yield made


def pushing(where: str, *services: PushService) -> Any:
    """A server that may call these push services."""
    return serving(where, push_contact=CONTACT, push_services=tuple(each.address for each in services))

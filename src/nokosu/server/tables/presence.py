"""Who listens to a table: readers by seat, spectators, and who is away since when."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from nokosu.server.store import StoreFailed
from nokosu.wire.tables import Clock, Presence
from nokosu.wire.updates import PresenceChanged

if TYPE_CHECKING:
    from nokosu.server.tables.actor import Actor
    from nokosu.server.tables.services import Services


class Reader(Protocol):
    """Somebody who is sent frames. Sending never waits: who is too slow is closed."""

    @property
    def person(self) -> str | None: ...

    def send(self, frame: bytes) -> None: ...


class Readers:
    """The readers of one table, at this process and (their seats only) at others."""

    def __init__(self, services: Services, actor: Actor) -> None:
        self._services = services
        self._actor = actor
        self._readers: set[Reader] = set()
        self._elsewhere: set[int] = set()
        self._seats: dict[str, int | None] = {}
        now = services.time.now()
        self._away = dict.fromkeys(range(actor.state.settings.players), now)
        self._background: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._readers)

    def seated_anew(self) -> None:
        """People may sit elsewhere now."""
        self._seats.clear()

    def _seat(self, reader: Reader) -> int | None:
        person = reader.person
        if person is None:
            return None
        if person not in self._seats:
            self._seats[person] = self._actor.state.seat_of(person)
        return self._seats[person]

    def audiences(self) -> list[int | None]:
        """Whose views are needed: seats that listen, and spectators."""
        return list({None, *(self._seat(reader) for reader in self._readers)})

    def add(self, reader: Reader) -> None:
        """Somebody came."""
        self._readers.add(reader)
        self._changed(self._seat(reader), here=True)

    def remove(self, reader: Reader) -> None:
        """Somebody went."""
        if reader in self._readers:
            self._readers.remove(reader)
            seat = self._seat(reader)
            still = any(self._seat(other) == seat for other in self._readers)
            self._changed(seat, here=still)

    def _changed(self, seat: int | None, *, here: bool) -> None:
        if seat is not None:
            was_here = seat not in self._away
            if here:
                self._away.pop(seat, None)
            else:
                self._away[seat] = self._services.time.now()
            if was_here != here and self._services.store.presence.shared:
                self._write_down(seat, here=here)
        self._actor.presence_changed()

    def _write_down(self, seat: int, *, here: bool) -> None:
        presence = self._services.store.presence
        write = presence.here if here else presence.gone
        task = asyncio.create_task(self._try(write, seat))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _try(self, write: Callable[[str, int, str], Awaitable[None]], seat: int) -> None:
        try:
            await write(self._actor.state.table, seat, self._services.process)
        except StoreFailed as error:
            self._services.failed(error)

    def seen_elsewhere(self, seats: set[int]) -> None:
        """Other processes hold these seats' sockets."""
        if seats != self._elsewhere:
            self._elsewhere = seats
            self._actor.presence_changed()

    def here(self, seat: int) -> bool:
        return seat in self._elsewhere or seat not in self._away

    def away_since(self, seat: int) -> int | None:
        """Since when a seat's person is gone; None while they are here."""
        return None if self.here(seat) else self._away[seat]

    def presence(self) -> Presence:
        chairs = self._actor.state.chairs
        here = [chair.bot is not None or (not chair.open and self.here(seat)) for seat, chair in enumerate(chairs)]
        return Presence(here=here, watching=sum(1 for reader in self._readers if self._seat(reader) is None))

    def tell(self, frame: Callable[[int | None], bytes]) -> None:
        """Send everybody the frame of their seat."""
        made: dict[int | None, bytes] = {}
        for reader in list(self._readers):
            seat = self._seat(reader)
            if seat not in made:
                made[seat] = frame(seat)
            reader.send(made[seat])

    def tell_presence(self, clock: Clock) -> None:
        if self._readers:
            frame = msgspec.json.encode(PresenceChanged(presence=self.presence(), clock=clock))
            for reader in list(self._readers):
                reader.send(frame)

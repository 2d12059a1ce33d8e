"""The subscribers of a table: seats, spectators, and since when a player is away."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from nokosu.core.errors import Reason, reason
from nokosu.table.rights import may_watch
from nokosu.wire.struct import encode
from nokosu.wire.tables import Presence
from nokosu.wire.updates import PresenceChanged

if TYPE_CHECKING:
    from nokosu.server.tables.actor import Actor
    from nokosu.server.tables.dependencies import Dependencies

PROCESS_ALIVE_MS: Final = 15_000
"""Other processes that were not heard of for longer hold no sockets any more."""


class Subscriber(Protocol):
    """A receiver of frames. Sending never waits: a slow receiver is closed."""

    @property
    def person(self) -> str | None: ...

    def send(self, frame: bytes) -> None: ...

    def dismiss(self, why: Reason) -> None: ...


class Subscribers:
    """The subscribers of one table, at this process and (their seats only) at others."""

    def __init__(self, deps: Dependencies, actor: Actor) -> None:
        self._deps = deps
        self._actor: Actor = weakref.proxy(actor)
        """The table that holds this one: not held in turn, so that both are freed when it is forgotten."""
        self.by_seat: dict[int | None, list[Subscriber]] = {}
        self._elsewhere: set[int] = set()
        self._away = dict.fromkeys(range(actor.state.settings.players), deps.time.now())
        self.presence = self._counted()

    def seated_anew(self) -> None:
        """People may sit elsewhere now."""
        everybody = [each for group in self.by_seat.values() for each in group]
        self.by_seat = {}
        for each in everybody:
            self.by_seat.setdefault(self._actor.state.seat_of(each.person), []).append(each)
        for seat in range(len(self._actor.state.chairs)):
            self._came_or_went(seat)
        self.presence = self._counted()

    def dismiss_strangers(self) -> None:
        """Show nothing more to those who may no longer watch."""
        for each in list(self.by_seat.get(None, ())):
            if not may_watch(self._actor.state, each.person):
                self.remove(each)
                each.dismiss(reason("table.no-spectators"))

    def add(self, subscriber: Subscriber) -> None:
        """Add a subscriber."""
        seat = self._actor.state.seat_of(subscriber.person)
        self.by_seat.setdefault(seat, []).append(subscriber)
        self._came_or_went(seat)
        self.presence_changed()

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        for seat, group in self.by_seat.items():
            if subscriber in group:
                group.remove(subscriber)
                if not group:
                    del self.by_seat[seat]
                self._came_or_went(seat)
                self.presence_changed()
                return

    def _came_or_went(self, seat: int | None) -> None:
        was_here, here = seat not in self._away, seat in self.by_seat
        if seat is None or was_here == here:
            return
        if here:
            del self._away[seat]
        else:
            self._away[seat] = self._deps.time.now()
        if self._deps.store.presence.shared:
            presence = self._deps.store.presence
            write = presence.here if here else presence.gone
            self._actor.in_background(write(self._actor.state.table, seat, self._deps.process))

    async def look_elsewhere(self) -> None:
        """Learn which seats' sockets other processes hold."""
        presence = self._deps.store.presence
        if presence.shared:
            alive = self._deps.time.now() - PROCESS_ALIVE_MS
            seats = await presence.elsewhere(self._actor.state.table, self._deps.process, alive)
            if seats != self._elsewhere:
                self._elsewhere = seats
                self.presence_changed()

    def presence_changed(self) -> None:
        """Reschedule and tell everybody after a subscriber came or went."""
        self.presence = self._counted()
        self._actor.autoplay.look()
        frame = encode(PresenceChanged(presence=self.presence, clock=self._actor.context().clock))
        for group in self.by_seat.values():
            for subscriber in list(group):
                subscriber.send(frame)

    def _counted(self) -> Presence:
        chairs = self._actor.state.chairs
        present = [seat in self._elsewhere or seat not in self._away for seat in range(len(chairs))]
        here = [
            chair.bot is not None or (not chair.open and there) for chair, there in zip(chairs, present, strict=True)
        ]
        return Presence(here=here, watching=len(self.by_seat.get(None, ())))

    def away_since(self) -> int | None:
        """Return since when the seat to act is away, if another person is here and waits."""
        state, here = self._actor.host.state, self.presence.here
        seat = state.to_act
        if seat is None or here[seat]:
            return None
        others = any(here[other] for other in state.people() if other != seat)
        return self._away[seat] if others else None

    def absent(self) -> dict[int, int]:
        """Return the seats that are not connected, and for how many milliseconds."""
        now = self._deps.time.now()
        return {seat: now - since for seat, since in self._away.items() if seat not in self._elsewhere}

    def broadcast(self, frame: Callable[[int | None], bytes]) -> None:
        """Send everybody the frame of their seat."""
        for seat, group in list(self.by_seat.items()):
            made = frame(seat)
            for subscriber in list(group):
                subscriber.send(made)

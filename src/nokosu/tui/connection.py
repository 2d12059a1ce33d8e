"""How a screen talks to a table: one on this machine, or a server's. The messages are the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from nokosu.bots import hints
from nokosu.record.model import Record
from nokosu.table.refusal import Refused
from nokosu.tui.local_table import LocalTable, now_ms
from nokosu.wire.commands import AnyCommand
from nokosu.wire.updates import Ack, AnyFromTable, AskCoach, Coaching, Hint, Refusal

Hear = Callable[[AnyFromTable], None]


class Connection(Protocol):
    """A table that can be heard and told."""

    async def start(self, hear: Hear) -> None:
        """Open the table: everything that it says goes to `hear`, from the beginning on."""
        ...

    async def send(self, command: AnyCommand) -> Ack | Refusal:
        """Ask for something; the answer says whether it was done."""
        ...

    async def hint(self) -> Hint:
        """Ask for advice. Raises Refused."""
        ...

    async def coach(self, asked: AskCoach) -> Coaching:
        """Ask what the coach says. Raises Refused."""
        ...

    async def record(self) -> Record | None:
        """Return the record of a match that is over."""
        ...

    async def rematch(self) -> Connection | None:
        """Ask the others for the same match once more; None where nobody else has to be asked."""
        ...

    async def stop(self) -> None:
        """Leave the table, which stays as it is."""
        ...


class LocalConnection:
    """A table on this machine. Bots think in a thread; their moves appear when the host says so."""

    def __init__(self, table: LocalTable) -> None:
        self.table = table
        self._hear: Hear = lambda _: None
        self._changed = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self, hear: Hear) -> None:
        """Open the table and let its bots play."""
        self._hear = hear
        self._deliver(self.table.enter(0))
        self._running = asyncio.create_task(self._run())

    async def send(self, command: AnyCommand) -> Ack | Refusal:
        """Execute a command."""
        *frames, reply = self.table.command(command)
        assert isinstance(reply, Ack | Refusal)
        self._deliver(frames)
        self._changed.set()
        return reply

    def take_keyboard(self, seat: int | None) -> None:
        """Let the person of a seat hold the keyboard, or nobody."""
        self._deliver(self.table.enter(None, seat))
        self._changed.set()

    async def hint(self) -> Hint:
        """Log the hint, then think."""
        frames, view, seq = self.table.note_hint()
        self._deliver(frames)
        return await asyncio.to_thread(hints.hint, view, seq)

    async def coach(self, asked: AskCoach) -> Coaching:
        """Let the coach speak; the log says so."""
        frames, said = self.table.coach(asked)
        self._deliver(frames)
        return said

    async def record(self) -> Record | None:
        """Write the record."""
        return self.table.record()

    async def rematch(self) -> Connection | None:
        """Ask nobody: bots are always ready."""
        return None

    async def stop(self) -> None:
        """Let no bot play on."""
        if self._running:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
        self.table.close()

    def _deliver(self, frames: list[AnyFromTable]) -> None:
        for frame in frames:
            self._hear(frame)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            due = self.table.due()
            asked = self.table.asked()
            if asked:
                number, what = asked
                self.table.thought(number, await asyncio.to_thread(self.table.think, what))
                continue
            wait = None if due is None else max(due - now_ms(), 0) / 1000
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait)
            self._deliver(self.table.wake())


__all__ = ["Connection", "Hear", "LocalConnection", "Refused"]

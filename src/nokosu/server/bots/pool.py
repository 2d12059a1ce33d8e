"""Bots outside the event loop: a few processes, one question at a time each, killed when they think too long."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import Process
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from nokosu.bots.base import BotFailure
from nokosu.core.quoting import quoted
from nokosu.core.view import View
from nokosu.server.background import Background
from nokosu.server.bots.process import Processes
from nokosu.server.bots.programs import Programs
from nokosu.server.bots.thinking import ThinkingTimes, samples
from nokosu.server.config import Limits
from nokosu.server.fair_queue import FairQueue
from nokosu.server.quotas import Payer
from nokosu.server.time import RealTime, Time
from nokosu.table.pace import counts
from nokosu.wire.views import view_to_json

DEADLINE_S: Final = 10.0
NOBODY: Final = Payer("", "")
"""The server itself, for what no person asks for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What this bot does with this view at this table; its chance comes from the seed alone."""

    bot: str
    view: View
    table: str
    seed: bytes
    served: Callable[[], None] = lambda: None
    """Called when the question has waited long enough and a bot begins to think."""
    payer: Payer = NOBODY
    thinking_ms: int = 0
    """How long the bot is taken to think, whatever its hand."""


class Chooser(Protocol):
    """A caller that asks bots."""

    async def choose(self, question: Question) -> str:
        """Return a legal action as text; raises BotFailure."""
        ...

    def release(self, table: str) -> None:
        """Release the bots that play for this table alone: its match is over."""
        ...


class BotPool:
    """Processes that are started when they are needed. `specs` says what a name that is offered stands for.

    Bots that come along share a few processes, and everybody gets a fair share of them. A program of the operator's
    (cmd:) plays one seat of one match.
    """

    def __init__(
        self,
        specs: dict[str, str],
        size: int,
        deadline_s: float = DEADLINE_S,
        limits: Limits | None = None,
        time: Time | None = None,
        times: ThinkingTimes | None = None,
    ) -> None:
        limits, time = limits or Limits(), time or RealTime()
        self._specs = specs
        self._times = times
        self._loaded: WeakKeyDictionary[Process, set[str]] = WeakKeyDictionary()
        self.processes = Processes(deadline_s)
        self.programs = Programs(self.processes, limits.program_processes)
        share = limits.thinking_s_a_minute, limits.people_per_address
        self._places = FairQueue(time, size, *share)
        self._program_places = FairQueue(time, limits.program_processes, *share)
        self._idle: list[Process] = []
        self._answering = Background()

    @property
    def waiting(self) -> int:
        """How many questions wait for a process."""
        return self._places.waiting + self._program_places.waiting

    async def choose(self, question: Question) -> str:
        spec = self._specs.get(question.bot, question.bot)
        begun = asyncio.Event()
        serve = self._serve_alone if spec.startswith("cmd:") else self._serve
        answered = self._answering.start(serve(question, spec, begun))
        answered.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            action = await asyncio.shield(answered)
        except asyncio.CancelledError:
            # If nobody waits any longer, as after an undo, the process still finishes: a new one would cost more.
            if not begun.is_set():
                answered.cancel()
            raise
        if action not in {str(legal) for legal in question.view.legal or ()}:
            raise BotFailure("illegal", quoted(action))
        return action

    async def _serve(self, question: Question, spec: str, begun: asyncio.Event) -> str:
        async with self._places.place(question.payer, question.thinking_ms / 1000):
            begun.set()
            process = self._idle.pop() if self._idle else None
            if process is None or process not in self.processes:
                process = await self.processes.start()
            try:
                return await self._ask(process, question, spec)
            finally:
                if process in self.processes:
                    self._idle.append(process)

    async def _serve_alone(self, question: Question, spec: str, _begun: asyncio.Event) -> str:
        """End the process when its caller no longer waits: its seat may be asked again at once."""
        key = (question.table, question.view.seat or 0, question.bot)
        async with self._program_places.place(question.payer, question.thinking_ms / 1000):
            process = await self.programs.take(key, question.payer)
            try:
                return await self._ask(process, question, spec)
            finally:
                self.programs.give_back(key)

    async def _ask(self, process: Process, question: Question, spec: str) -> str:
        question.served()
        seen = view_to_json(question.view)
        began = asyncio.get_running_loop().time()
        action = await self.processes.ask(process, {"bot": spec, "view": seen, "seed": question.seed.hex()})
        loaded = self._loaded.setdefault(process, set())
        if self._times and spec in loaded:
            self._times.took(question.bot, (asyncio.get_running_loop().time() - began) * 1000)
        # The first answer of a process also loads the bot.
        loaded.add(spec)
        return action

    async def measure(self) -> None:
        """Learn how long the bots take here that compute a fixed amount."""
        counting = [name for name, spec in self._specs.items() if counts(spec)]
        views = await asyncio.to_thread(samples) if counting else []
        for name in counting:
            for number, seen in enumerate((views[0], *views)):
                with contextlib.suppress(BotFailure):
                    await self.choose(Question(name, seen, f"measure {number}", bytes(32)))

    def release(self, table: str) -> None:
        self.programs.release(table)

    async def close(self) -> None:
        """End all bot processes."""
        for task in self._answering.tasks:
            task.cancel()
        self.programs.close()
        await self.processes.close()

"""Bots outside the event loop: a few processes, one question at a time each, killed when they think too long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from nokosu.bots.base import BotFailure
from nokosu.core.quoting import quoted
from nokosu.core.view import View
from nokosu.server.background import Background
from nokosu.wire.views import view_to_json

LOG: Final = logging.getLogger("nokosu.server.bots")
DEADLINE_S: Final = 10.0
_LINE_LIMIT: Final = 1 << 16
_LAST_WORDS_S: Final = 3.0
_NICE: Final = 10
"""Bots think after the tables have been served."""


@dataclass(frozen=True, slots=True)
class Question:
    """What this bot does with this view at this table; its chance comes from the seed alone."""

    bot: str
    view: View
    table: str
    seed: bytes
    served: Callable[[], None] = lambda: None
    """Called when the question has waited long enough and a bot begins to think."""


class Chooser(Protocol):
    """A caller that asks bots."""

    async def choose(self, question: Question) -> str:
        """A legal action as text; raises BotFailure."""
        ...

    def release(self, table: str) -> None:
        """This table's match is over: bots that play for it alone may go."""
        ...


class BotPool:
    """Processes that are started when they are needed. `specs` says what a name that is offered stands for.

    Bots that come along share a few processes. A program of the operator's (cmd:) plays one seat of one match, as it
    may remember things: it has a process of its own until the match is over.
    """

    def __init__(self, specs: dict[str, str], size: int, deadline_s: float = DEADLINE_S) -> None:
        self._specs = specs
        self._deadline_s = deadline_s
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._all: set[Process] = set()
        self._own: dict[tuple[str, int, str], Process] = {}
        self._answering = Background()
        self._ending = Background()
        self._asked = 0
        for _ in range(size):
            self._idle.put_nowait(None)

    async def choose(self, question: Question) -> str:
        if self._specs.get(question.bot, question.bot).startswith("cmd:"):
            action = await self._choose_alone(question)
        else:
            action = await self._choose_shared(question)
        if action not in {str(legal) for legal in question.view.legal or ()}:
            raise BotFailure("illegal", quoted(action))
        return action

    async def _choose_shared(self, question: Question) -> str:
        process = await self._idle.get()
        answered = self._answering.start(self._serve(process, question))
        # If nobody waits any longer, as after an undo, the process still finishes: a new one would cost more.
        answered.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(answered)

    async def _serve(self, process: Process | None, question: Question) -> str:
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            question.served()
            return await self._answer(process, question)
        finally:
            # One that was ended is replaced by the promise of another.
            self._idle.put_nowait(process if process in self._all else None)

    async def _choose_alone(self, question: Question) -> str:
        key = (question.table, question.view.seat or 0, question.bot)
        if key not in self._own or self._own[key] not in self._all:
            self._own[key] = await self._start()
        question.served()
        return await self._answer(self._own[key], question)

    def release(self, table: str) -> None:
        for key in [key for key in self._own if key[0] == table]:
            self._end(self._own.pop(key))

    async def _answer(self, process: Process, question: Question) -> str:
        try:
            # Not wait_for: Python 3.11's loses a cancellation that comes together with an answer.
            async with asyncio.timeout(self._deadline_s):
                return await self._ask(process, question)
        except BotFailure:
            raise
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:
            self._end(process)
            why = "timeout" if isinstance(error, TimeoutError) else "died"
            raise BotFailure(why, type(error).__name__) from error
        except asyncio.CancelledError:
            # The caller has gone; this answer must not be taken for the answer to the next question.
            self._end(process)
            raise

    async def _ask(self, process: Process, question: Question) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        number = self._asked
        asked = {
            "id": number,
            "bot": self._specs.get(question.bot, question.bot),
            "view": view_to_json(question.view),
            "seed": question.seed.hex(),
        }
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        reply = json.loads(line)
        if reply.get("id") != number:
            raise ValueError("an answer to another question")
        if "error" in reply:
            raise BotFailure("crashed", reply["error"])
        return str(reply["action"])

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "nokosu.server.bots.worker"),
            stdin=PIPE,
            stdout=PIPE,
            limit=_LINE_LIMIT,
            # Signals for the server are not for its bots: it ends them itself.
            start_new_session=True,
        )
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        self._all.add(process)
        return process

    def _end(self, process: Process) -> None:
        """End a process. It is asked first, so that it ends the program that it may have started (cmd:)."""
        if process in self._all:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            self._all.remove(process)
            self._ending.start(_ended(process))

    async def close(self) -> None:
        """End all bot processes."""
        for task in self._answering.tasks:
            task.cancel()
        for process in list(self._all):
            self._end(process)
        await asyncio.gather(*self._ending.tasks)


async def _ended(process: Process) -> None:
    """Wait for the end of a process, kill one that does not hear, and close our side of its pipes."""
    try:
        async with asyncio.timeout(_LAST_WORDS_S):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    if process.stdin:
        process.stdin.close()
        with contextlib.suppress(OSError):
            await process.stdin.wait_closed()

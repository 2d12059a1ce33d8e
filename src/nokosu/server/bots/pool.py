"""Bots outside the event loop: a few processes, one question at a time each, killed when they think too long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Final, Protocol

from nokosu.core.notation import parse_action
from nokosu.core.view import View
from nokosu.wire.view_json import view_to_json

LOG: Final = logging.getLogger("nokosu.server.bots")
DEADLINE_S: Final = 10.0
_LINE_LIMIT: Final = 1 << 16
_NICE: Final = 10
"""Bots think after the tables have been served."""


class BotFailed(Exception):
    """A bot hung, crashed or chose what is not legal. `why` is one word of docs/records.md."""

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why


class Chooser(Protocol):
    """Whoever asks bots."""

    async def choose(self, bot: str, view: View) -> str:
        """What this bot does with this view: a legal action as text; raises BotFailed."""
        ...


class BotPool:
    """Processes that are started when they are needed. `specs` says what a name that is offered stands for."""

    def __init__(self, specs: dict[str, str], size: int, deadline_s: float = DEADLINE_S) -> None:
        self._specs = specs
        self._deadline_s = deadline_s
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._all: set[Process] = set()
        self._asked = 0
        for _ in range(size):
            self._idle.put_nowait(None)

    async def choose(self, bot: str, view: View) -> str:
        legal = {str(action) for action in view.legal or ()}
        process = await self._idle.get()
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            action = await asyncio.wait_for(self._ask(process, bot, view), self._deadline_s)
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:
            if process is not None:
                self._end(process)
            process = None
            why = "timeout" if isinstance(error, TimeoutError) else "died"
            raise BotFailed(why, type(error).__name__) from error
        except asyncio.CancelledError:
            # Nobody waits for the answer any more, and it must not be taken for the answer to the next question.
            if process is not None:
                self._end(process)
            process = None
            raise
        finally:
            self._idle.put_nowait(process)
        if action not in legal:
            raise BotFailed("illegal", ascii(action[:40]))
        return str(parse_action(action, view.phase))

    async def _ask(self, process: Process, bot: str, view: View) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        number = self._asked
        question = {"id": number, "bot": self._specs.get(bot, bot), "view": view_to_json(view)}
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        reply = json.loads(line)
        if reply.get("id") != number:
            raise ValueError("an answer to another question")
        if "error" in reply:
            raise BotFailed("crashed", reply["error"])
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
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        self._all.discard(process)

    async def close(self) -> None:
        """End all bot processes."""
        for process in list(self._all):
            self._end(process)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 5)

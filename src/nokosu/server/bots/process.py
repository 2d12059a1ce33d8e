"""One bot process, as the server sees it: started, asked, ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from typing import Final

from nokosu.bots.base import BotFailure
from nokosu.server.background import Background

LOG: Final = logging.getLogger("nokosu.server.bots")
_LINE_LIMIT: Final = 1 << 16
_LAST_WORDS_S: Final = 3.0
_NICE: Final = 10
"""Tables are served before bots think and records are checked."""
_AGAIN_S: Final = 1.0


class Processes:
    """The bot processes of a server, or others that run a module beside it."""

    def __init__(self, deadline_s: float, module: str = "nokosu.server.bots.worker") -> None:
        self._module = module
        self._deadline_s = deadline_s
        self._all: set[Process] = set()
        self._ending = Background()
        self._asked = 0
        self._short = False
        self._birth = asyncio.Lock()
        self._closed = False

    @property
    def alive(self) -> set[Process]:
        """Those that run."""
        return {process for process in self._all if process.returncode is None}

    def __contains__(self, process: Process) -> bool:
        return process in self._all and process.returncode is None

    async def start(self) -> Process:
        """Return a new process. If the machine has none to give, as without descriptors, say so and try again."""
        while True:
            try:
                process = await self._start()
            except OSError as error:
                if not self._short:
                    LOG.warning("cannot start a process: %s; trying again until it works", error.strerror)
                self._short = True
                await asyncio.sleep(_AGAIN_S)
            else:
                if self._short:
                    LOG.warning("processes can be started again")
                self._short = False
                return process

    async def _start(self) -> Process:
        async with self._birth:
            if self._closed:
                # A caller that waited in line while the server closed gets no process: nothing would end it.
                raise asyncio.CancelledError
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module),
                stdin=PIPE,
                stdout=PIPE,
                limit=_LINE_LIMIT,
                # Signals for the server are not for its bots: it ends them itself.
                start_new_session=True,
            )
            self._all.add(process)
        with contextlib.suppress(OSError, AttributeError):  # Windows has no such priorities
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICE)
        return process

    async def ask(self, process: Process, question: dict[str, object]) -> str:
        """Return the action that it answers with; raises BotFailure, and ends a process that is late or broken."""
        try:
            # Not wait_for: Python 3.11's loses a cancellation that comes together with an answer.
            async with asyncio.timeout(self._deadline_s):
                return await self._answer(process, question)
        except BotFailure:
            raise
        except (TimeoutError, OSError, ValueError, asyncio.IncompleteReadError) as error:
            self.end(process)
            why = "timeout" if isinstance(error, TimeoutError) else "died"
            raise BotFailure(why, type(error).__name__) from error
        except asyncio.CancelledError:
            # The caller has gone; this answer must not be taken for the answer to the next question.
            self.end(process)
            raise

    async def _answer(self, process: Process, question: dict[str, object]) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        number = self._asked
        process.stdin.write(json.dumps({"id": number, **question}).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        reply = json.loads(line)
        if reply.get("id") != number:
            raise ValueError("an answer to another question")
        if "error" in reply:
            raise BotFailure("crashed", reply["error"])
        return str(reply["action"])

    def end(self, process: Process) -> None:
        """End a process. It is asked first, so that it ends the program that it may have started (cmd:)."""
        if process in self._all:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            self._all.remove(process)
            self._ending.start(_ended(process))

    async def close(self) -> None:
        """End all of them, one that is just being started too, and start no more."""
        async with self._birth:
            self._closed = True
        for process in list(self._all):
            self.end(process)
        await asyncio.gather(*self._ending.tasks)


async def _ended(process: Process) -> None:
    """Wait for the end of a process, kill one that does not hear, and close our side of its pipes."""
    try:
        async with asyncio.timeout(_LAST_WORDS_S):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        await process.wait()
    if process.stdin:
        process.stdin.close()
        with contextlib.suppress(OSError):
            await process.stdin.wait_closed()

"""Computing for people, such as checking a record: in a process of low priority, so that tables never wait for it.

A thread would not do: Python runs one thread at a time, and the event loop would wait up to 5 ms at every turn.
"""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import Process
from collections.abc import Callable
from functools import partial
from typing import Final, ParamSpec, TypeVar

from nokosu.core.errors import reason
from nokosu.server.bots.process import Processes
from nokosu.server.fair_queue import FairQueue
from nokosu.server.job_process import MODULE, Reply, framed, length_of
from nokosu.server.quotas import Payer
from nokosu.table.refusal import Refused

P = ParamSpec("P")
T = TypeVar("T")
DEADLINE_S: Final = 10.0


class JobFailed(RuntimeError):
    """A job that ended with an exception: what it was about cannot be read."""


class Computer:
    """One process that does one job at a time. It is started with the first job, and again if it ended."""

    def __init__(self, deadline_s: float = DEADLINE_S) -> None:
        self.processes = Processes(deadline_s, MODULE)
        self._deadline_s = deadline_s
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def run(self, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Return the result of a function that both processes can import; what it raises is raised here."""
        async with self._turn:
            if self._process is None or self._process not in self.processes:
                self._process = await self.processes.start()
            process = self._process
            try:
                async with asyncio.timeout(self._deadline_s):
                    kind, found = await _asked(process, pickle.dumps((job, args, more)))
            except (TimeoutError, OSError, asyncio.IncompleteReadError):
                self.processes.end(process)
                raise Refused(reason("server.busy")) from None
            except BaseException:
                # The caller has gone; this answer must not be taken for the answer to the next job.
                self.processes.end(process)
                raise
        if kind == "refused":
            raise Refused(found)
        if kind == "failed":
            raise JobFailed(found)
        result: T = found
        return result

    async def close(self) -> None:
        """End the process."""
        await self.processes.close()


async def _asked(process: Process, job: bytes) -> Reply:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(framed(job))
    await process.stdin.drain()
    length = length_of(await process.stdout.readexactly(len(framed(b""))))
    reply: Reply = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301  from our own process
    return reply


class JobWorker:
    """Computers that are shared fairly: as many as the queue has places. One address never has all, if there are more.

    A review takes seconds: without a second computer, everybody's next replay would wait for it.
    """

    def __init__(self, queue: FairQueue, size: int = 1) -> None:
        self._queue = queue
        self.computers = [Computer() for _ in range(size)]
        self._free = list(self.computers)

    async def run(self, payer: Payer, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Return the result of a job, when it is this payer's turn. The first computer that is free does it."""
        return await self._run(payer, 0, partial(job, *args, **more))

    async def run_long(self, payer: Payer, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Return the result of a job that goes on where the one before stopped: on the last computer, if it is free."""
        return await self._run(payer, -1, partial(job, *args, **more))

    async def _run(self, payer: Payer, end: int, job: Callable[[], T]) -> T:
        async with self._queue.place(payer, 0.0):
            self._free.sort(key=self.computers.index)
            computer = self._free.pop(end)
            try:
                return await computer.run(job)
            finally:
                self._free.append(computer)

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(each.close() for each in self.computers))

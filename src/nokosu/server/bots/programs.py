"""The operator's own programs (cmd:): one process per seat of a match, as a program may remember things.

There are never more than a few. Where another is needed, the address that has most gives one up; a seat that lost its
program gets a new one at its next turn, which is told everything again. A process whose match is over serves the next
match, and one that nobody has asked for a while is ended.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from asyncio.subprocess import Process
from collections import Counter
from dataclasses import dataclass
from typing import Final

from nokosu.server.bots.process import Processes
from nokosu.server.bots.worker import OVER
from nokosu.server.quotas import Payer

IDLE_S: Final = 120.0
Key = tuple[str, int, str]
"""A table, a seat, a bot."""


@dataclass(slots=True)
class _Program:
    process: Process
    payer: Payer
    used: float = 0.0
    busy: bool = False


class Programs:
    """At most `most` processes. No more than so many may be asked at once: the pool's queue sees to that."""

    def __init__(self, processes: Processes, most: int, idle_s: float = IDLE_S) -> None:
        self._processes = processes
        self._most = most
        self._idle_s = idle_s
        self._seated: dict[Key, _Program] = {}
        self._spare: list[_Program] = []
        self._starting = 0
        self._timer: TimerHandle | None = None

    async def take(self, key: Key, payer: Payer) -> Process:
        """Return the process that plays this seat, until it is given back."""
        found = self._seated.get(key)
        if found is None or found.process not in self._processes:
            found = self._seated[key] = await self._another(payer)
        found.busy = True
        return found.process

    def give_back(self, key: Key) -> None:
        """Take it back after its answer; if its match is over meanwhile, `release` has taken it already."""
        program = self._seated.get(key)
        if program is not None:
            program.busy, program.used = False, asyncio.get_running_loop().time()
        self._look_later()

    async def _another(self, payer: Payer) -> _Program:
        self._forget_ended()
        if self._spare:
            program = self._spare.pop()
            program.payer = payer
            return program
        if len(self._seated) + self._starting >= self._most:
            self._give_one_up()
        self._starting += 1
        try:
            return _Program(await self._processes.start(), payer)
        finally:
            self._starting -= 1

    def _give_one_up(self) -> None:
        """End the one that was used longest ago, of the address that has most."""
        idle = [key for key, program in self._seated.items() if not program.busy]
        if idle:
            have = Counter(program.payer.address for program in self._seated.values())
            last = min(idle, key=lambda key: (-have[self._seated[key].payer.address], self._seated[key].used))
            self._processes.end(self._seated.pop(last).process)

    def release(self, table: str) -> None:
        """End a match: its processes serve the next one, unless they are in the middle of an answer."""
        now = asyncio.get_running_loop().time()
        for key in [key for key in self._seated if key[0] == table]:
            program = self._seated.pop(key)
            if program.busy or program.process not in self._processes:
                self._processes.end(program.process)
            elif program.process.stdin is not None:
                program.process.stdin.write(OVER)
                program.used = now
                self._spare.append(program)
                self._look_later()

    def _look_later(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._idle_s, self.end_idle, self._idle_s)

    def end_idle(self, idle_s: float) -> None:
        """End those that nobody has asked for so long, and look again as long as there are any."""
        self._timer = None
        self._forget_ended()
        long_ago = asyncio.get_running_loop().time() - idle_s
        for key, program in list(self._seated.items()):
            if not program.busy and program.used <= long_ago:
                self._processes.end(self._seated.pop(key).process)
        for program in [each for each in self._spare if each.used <= long_ago]:
            self._processes.end(program.process)
            self._spare.remove(program)
        if self._seated or self._spare:
            self._look_later()

    def _forget_ended(self) -> None:
        self._seated = {key: each for key, each in self._seated.items() if each.process in self._processes}
        self._spare = [each for each in self._spare if each.process in self._processes]

    def close(self) -> None:
        """Look no more."""
        if self._timer:
            self._timer.cancel()

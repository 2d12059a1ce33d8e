"""Servers that are killed again and again while people play, and what is left in the store afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from dataclasses import dataclass, field

import apsw
import psycopg

from nokosu.server.store.log import LogRow
from tests.chaos.ledger import Findings, Ledger, Logs, audit
from tests.chaos.players import crew
from tests.server.programs import kill, started
from tests.server.store.postgres_server import free_port

_LOG = "SELECT table_id, seq, at, body, client FROM log ORDER BY table_id, seq"
_PATIENCE_S = 60
_LOOK_EVERY_S = 2
LONGEST_S = 0.8


@dataclass
class Campaign:
    """What is done: how many kills, how many tables, with which store (a folder, or a PostgreSQL URL)."""

    kills: int
    tables: int
    store: str
    seed: str
    module: str = "nokosu"
    ledger: Ledger = field(default_factory=Ledger)
    in_flight: list[int] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)
    carried_on: list[int] = field(default_factory=list)
    """Moves acknowledged at the other server while one was dead."""

    @property
    def shared(self) -> bool:
        return self.store.startswith("postgresql")

    def report(self, findings: Findings) -> dict[str, object]:
        """For people and for machines."""
        moves = {"sent": len(self.ledger.sent), "acknowledged": len(self.ledger.acknowledged)}
        return {
            "store": "postgresql" if self.shared else "sqlite",
            "servers": 2 if self.shared else 1,
            "seed": self.seed,
            "kills": len(self.in_flight),
            "tables": self.tables,
            **moves,
            "in_flight_at_kills": sum(self.in_flight),
            "kills_without_moves_in_flight": self.in_flight.count(0),
            **({"acknowledged_elsewhere": sum(self.carried_on)} if self.shared else {}),
            **{name: len(found) for name, found in vars(findings).items()},
            "back_s_median": round(statistics.median(self.back_s), 2) if self.back_s else None,
            "back_s_most": round(max(self.back_s), 2) if self.back_s else None,
        }

    async def run(self) -> Findings:
        """Kill, restart, compare; stops at the first fault."""
        ports = [free_port() for _ in range(2 if self.shared else 1)]
        addresses = [f"127.0.0.1:{port}" for port in ports]
        processes = [await self._start(port) for port in ports]
        crews = [asyncio.create_task(crew(addresses, each, self.ledger, self.seed)) for each in range(self.tables)]
        try:
            return await self._kill_often(ports, processes, crews)
        finally:
            for process in processes:
                await kill(process)
            await _end(crews)

    async def _kill_often(
        self, ports: Sequence[int], processes: list[Process], crews: Sequence[asyncio.Task[None]]
    ) -> Findings:
        chance = random.Random(self.seed)
        findings = await self._more_moves(10, crews)
        for _ in range(self.kills):
            await asyncio.sleep(chance.random() * LONGEST_S)
            await self._until(lambda: self.ledger.in_flight > 0, crews)
            victim = chance.randrange(len(ports))
            # Nothing is read between these lines: what is in flight now is in flight when the process dies.
            self.in_flight.append(self.ledger.in_flight)
            killed = time.perf_counter()
            await kill(processes[victim])
            if self.shared:
                before = len(self.ledger.acknowledged)
                await self._more_moves(5, crews)
                self.carried_on.append(len(self.ledger.acknowledged) - before)
            processes[victim] = await self._start(ports[victim])
            self.back_s.append(time.perf_counter() - killed)
            findings = await self._more_moves(5, crews)
            if findings.faults:
                break
        return findings

    async def _more_moves(self, number: int, crews: Sequence[asyncio.Task[None]]) -> Findings:
        """Wait for so many more, or for faults: players at a server that forgets may wait for ever."""
        wanted = len(self.ledger.acknowledged) + number
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_EVERY_S):
                        await self._until(lambda: len(self.ledger.acknowledged) >= wanted, crews)
                findings = audit(self.ledger, self._logs())
                if findings.faults or len(self.ledger.acknowledged) >= wanted:
                    return findings

    @staticmethod
    async def _until(wanted: object, crews: Sequence[asyncio.Task[None]]) -> None:
        assert callable(wanted)
        async with asyncio.timeout(_PATIENCE_S):
            while not wanted():
                for task in crews:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.001)

    async def _start(self, port: int) -> Process:
        place = ("--database", self.store) if self.shared else ("--data", self.store)
        return await started(*place, "--bot-processes", "1", port=port, module=self.module)

    def _logs(self) -> Logs:
        """Every log, read past the server."""
        logs: dict[str, list[LogRow]] = {}
        for table, seq, at, body, client in self._rows():
            logs.setdefault(str(table), []).append(
                LogRow(int(str(seq)), int(str(at)), str(body), None if client is None else str(client))
            )
        return logs

    def _rows(self) -> list[tuple[object, ...]]:
        if self.shared:
            with psycopg.connect(self.store) as connection:
                return list(connection.execute(_LOG))
        file = apsw.Connection(f"{self.store}/nokosu.db", flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return list(file.execute(_LOG))
        finally:
            file.close()


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    # A player may be cleaning up after a killed server when told: say it until it is heard.
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=0.5)

"""Load for a server of tables: moves at a given rate, whatever the server takes, and how long each was on its way.

A table is anything that says whether it is ready, makes a move, and counts in `Figures` when the last of its sockets
has heard of it. bench/server.py has ours, bench/boardgame.py the peer's.
"""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import psutil

from bench.load_client import LoadSocket

_SETTLE_STEPS: Final = 200
_STEP_S: Final = 0.001


@dataclass
class Figures:
    """Counters for one load."""

    sent: int = 0
    acknowledged: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list)

    def clear(self) -> None:
        self.sent = self.acknowledged = self.refused = 0
        self.latencies.clear()


class Loaded(Protocol):
    """A table that takes moves."""

    sockets: list[LoadSocket]

    @property
    def ready(self) -> bool: ...

    def move(self) -> None: ...


@dataclass(frozen=True)
class Phase:
    """A phase of load: moves per second, and for how many seconds."""

    name: str
    rate: float
    seconds: float


async def play(tables: Sequence[Loaded], phase: Phase, chance: random.Random) -> dict[str, float]:
    """Moves at tables chosen at random. A move is due whether or not the one before it has been answered.

    The sockets are looked at a thousand times a second, not whenever something arrives: to wake this process is work
    of the one who writes, and a server whose clients are elsewhere has not got it. Figures are worse by up to 1 ms.
    """
    start = time.perf_counter()
    due, missed = 0, 0
    while (now := time.perf_counter() - start) < phase.seconds:
        while due < now * phase.rate:
            due += 1
            for _ in range(20):
                table = chance.choice(tables)
                if table.ready:
                    table.move()
                    break
            else:
                missed += 1
        time.sleep(_STEP_S)  # noqa: ASYNC251  nothing is to be heard meanwhile
        await asyncio.sleep(0)
    return {"seconds": phase.seconds, "asked": due, "not_ready": missed}


async def settled(figures: Figures) -> None:
    """Wait until every socket has heard the last move, or until the timeout."""
    for _ in range(_SETTLE_STEPS):
        if min(len(figures.latencies), figures.acknowledged) + figures.refused >= figures.sent:
            return
        await asyncio.sleep(0.05)


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return a percentile in milliseconds; None without values."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2) if ordered else None


class Watched:
    """Processes of a server: their CPU time and memory."""

    def __init__(self, *processes: psutil.Process) -> None:
        self._processes = processes

    def cpu_s(self) -> float:
        return float(sum(times.user + times.system for times in (each.cpu_times() for each in self._processes)))

    def memory_mb(self) -> int:
        return int(sum(each.memory_info().rss for each in self._processes) / 1e6)


class Host:
    """The processor time that other guests of the same host take from this virtual machine (steal time)."""

    def __init__(self) -> None:
        self._begin = psutil.cpu_times()

    def took_percent(self) -> float:
        """Return the share since the start, in per cent.

        A server that needs nearly a whole processor suffers from it.
        """
        now = psutil.cpu_times()
        passed = sum(now[:8]) - sum(self._begin[:8])
        taken = getattr(now, "steal", 0.0) - getattr(self._begin, "steal", 0.0)
        return round(100 * float(taken / passed), 1)


async def measure(
    tables: Sequence[Loaded], figures: Figures, server: Watched, phase: Phase, chance: random.Random
) -> dict[str, object]:
    """Measure one phase."""
    figures.clear()
    # Keep the garbage collector of this process from looking like a slow server.
    gc.collect()
    gc.freeze()
    before, host = server.cpu_s(), Host()
    asked = await play(tables, phase, chance)
    await settled(figures)
    cpu = server.cpu_s() - before
    heard = figures.latencies
    return {
        "phase": phase.name,
        "tables": len(tables),
        "sockets": sum(len(table.sockets) for table in tables),
        "rate": phase.rate,
        "moves_per_s": round(figures.acknowledged / phase.seconds, 1),
        "sent": figures.sent,
        "acknowledged": figures.acknowledged,
        "heard_by_all": len(heard),
        "refused": figures.refused,
        "closed": sum(each.closed for table in tables for each in table.sockets),
        "p50_ms": percentile(heard, 0.5),
        "p99_ms": percentile(heard, 0.99),
        "max_ms": percentile(heard, 1),
        "mean_ms": round(statistics.fmean(heard) * 1000, 2) if heard else None,
        "server_cpu": round(cpu / phase.seconds, 2),
        "cpu_ms_per_move": round(cpu * 1000 / figures.acknowledged, 3) if figures.acknowledged else None,
        "server_mb": server.memory_mb(),
        "host_took_percent": host.took_percent(),
        **asked,
    }

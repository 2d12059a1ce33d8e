"""The search for one address's worst: mixes of bench/abuse_flood.py, tried for some minutes.

Server and attacker have a core each (where there are two); honest people share the attacker's, ahead of it. A mix is
judged by the p99 of honest moves against a quiet phase just before, and by the server's processor time. On a machine
that others use too, p99 is noise from elsewhere as well; the processor time is the server's alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import psutil

from bench.abuse_flood import KINDS
from bench.server_process import ROOT, ServerProcess

_MOST: Final = 390
"""Connections of one address, just below the limit."""
Figures = dict[str, Any]
Measure = Callable[[float], Awaitable[Figures]]


def pin(pid: int, core: int) -> bool:
    """Give a process a separate core; return False where there is only one."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return False
    os.sched_setaffinity(pid, {cores[core]})
    return True


def random_mix(chance: random.Random) -> dict[str, int]:
    """Return some kinds, with connections for each."""
    kinds = chance.sample(sorted(KINDS), chance.randint(1, 6))
    shares = [chance.random() for _ in kinds]
    most = chance.choice([10, 50, 150, _MOST])
    return {kind: max(1, int(most * share / sum(shares))) for kind, share in zip(kinds, shares, strict=True)}


def changed(mix: Mapping[str, int], chance: random.Random) -> dict[str, int]:
    """Return a mix near this one."""
    found = dict(mix)
    if len(found) > 1 and chance.random() < 0.4:
        del found[chance.choice(sorted(found))]
    kind = chance.choice(sorted(KINDS))
    found[kind] = max(1, int(found.get(kind, 10) * chance.choice([0.5, 2, 4])))
    total = sum(found.values())
    return {each: max(1, number * _MOST // total) if total > _MOST else number for each, number in found.items()}


@asynccontextmanager
async def flooding(server: ServerProcess, mix: Mapping[str, int], answers: Figures) -> AsyncIterator[None]:
    """Keep the attacker busy while this is open."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "bench/abuse_flood.py", server.host, json.dumps(mix)]
    flood = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert flood.stdin is not None
    assert flood.stdout is not None
    pin(flood.pid, 1)
    await flood.stdout.readline()
    try:
        yield
    finally:
        flood.stdin.close()
        answers.update(json.loads(await flood.stdout.read() or b"{}"))
        await flood.wait()


async def tried(server: ServerProcess, pid: int, mix: Mapping[str, int], measure: Measure, seconds: float) -> Figures:
    """Measure honest people and the server's cost under a mix."""
    answers: Figures = {}
    process = psutil.Process(pid)
    quiet = await measure(seconds / 3)
    before, began = process.cpu_times(), time.perf_counter()
    async with flooding(server, mix, answers):
        noisy = await measure(seconds)
    after, took = process.cpu_times(), time.perf_counter() - began
    spent = after.user + after.system - before.user - before.system
    received = max(1, answers.get("sent", 0))
    return {
        "mix": dict(mix),
        "quiet_p99_ms": quiet["move_p99_ms"],
        "noisy_p50_ms": noisy["move_p50_ms"],
        "noisy_p99_ms": noisy["move_p99_ms"],
        "moves": noisy["moves"],
        "server_cpu_share": round(spent / took, 3),
        "cpu_us_per_kilobyte_received": round(spent * 1e9 / received, 1),
        "bytes_sent_per_byte_received": round(answers.get("received", 0) / received, 2),
        "attacker": answers,
    }


def harm(figures: Mapping[str, Any]) -> float:
    """Return how bad a mix is: how much longer honest moves take, and how much of the server it uses."""
    quiet, noisy = figures["quiet_p99_ms"], figures["noisy_p99_ms"]
    slower = float(noisy) / max(float(quiet), 0.1) if quiet and noisy else 0.0
    return slower + float(figures["server_cpu_share"])


async def search(server: ServerProcess, pid: int, measure: Measure, minutes: float, seconds: float) -> Figures:
    """Try mixes: each kind alone first, then random ones and changes of the worst."""
    chance, until = random.Random(1), time.perf_counter() + minutes * 60
    pinned = pin(pid, 0)
    alone: Sequence[dict[str, int]] = [{kind: _MOST} for kind in KINDS]
    tries: list[Figures] = []
    while time.perf_counter() < until:
        number = len(tries)
        if number < len(alone):
            mix = alone[number]
        elif chance.random() < 0.5:
            mix = random_mix(chance)
        else:
            mix = changed(max(tries, key=harm)["mix"], chance)
        tries.append(await tried(server, pid, mix, measure, seconds))
        sys.stderr.write(f"{harm(tries[-1]):6.2f}  {tries[-1]['server_cpu_share']:.2f} of a core  {json.dumps(mix)}\n")
    worst = sorted(tries, key=harm, reverse=True)[:5]
    return {"minutes": minutes, "mixes": len(tries), "pinned": pinned, "worst": worst}

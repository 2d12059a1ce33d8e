"""Comparing programs on a busy machine: they take turns, CPU time counts, the median decides."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Final

from nokosu import kernel
from nokosu.arena.processes import cores
from nokosu.arena.provenance import commit

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs/benchmarks"


@dataclass(frozen=True)
class Contender:
    """A contender: does a piece of work and returns how much it did (decisions, steps, simulations)."""

    name: str
    work: Callable[[], float]


@dataclass(frozen=True)
class Rate:
    """Units of work in a second of CPU time: the median of all turns, and how far the turns lie apart."""

    median: float
    low: float
    high: float


def take_turns(contenders: Sequence[Contender], turns: int) -> dict[str, Rate]:
    """Return every contender once, then every contender again: whatever slows the machine down slows all of them."""
    for contender in contenders:
        contender.work()
    seen: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    for _ in range(turns):
        for contender in contenders:
            begin = process_time()
            done = contender.work()
            seen[contender.name].append(done / (process_time() - begin))
    return {name: _rate(rates) for name, rates in seen.items()}


def _rate(rates: Sequence[float]) -> Rate:
    quarters = statistics.quantiles(rates, n=4) if len(rates) > 1 else [rates[0]] * 3
    return Rate(statistics.median(rates), quarters[0], quarters[2])


def provenance() -> dict[str, object]:
    """Describe a measurement: the code, the machine and its load."""
    return {
        "commit": commit(),
        "python": platform.python_version(),
        "processor": _processor(),
        "cores": cores(),
        "kernel": kernel.describe(),
        "load": round(os.getloadavg()[0], 1),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def sentence(data: dict[str, object]) -> str:
    """Return the same for a page."""
    return (
        f"Commit {data['commit']}; {data['processor']}, {data['cores']} cores, Python {data['python']}, "
        f"{data['kernel']}; load of the machine at the end of the run {data['load']}."
    )

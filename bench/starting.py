"""How long it takes until the kernel answers: importing it in a new process, and building it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench.timing import ROOT

KERNEL_ALONE: Final = """
from nokosu.kernel import _kernel
_kernel.State.deal_fast(bytes.fromhex("{rules}"), 1, 0, 0).playout(1)
"""
WITH_CORE: Final = """
from nokosu import editions
from nokosu.kernel.state import State
State.from_seed(editions.ruleset("second", 4), bytes(32), 0, 0).playout(1)
"""
TIMED: Final = """
from time import process_time
begin = process_time()
{work}
print(process_time() - begin)
"""


@dataclass(frozen=True)
class Build:
    """`pip install .` without fetching anything: seconds on the wall, and of CPU time in all its processes."""

    wall_s: float
    cpu_s: float


def start_ms(work: str, times: int = 11) -> float:
    """Return the median CPU time of this work in new processes, in milliseconds, without Python's own start."""
    command = [sys.executable, "-c", TIMED.format(work=work)]
    done = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(times)]
    return round(median(float(process.stdout) * 1000 for process in done), 2)


def build_time() -> Build:
    """Builds a copy of what is committed, so that nothing built before helps."""
    git = shutil.which("git")
    if git is None:
        raise SystemExit("git is needed to copy the sources")
    with tempfile.TemporaryDirectory() as scratch:
        sources = Path(scratch) / "sources"
        subprocess.run([git, "clone", "-q", "--depth=1", ROOT.as_uri(), str(sources)], check=True)
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--no-build-isolation"]
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        environment = {name: value for name, value in os.environ.items() if name != "NOKOSU_NO_KERNEL"}
        subprocess.run([*pip, "--target", f"{scratch}/target", str(sources)], check=True, env=environment)
        wall, after = perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        if not list(Path(scratch, "target/nokosu/kernel").glob("_kernel*")):
            raise SystemExit("the package was built without its kernel")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Build(round(wall, 1), round(cpu, 1))

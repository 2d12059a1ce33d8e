"""`python -m tests.local.differential --matches N`: whole matches on a device and at the server, message by message.

Every edition and player count, N matches each, on all processors; the device without msgspec and the kernel, as in a
browser. `--planted` makes the device's bots late: then every match has to differ. `--write` notes what was seen in
docs/benchmarks/differential.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple
from unittest import mock

from nokosu import editions
from nokosu.arena.provenance import commit
from nokosu.bots import hints
from nokosu.bots.advice import Advice, advise_remote
from nokosu.core.view import View
from tests.local.on_the_server import played
from tests.local.script import Script, written
from tests.table.test_hosted import WITHOUT

BATCH: Final = 10
MEMORY: Final = Path("/dev/shm")  # noqa: S108  (a temporary folder is made in it)
"""Where files are in memory: a match waits for the disk hundreds of times, and nothing here depends on it."""
RESULT: Final = Path(__file__).parents[2] / "docs/benchmarks/differential.json"
BOTS: Final = ("club", "beginner", "otto", "lili")
LATE: Final = "from nokosu.table.pace import Slots; Slots.appears = lambda slots, *_: slots.length_ms + 1; "


class Batch(NamedTuple):
    """Some matches of one edition and player count."""

    edition: str
    players: int
    numbers: range
    planted: bool


class Compared(NamedTuple):
    """How many matches were the same, how many messages they had, and the first difference of each other one."""

    equal: int
    messages: int
    different: list[str]


def advice_without_kernel(seen: View) -> Advice:
    """Return the advice of a host that has no kernel."""
    thinking = advise_remote(seen, hints.ALWAYS_HERE)
    try:
        raise AssertionError(f"the club player asked for a kernel: {next(thinking).call}")
    except StopIteration as done:
        found: Advice = done.value
        return found


def without_compiled_packages(scripts: list[Script], first: str = "") -> list[list[str]]:
    """What a device says where msgspec and the kernel are missing, as in a browser; `first` is done before."""
    program = WITHOUT + first + "import runpy; runpy.run_module('tests.local.script', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps([written(script) for script in scripts]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    heard: list[list[str]] = json.loads(done.stdout)
    return heard


def compare(batch: Batch) -> Compared:
    """Play these matches at the server, repeat them on a device."""
    in_memory = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
    with in_memory as folder, mock.patch.object(hints, "advice", advice_without_kernel):
        scripts = [
            asyncio.run(
                played(Path(folder), batch.edition, batch.players, None, BOTS[number % len(BOTS)], number),
            )
            for number in batch.numbers
        ]
    heard = without_compiled_packages(scripts, LATE if batch.planted else "")
    different = []
    for number, script, there in zip(batch.numbers, scripts, heard, strict=True):
        pairs = zip_longest(script.heard, there, fillvalue="")
        first = next((f"{one}\n{other}" for one, other in pairs if one != other), None)
        if first is not None:
            different.append(f"{batch.edition}, {batch.players} players, match {number}:\n{first}")
    return Compared(len(scripts) - len(different), sum(len(each.heard) for each in scripts), different)


def batches(matches: int, start: int, *, planted: bool) -> Iterator[Batch]:
    """All pairs take turns, so that a run that is cut short has looked at each."""
    for first in range(start, start + matches, BATCH):
        for edition, players in editions.pairs():
            yield Batch(edition, players, range(first, min(first + BATCH, start + matches)), planted)


def _result(equal: Counter[tuple[str, int]], messages: int, different: int) -> dict[str, object]:
    return {
        "commit": commit(),
        "python": platform.python_version(),
        "matches": equal.total() + different,
        "messages": messages,
        "different": different,
        "rulesets": len(equal),
        "fewest_of_a_ruleset": min(equal.values()),
    }


def main() -> None:
    """Compare, and say how many were equal; exit with 1 unless all were, or with a planted fault unless none was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100, help="for every edition and player count (100)")
    parser.add_argument("--start", type=int, default=0, help="the first match's number (0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many at a time (all processors)")
    parser.add_argument("--planted", action="store_true", help="with a fault, which has to be found in all")
    parser.add_argument("--write", action="store_true", help="docs/benchmarks/differential.json")
    asked = parser.parse_args()
    if asked.matches < 1 or asked.processes < 1:
        parser.error("--matches and --processes must be at least 1")
    equal: Counter[tuple[str, int]] = Counter(dict.fromkeys(editions.pairs(), 0))
    messages, different = 0, list[str]()
    with ProcessPoolExecutor(asked.processes) as pool:
        all_of_them = list(batches(asked.matches, asked.start, planted=asked.planted))
        jobs = {pool.submit(compare, batch): batch for batch in all_of_them}
        for job in as_completed(jobs):
            if job.exception() is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            found, batch = job.result(), jobs[job]
            equal[batch.edition, batch.players] += found.equal
            messages += found.messages
            different += found.different
            said = f"{equal.total()} matches equal, {messages} messages, {len(different)} different"
            sys.stdout.write(f"{said}; at least {min(equal.values())} for each edition and player count\n")
            sys.stdout.flush()
            if asked.write:
                RESULT.write_text(json.dumps(_result(equal, messages, len(different)), indent=1) + "\n", "utf-8")
    for each in different[:3]:
        sys.stdout.write(f"{each[:2000]}\n")
    wrong = equal.total() if asked.planted else len(different)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""The figures of the ladder: who beats whom by how much, into docs/benchmarks/arena.md and arena.json.

    python bench/ladder.py                       play everything that is missing
    python bench/ladder.py --scale 0.1           a tenth of the rounds, for a trial
    python bench/ladder.py --only 'second, 4'    the comparisons whose names hold this text; the others stay as written

Finished units of work lie in build/ladder, so that an interrupted run goes on where it was. Every comparison carries
the commit and the machine that it was played on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from nokosu.arena.processes import cores, in_processes
from nokosu.arena.provenance import code_digest, commit
from nokosu.arena.report import to_json
from nokosu.arena.result import UnitResult
from nokosu.arena.run import Progress, run
from nokosu.arena.store import Results
from nokosu.arena.tables import margin_text
from nokosu.arena.unit import Plan, Unit

MEASURES: Final = (
    "src/nokosu/bots",
    "src/nokosu/kernel",
    "src/nokosu/arena",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

ROOT = Path(__file__).parent.parent
STORE = ROOT / "build/ladder"
DOCS = ROOT / "docs/benchmarks"
SEED = 2026
HEAD = """\
# Bots against bots

Written by `bench/ladder.py`; the numbers with all that belongs to them are in [arena.json](arena.json).
[arena.md](../arena.md) says how it is measured. Margin: points per round of the one over the mean of the field, with
the 95 % interval clustered by deal. The second line of each comparison is the reverse.

Seed {seed}. The load of the machine stands beside its name: a time limit means less where others compute.

{origins}

| | edition | players | one | field of | rounds | margin | 95 % | figure | made | ms a move (p95) |
|---|---|---|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Rung:
    """One comparison; `figure` is the margin that it has to reach, with its interval wholly above 0."""

    a: str
    b: str
    edition: str
    players: int
    rounds: int
    figure: float | None = None

    @property
    def name(self) -> str:
        return f"{self.edition}, {self.players} players: {self.a} against {self.b}"


WEIGHTED = ("search:500", "search:500,uniform")
EXACT = ("search:500,endgame=3", "search:500,endgame=0")
OTHERS = (("second", 3), ("second", 5), ("first", 4))
RUNGS = (
    Rung("club", "random", "second", 4, 2000, figure=12),
    Rung("club", "greedy", "second", 4, 2000, figure=6),
    Rung("search:50ms", "club", "second", 4, 600, figure=5),
    Rung(*WEIGHTED, "second", 4, 1000),
    Rung(*EXACT, "second", 4, 1000),
    *(
        Rung(one, other, edition, players, rounds)
        for one, other, rounds in (
            ("club", "random", 600),
            ("club", "greedy", 600),
            ("search:50ms", "club", 300),
            (*WEIGHTED, 600),
            (*EXACT, 600),
        )
        for edition, players in OTHERS
    ),
)


def play(rung: Rung, scale: float, jobs: int) -> dict[str, object]:
    """Return the results of one comparison, both ways round, as `nokosu arena --json` has them."""
    plan = Plan((rung.a, rung.b), rung.edition, rung.players, max(rung.players, round(rung.rounds * scale)), SEED)
    STORE.mkdir(parents=True, exist_ok=True)
    results = Results(STORE / "results.jsonl", code_digest(), plan.ruleset.digest)

    def runner(units: Iterable[Unit]) -> Iterator[UnitResult]:
        return in_processes(units, jobs, keep_records=False)

    def watch(seen: Progress) -> None:
        print(
            f"\r{seen.done}/{seen.total}  {rung.name}  {seen.pair.a}: {margin_text(seen.pair)}    ", end="", flush=True
        )

    found = to_json(plan, run(plan, runner, results=results, watch=watch))
    print()
    return found


def page(data: dict[str, Any]) -> str:
    """Return the page for people."""
    found: dict[str, dict[str, Any]] = data["comparisons"]
    origins = list(dict.fromkeys(_origin(kept) for kept in found.values()))
    named = "\n".join(f"- {chr(ord('a') + i)}: {origin}" for i, origin in enumerate(origins))
    lines = [HEAD.format(seed=SEED, origins=named)]
    for rung in RUNGS:
        if rung.name not in found:
            continue
        kept = found[rung.name]
        letter = chr(ord("a") + origins.index(_origin(kept)))
        for pair in kept["result"]["pairs"]:
            forward = pair["a"] == rung.a
            lines.append(
                f"| {letter} | {rung.edition} | {rung.players} | {pair['a']} | {pair['b']} | {pair['rounds']} "
                f"| {pair['margin']:+.1f} | {_interval(pair)} | {_figure(rung, pair) if forward else ''} "
                f"| {100 * pair['made_a']:.0f} % : {100 * pair['made_b']:.0f} % "
                f"| {pair['ms_a']:.2f} ({pair['ms_p95_a']:.2f}) |"
            )
    return "\n".join([*lines, "", _since(), ""])


def _since() -> str:
    """Return the results measured after the search changed, with the command to repeat them."""
    newer = json.loads((DOCS / "search-over-club.json").read_text("utf-8"))
    pair = newer["pairs"][0]
    return (
        f"The search has changed since. {pair['a']} over {pair['b']}, {newer['edition']}, {newer['players']} players, "
        f"{pair['rounds']} rounds:\n{pair['margin']:+.1f} ({_interval(pair)}), commit {newer['commit']}, "
        f"seed {newer['seeds']['seed']}; all of it in\n[search-over-club.json](search-over-club.json)."
    )


def _origin(kept: dict[str, Any]) -> str:
    return f"commit {kept['commit']}, {kept['machine']}, load {kept['load']}"


def _interval(pair: dict[str, Any]) -> str:
    return "–" if pair["low"] is None else f"{pair['low']:+.1f} to {pair['high']:+.1f}"


def _figure(rung: Rung, pair: dict[str, Any]) -> str:
    if rung.figure is None:
        return ""
    reached = pair["margin"] >= rung.figure and pair["low"] is not None and pair["low"] > 0
    return f"≥ {rung.figure:+.0f}: {'reached' if reached else 'not reached'}"


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="", help="part of a comparison's name")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--dry", action="store_true", help="print instead of writing the page")
    options = parser.parse_args()
    written: dict[str, dict[str, Any]] = json.loads((DOCS / "arena.json").read_text("utf-8"))["comparisons"]
    found = {
        rung.name: {
            "result": play(rung, options.scale, options.jobs),
            "commit": commit(),
            "machine": f"{platform.machine()}, {cores()} cores, Python {platform.python_version()}",
            "load": round(os.getloadavg()[2], 1),
        }
        for rung in RUNGS
        if options.only in rung.name
    }
    kept = {rung.name: written[rung.name] for rung in RUNGS if rung.name in written} | found
    text = page({"comparisons": kept})
    if options.dry:
        print(text)
        return
    (DOCS / "arena.json").write_text(json.dumps({"seed": SEED, "comparisons": kept}, indent=1) + "\n", "utf-8")
    (DOCS / "arena.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

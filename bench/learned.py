"""Learned baselines on the fixed benchmark: MaskablePPO of sb3-contrib and NFSP of OpenSpiel, five seeds each.

    python bench/learned.py ppo --minutes 8     learn with every seed; a minute is one of the processor's
    python bench/learned.py nfsp --minutes 8    several at a time with --jobs
    python bench/learned.py score               play the fixed benchmark with every network that was learnt
    python bench/learned.py write               docs/benchmarks/learned.json and learned.svg
    python bench/learned.py play FILE           answer the arena's questions on standard input

PPO learns against three `greedy` players, as examples/sb3_ppo.py does. NFSP learns from play with itself, one agent per
seat. Both see the amounts of an observation and have two hidden layers of 64; both take the action they rate highest
when they are measured. Runs are kept in build/learned, so that they can be interrupted between seeds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.learned_policy import Policy, measured, play
from bench.timing import DOCS, ROOT, provenance
from nokosu.arena.benchmark import DEALS

MEASURES: Final = ("src/nokosu/research", "src/nokosu/kernel", "src/nokosu/arena/benchmark.py")
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

KEPT: Final = ROOT / "build/learned"
POINTS: Final = 6
"""Points of a curve after the first."""

Learn = Callable[[int, Callable[[int, Callable[[], Policy]], bool]], None]
"""Learn with a seed; tell the rounds learnt from and the policy now and then, until that returns False."""


class Curve:
    """The margin at even steps of the processor's time; measuring does not count."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.points: list[dict[str, float]] = []
        self.policy: Policy
        self._begun, self._measuring = time.process_time(), 0.0

    def told(self, rounds: int, policy: Callable[[], Policy]) -> bool:
        """Measure if it is time to; return whether to learn on."""
        spent = time.process_time() - self._begun - self._measuring
        if spent >= len(self.points) * self.seconds / POINTS:
            start = time.process_time()
            self.policy = policy()
            margin, reach = measured(self.policy)
            point = {"seconds": round(spent, 1), "rounds": rounds, "margin": round(margin, 2), "reach": round(reach, 2)}
            self.points.append(point)
            print(*point.values(), sep="\t", flush=True)
            self._measuring += time.process_time() - start
        return len(self.points) <= POINTS


def learn(algorithm: str, seed: int, minutes: float) -> None:
    """Learn with one seed, and keep the network and its curve."""
    begin: Learn = import_module(f"bench.learned_{algorithm}").learn  # playing needs no PyTorch
    curve = Curve(60 * minutes)
    begin(seed, curve.told)
    KEPT.mkdir(parents=True, exist_ok=True)
    curve.policy.save(KEPT / f"{algorithm}-{seed}.npz")
    run = {"algorithm": algorithm, "seed": seed, "minutes": minutes, **provenance(), "points": curve.points}
    (KEPT / f"{algorithm}-{seed}.json").write_text(json.dumps(run, indent=1) + "\n", "utf-8")


def score(deals: int, jobs: int) -> None:
    """Play the fixed benchmark with every network, once."""
    package = KEPT / "package"
    about = package / "learned-0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "entry_points.txt").write_text("[nokosu.bots]\nlearned = bench.learned_policy:LearnedBot\n", "utf-8")
    paths = os.environ | {"PYTHONPATH": os.pathsep.join((str(package), str(ROOT)))}
    for file in sorted(KEPT.glob("*.npz")):
        run = json.loads(file.with_suffix(".json").read_text("utf-8"))
        if run.get("benchmark", {}).get("deals", 0) >= deals:
            continue
        command = ["benchmark", f"{file.stem}=learned:{file}", "--jobs", str(jobs), "--json"]
        command += [] if deals == DEALS else ["--trial", str(deals)]
        command = [sys.executable, "-m", "nokosu", *command]
        run["benchmark"] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, env=paths).stdout)
        file.with_suffix(".json").write_text(json.dumps(run, indent=1) + "\n", "utf-8")
        print(file.stem, run["benchmark"]["score"], flush=True)


def write() -> None:
    """Write what is kept to docs/benchmarks."""
    from tools.pages.baselines import curves  # noqa: PLC0415  (a tool of the checkout)

    runs = [json.loads(file.read_text("utf-8")) for file in sorted(KEPT.glob("*.json"))]
    data = {"commit": runs[0]["commit"], "runs": runs}
    (DOCS / "learned.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    (DOCS / "learned.svg").write_text(curves(data), "utf-8")


def main() -> None:
    """Learn, score, write or play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("ppo", "nfsp"):
        learning = commands.add_parser(name, help="learn with every seed")
        learning.add_argument("--seeds", type=int, default=5, help="how many seeds (default: 5)")
        learning.add_argument("--minutes", type=float, default=8, help="processor's time of each seed (default: 8)")
        learning.add_argument("--jobs", type=int, default=1, help="seeds at a time, each on its own core (default: 1)")
    scoring = commands.add_parser("score", help="play the fixed benchmark with every network")
    scoring.add_argument("--deals", type=int, default=DEALS, help=f"how many of its deals (default: all {DEALS})")
    scoring.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    commands.add_parser("write", help="write docs/benchmarks/learned.json and learned.svg")
    playing = commands.add_parser("play", help="answer the arena's questions on standard input")
    playing.add_argument("file", type=Path, help="the network to play with (.npz)")
    asked = parser.parse_args()
    if asked.command == "play":
        play(Policy.load(asked.file))
    elif asked.command == "score":
        score(asked.deals, asked.jobs)
    elif asked.command == "write":
        write()
    else:
        with ProcessPoolExecutor(asked.jobs) as pool:
            runs = [pool.submit(learn, asked.command, seed, asked.minutes) for seed in range(1, asked.seeds + 1)]
            for run in runs:
                run.result()


if __name__ == "__main__":
    main()

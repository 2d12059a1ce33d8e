"""Our own bots on the fixed benchmark: the table of docs/research.md.

    python bench/benchmark.py --trial 50             play the first 50 deals with every bot and write the table's data
    python bench/benchmark.py --trial 500 greedy     all deals with one bot; what was played before is not played again

Results are kept in build/benchmark, one file per bot, so that a run can be interrupted. A bot that has played more
deals keeps its row. `python -m tools.research_docs` renews the page.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import DOCS, ROOT
from nokosu.arena.benchmark import DEALS

BOTS: Final = ("random", "greedy", "beginner", "club", "neural", "search:200", "champion:8")
KEPT: Final = ROOT / "build/benchmark"
FILE: Final = DOCS / "benchmark.json"


def played(bot: str, deals: int, jobs: int) -> dict[str, Any]:
    """Run `nokosu benchmark` for a bot and return its JSON."""
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"{bot.replace(':', '-')}.jsonl"
    command = ["benchmark", bot, "--trial", str(deals), "--jobs", str(jobs), "--json", "--resume", str(kept)]
    done = subprocess.run([sys.executable, "-m", "nokosu", *command], stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Play, and write after every bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bots", nargs="*", default=BOTS, help=f"bots to play (default: {' '.join(BOTS)})")
    parser.add_argument("--trial", type=int, default=DEALS, metavar="N", help=f"the first N of the {DEALS} deals")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (default: 1)")
    asked = parser.parse_args()
    for bot in asked.bots:
        runs = {run["bot"]: run for run in json.loads(FILE.read_text("utf-8"))["runs"]}
        found = played(bot, asked.trial, asked.jobs)
        if bot not in runs or found["deals"] >= runs[bot]["deals"]:
            runs[bot] = found
        FILE.write_text(json.dumps({"runs": list(runs.values())}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

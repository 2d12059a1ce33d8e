"""Our own bots on the fixed benchmark: the table of docs/research.md.

    python bench/benchmark.py --trial 50             play the first 50 deals with every bot and write the table's data
    python bench/benchmark.py greedy                 all deals with one bot; what was played before is not played again
    python bench/benchmark.py --add one.json two.json   add results that `nokosu benchmark --json` printed elsewhere

Results are kept in build/benchmark, one file per bot, so that a run can be interrupted. A bot that has played more
deals keeps its row; a run in which a bot failed writes nothing. `python -m tools.pages research` renews the page.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, ROOT
from nokosu.arena.benchmark import DEALS
from nokosu.arena.provenance import commit

MEASURES: Final = (
    "src/nokosu/arena/benchmark.py",
    "src/nokosu/bots",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

BOTS: Final = ("random", "beginner", "greedy", "club", "search:200", "search:1000", "neural", "champion:32")
KEPT: Final = ROOT / "build/benchmark"
FILE: Final = DOCS / "benchmark.json"


def played(bot: str, deals: int, jobs: int) -> dict[str, Any]:
    """Run `nokosu benchmark` for a bot and return its JSON."""
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"{bot.replace(':', '-')}.jsonl"
    command = ["benchmark", bot, "--trial", str(deals), "--jobs", str(jobs), "--json", "--resume", str(kept)]
    done = subprocess.run([sys.executable, "-m", "nokosu", *command], stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise SystemExit(f"{bot}: nokosu benchmark ended with {done.returncode}; nothing was written")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def add(found: dict[str, Any]) -> None:
    """Write a result to the table's data, unless an earlier one of this bot has more deals."""
    failures = sum(other["failures"] for other in found["opponents"])
    if found["score"] is None or failures:
        raise SystemExit(f"{found['bot']}: {failures} failures; nothing was written")
    runs = {run["bot"]: run for run in json.loads(FILE.read_text("utf-8"))["runs"]}
    bot = found["bot"]
    if bot not in runs or found["deals"] >= runs[bot]["deals"]:
        runs[bot] = found
    FILE.write_text(json.dumps({"runs": list(runs.values())}, indent=1) + "\n", "utf-8")


def main() -> None:
    """Play, and write after every bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bots", nargs="*", default=BOTS, help=f"bots to play (default: {' '.join(BOTS)})")
    parser.add_argument("--trial", type=int, default=DEALS, metavar="N", help=f"the first N of the {DEALS} deals")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument(
        "--add", nargs="+", type=Path, metavar="FILE", help="add what `nokosu benchmark --json` printed"
    )
    parser.add_argument("--commit", default=commit(), help="commit of added results that name none (default: this one)")
    parser.add_argument("--dry", action="store_true", help="print the results instead of writing them")
    asked = parser.parse_args()
    if asked.add:
        for file in asked.add:
            found = json.loads(file.read_text("utf-8"))
            add({**found, "commit": found["commit"] or asked.commit})
    else:
        for bot in asked.bots:
            found = played(bot, asked.trial, asked.jobs)
            if asked.dry:
                print(json.dumps(found))
            else:
                add(found)


if __name__ == "__main__":
    main()

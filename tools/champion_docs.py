"""Write the table of training runs in docs/champion.md from its numbers: `python -m tools.champion_docs`."""

import json
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs/champion.md"
RUNS: Final = ROOT / "docs/benchmarks/training.json"
START: Final = "<!-- runs: written by tools/champion_docs.py -->\n"
END: Final = "<!-- end of runs -->\n"


def table(data: dict[str, Any]) -> str:
    """One row for every training run, with its last evaluation."""
    lines = [
        "| run | what was new | decisions | minutes | M/s | over `club` | over `search:1000` |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for run in data["runs"]:
        last = run["evaluations"][-1]
        lines.append(
            f"| {run['run']} | {run['what']} | {run['decisions'] / 1e9:.2f} billion | {run['seconds'] / 60:.1f} "
            f"| {run['million_per_second']} | {_margin(last.get('club'))} | {_margin(last.get('search:1000'))} |"
        )
    return "\n".join(lines) + "\n"


def _margin(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    return f"{found['margin']:+.1f} ± {found['half']:.1f} ({found['made']:.0%} made)".replace("-", "−")


def page(old: str) -> str:
    """The page with its table of runs renewed."""
    before, _, rest = old.partition(START)
    _, _, after = rest.partition(END)
    return before + START + table(json.loads(RUNS.read_text("utf-8"))) + END + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")

"""Write the tables of training runs and of matches in docs/champion.md: `python -m tools.champion_docs`."""

import json
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs/champion.md"
RUNS: Final = ROOT / "docs/benchmarks/training.json"
MATCHES: Final = ROOT / "docs/benchmarks/champion.json"
START: Final = "<!-- {}: written by tools/champion_docs.py -->\n"
END: Final = "<!-- end of {} -->\n"


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


def matches(data: dict[str, Any]) -> str:
    """One row for every match-up."""
    lines = ["| bot | over | margin | contracts made | ms a move | rounds |", "| --- | --- | --- | --- | --- | --- |"]
    for match in data["matches"]:
        low, mean, high = (f"{match['margin'][name]:+.1f}".replace("-", "−") for name in ("low", "mean", "high"))
        lines.append(
            f"| `{match['bot']}` | `{match['field']}` | {mean} ({low} to {high}) | {match['made']:.0%} "
            f"| {match['ms_per_move']:.0f} | {match['rounds']} |"
        )
    return "\n".join(lines) + "\n"


def _margin(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    return f"{found['margin']:+.1f} ± {found['half']:.1f} ({found['made']:.0%} made)".replace("-", "−")


def page(old: str) -> str:
    """The page with its tables renewed."""
    for name, written in (
        ("matches", matches(json.loads(MATCHES.read_text("utf-8")))),
        ("runs", table(json.loads(RUNS.read_text("utf-8")))),
    ):
        start, end = START.format(name), END.format(name)
        before, _, rest = old.partition(start)
        _, _, after = rest.partition(end)
        old = before + start + written + end + after
    return old


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")

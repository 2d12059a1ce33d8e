"""The figures of bench/calibration.py as tables and as a page."""

from __future__ import annotations

from typing import Any, Final

from bench.timing import sentence
from tools.pages import BENCHMARKS, numbers, table
from tools.pages import write as write_page

HEAD: Final = """\
# Do the advice's chances come true?

Written by `bench/calibration.py --page`, once for each source, on rounds that the curves were not fitted to; the
numbers with all that belongs to them are in [calibration.json](calibration.json). For each phase the chance of
keeping any contract, and of ending with each single number: what was said, what came, how many chances fell there. The
calibration error is the mean distance between the two columns, weighed by the third; the goal is 3 %. It cannot
be much smaller than chance makes it: where a table has a few hundred chances, several per cent are noise.
"""


def part(source: str, found: dict[str, Any]) -> str:
    """Return the table for one source: predictions beside outcomes."""
    return "\n".join(
        [f"## {source}\n", _rounds(source, found), sentence(found), *(_table(each) for each in found["tables"])]
    )


def _rounds(source: str, found: dict[str, Any]) -> str:
    last = found["first"] + found["rounds_each"] - 1
    played = f"{found['rounds']} rounds: numbers {found['first']} to {last} of {', '.join(found['editions'])}"
    unit = "worlds" if source == "champion" else "simulations"
    thought = f" {found['simulations']} {unit} per decision;" if found["simulations"] else ""
    return f"{played}, for every number of players;{thought} `{found['command']}`."


def _table(found: dict[str, Any]) -> str:
    error = f"calibration error {100 * found['error']:.1f} % (raw {100 * found['raw_error']:.1f} %)"
    chances = sum(each["chances"] for each in found["bins"])
    head = f"\n### {found['phase']}, {found['of']}\n\n{chances} chances, {error}\n\n"
    rows = ((f"{100 * b['said']:.0f} %", f"{100 * b['came']:.0f} %", b["chances"]) for b in found["bins"])
    return head + table(("said", "came", "chances"), rows).rstrip("\n")


def page(data: dict[str, Any]) -> str:
    """Return the page in docs: every source that was measured."""
    return "\n".join([HEAD, *(part(source, found) + "\n" for source, found in data.items())])


def write(source: str, found: dict[str, Any]) -> None:
    """Add this source to the page's data."""
    known = numbers("calibration") if (BENCHMARKS / "calibration.json").exists() else {}
    data = dict(sorted({**known, source: found}.items(), reverse=True))
    write_page("calibration", data, page(data))

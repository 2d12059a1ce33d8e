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
calibration error is the mean distance between the two columns, weighed by the third; the goal is 1.5 %. It cannot
be much smaller than chance makes it, even if every chance were right: where that is known, it is given too.

![What the champion said and what came, by phase](calibration.svg)

The thick line is all rounds, the thin ones are single editions and numbers of players, the dotted one would be perfect.
"""
DRAWN: Final = "champion"
"""The source whose curves are drawn: the one that is asked wherever the kernel is."""
LEAST: Final = 50
"""A point of a curve stands for at least so many chances."""
SIDE: Final = 220
"""Of a panel, in pixels."""


def part(source: str, found: dict[str, Any]) -> str:
    """Return the table for one source: predictions beside outcomes."""
    return "\n".join(
        [
            f"## {source}\n",
            _rounds(source, found),
            sentence(found),
            *(_table(each) for each in found["tables"]),
            *([_groups(found["groups"])] if "groups" in found else []),
        ]
    )


def _rounds(source: str, found: dict[str, Any]) -> str:
    last = found["first"] + found["rounds_each"] - 1
    played = f"{found['rounds']} rounds: numbers {found['first']} to {last} of {', '.join(found['editions'])}"
    unit = "worlds" if source == "champion" else "simulations"
    thought = f" {found['simulations']} {unit} per decision;" if found["simulations"] else ""
    return f"{played}, for every number of players;{thought} `{found['command']}`."


def _table(found: dict[str, Any]) -> str:
    error = f"calibration error {100 * found['error']:.1f} % (raw {100 * found['raw_error']:.1f} %)"
    if "by_chance" in found:
        error += f"; chance alone would make {100 * found['by_chance']:.1f} %"
    chances = sum(each["chances"] for each in found["bins"])
    head = f"\n### {found['phase']}, {found['of']}\n\n{chances} chances, {error}\n\n"
    rows = ((f"{100 * b['said']:.0f} %", f"{100 * b['came']:.0f} %", b["chances"]) for b in found["bins"])
    return head + table(("said", "came", "chances"), rows).rstrip("\n")


def _groups(found: list[dict[str, Any]]) -> str:
    rows = (
        (
            f"{each['edition']}, {each['players']} players",
            each["phase"],
            f"{100 * each['said']:.1f} %",
            f"{100 * each['came']:.1f} %",
            f"{100 * each['error']:.1f} %",
            f"{100 * each['by_chance']:.1f} %",
            each["chances"],
        )
        for each in found
    )
    head = ("rounds", "phase", "said", "came", "error", "by chance alone", "chances")
    return "\n### A contract, by edition and number of players\n\n" + table(head, rows).rstrip("\n")


def picture(data: dict[str, Any]) -> str:
    """Return the curves as an SVG: a panel for each phase, what was said to the right, what came upwards."""
    found = data[DRAWN]
    whole = [each for each in found["tables"] if each["of"] == "a contract"]
    panels = []
    for number, each in enumerate(whole):
        parts = [group["bins"] for group in found.get("groups", ()) if group["phase"] == each["phase"]]
        lines = [
            f'<path d="M0 0H{SIDE}V{SIDE}H0Z" fill="none" stroke="#ccc"/>',
            f'<path d="M0 {SIDE}L{SIDE} 0" stroke="#888" stroke-dasharray="2 4"/>',
            *(_curve(bins, "#8aa9c4", 1) for bins in parts),
            _curve(each["bins"], "#1f4f7a", 3),
            f'<text x="{SIDE / 2:g}" y="-8" text-anchor="middle">{each["phase"]}</text>',
        ]
        for tenth in (0, 5, 10):
            along = SIDE * tenth / 10
            lines.append(f'<text x="{along:g}" y="{SIDE + 16}" text-anchor="middle">{10 * tenth} %</text>')
            if not number:
                lines.append(f'<text x="-6" y="{SIDE - along + 4:g}" text-anchor="end">{10 * tenth} %</text>')
        panels.append(f'<g transform="translate({50 + number * (SIDE + 40)} 30)">\n' + "\n".join(lines) + "\n</g>")
    size = f'width="{50 + len(whole) * (SIDE + 40)}" height="{SIDE + 60}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(panels) + "\n</svg>\n"
    )


def _curve(bins: list[dict[str, float]], colour: str, width: int) -> str:
    points = " ".join(
        f"{SIDE * each['said']:.1f},{SIDE * (1 - each['came']):.1f}" for each in bins if each["chances"] >= LEAST
    )
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def page(data: dict[str, Any]) -> str:
    """Return the page in docs: every source that was measured."""
    return "\n".join([HEAD, *(part(source, found) + "\n" for source, found in data.items())])


def write(source: str, found: dict[str, Any]) -> None:
    """Add this source to the page's data."""
    known = numbers("calibration") if (BENCHMARKS / "calibration.json").exists() else {}
    data = dict(sorted({**known, source: found}.items(), reverse=True))
    write_page("calibration", data, page(data))
    (BENCHMARKS / "calibration.svg").write_text(picture(data), "utf-8")

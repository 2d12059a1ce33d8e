"""A run's curves as one SVG picture, drawn from metrics.csv and evaluations.jsonl."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 360
HEIGHT: Final = 150
POINTS: Final = 300
"""Points of a line at most; each is the mean of the updates that it covers."""
_COLOURS: Final = ("#1f5f99", "#b3541e", "#3c7a3c", "#7a3c7a")

Line = tuple[list[float], list[float]]


def draw(folder: Path) -> Path:
    """Write curves.svg into a run's folder: one panel per measurement, and one for the margins over opponents."""
    panels = {name: {name: line} for name, line in _metrics(folder / "metrics.csv").items()}
    margins = _margins(folder / "evaluations.jsonl")
    if margins:
        panels = {"margin over": margins} | panels
    rows = [_panel(title, lines, number * (HEIGHT + 30)) for number, (title, lines) in enumerate(panels.items())]
    size = f'width="{WIDTH + 80}" height="{len(rows) * (HEIGHT + 30) + 10}"'
    path = folder / "curves.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "".join(rows) + "</svg>\n",
        "utf-8",
    )
    return path


def _metrics(path: Path) -> dict[str, Line]:
    """Return each measurement by billions of decisions."""
    with path.open(newline="") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    if not rows:
        return {}
    step = -(-len(rows) // POINTS)
    pieces = [rows[at : at + step] for at in range(0, len(rows), step)]

    def mean(name: str) -> list[float]:
        return [sum(row[name] for row in piece) / len(piece) for piece in pieces]

    decisions = [value / 1e9 for value in mean("decisions")]
    return {name: (decisions, mean(name)) for name in rows[0] if name not in ("updates", "decisions", "seconds")}


def _margins(path: Path) -> dict[str, Line]:
    """Return the margin over each opponent by billions of decisions."""
    found: dict[str, Line] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        for opponent, result in row["over"].items():
            decisions, margins = found.setdefault(opponent, ([], []))
            decisions.append(row["decisions"] / 1e9)
            margins.append(result["margin"])
    return found


def _panel(title: str, lines: dict[str, Line], top: int) -> str:
    """Lines in a frame with the least and the greatest value of either axis."""
    across = [value for decisions, _ in lines.values() for value in decisions]
    up = [value for _, values in lines.values() for value in values]
    parts = [
        f'<g transform="translate(50 {top + 22})">',
        f'<rect width="{WIDTH}" height="{HEIGHT - 20}" fill="none" stroke="#ccc"/>',
        f'<text x="-4" y="8" text-anchor="end">{max(up):.3g}</text>',
        f'<text x="-4" y="{HEIGHT - 20}" text-anchor="end">{min(up):.3g}</text>',
        f'<text y="{HEIGHT - 6}">{min(across):.2f}</text>',
        f'<text x="{WIDTH}" y="{HEIGHT - 6}" text-anchor="end">{max(across):.2f} billion decisions</text>',
        f'<text y="-6" font-weight="bold">{escape(title)}</text>',
    ]
    for number, (name, (decisions, values)) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        if len(lines) > 1 or name != title:
            parts.append(f'<text x="{90 + 80 * number}" y="-6" fill="{colour}">{escape(name)}</text>')
        points = zip(_scaled(decisions, across, WIDTH), _scaled(values, up, HEIGHT - 20), strict=True)
        drawn = " ".join(f"{x:.1f},{HEIGHT - 20 - y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}"/>')
    return "\n".join(parts) + "\n</g>\n"


def _scaled(values: Sequence[float], among: Sequence[float], size: float) -> list[float]:
    least, span = min(among), max(among) - min(among)
    return [(value - least) / span * size if span else size / 2 for value in values]

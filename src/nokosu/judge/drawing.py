"""A review as a picture: where the points came from, and the curve over the match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final
from xml.sax.saxutils import escape

from nokosu.api.canvas import Canvas, Picture, words
from nokosu.judge.words import PARTS, VERDICTS, signed, sums_of
from nokosu.locale import plural, t
from nokosu.wire.review import NAMED, Review

_LEFT: Final = 24.0
_WIDTH: Final = 640.0
_BAR: Final = 22.0
_HIGH: Final = 180.0
_FILL: Final = {
    "average": "#7a6a58",
    "deal": "#2f6f8f",
    "hidden": "#4f94b5",
    "decisions": "#8a3b12",
    "others": "#5f7d3a",
}
_MARK: Final = {"inaccuracy": 4, "mistake": 6, "blunder": 8}
"""Radius of the dot at a decision."""


def drawn(review: Review, names: Sequence[str]) -> Picture:
    """Draw a review from its seat."""
    sheet = Canvas()
    title = plural("review.title", len(review.points), name=names[review.seat], points=sum(review.points))
    sheet.text(title, _LEFT, 40, size=20, bold=True)
    bottom = _bars(sheet, review, 64)
    _curve(sheet, review, bottom + 30)
    return sheet.picture(title)


def _bars(sheet: Canvas, review: Review, top: float) -> float:
    """Draw the parts one after the other, each beginning where the last one ended."""
    values = sums_of(review.rounds)
    ends = list(accumulate(values.values()))
    said = max(words(t(message), 15) for message in PARTS.values()) + 70
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 1.0)
    scale = (_WIDTH - said) / (high - low)
    zero = _LEFT + said - low * scale
    before = 0.0
    for name, end in zip(values, ends, strict=True):
        sheet.text(t(PARTS[name]), _LEFT, top + 16)
        sheet.text(signed(values[name]), _LEFT + said - 62, top + 16, bold=True)
        left, right = sorted((before, end))
        wide = max((right - left) * scale, 1.5)
        sheet.box(zero + left * scale, top, wide, _BAR - 4, f'fill="{_FILL[name]}"')
        before, top = end, top + _BAR
    sheet.parts.append(_line([(zero, top - _BAR * len(values)), (zero, top)], "#2b1b0f", 1))
    return top


def _curve(sheet: Canvas, review: Review, top: float) -> None:
    """Draw the chance to win from decision to decision; dots are what was called bad."""
    sheet.text(t("review.curve"), _LEFT, top)
    top += 14
    sheet.box(_LEFT, top, _WIDTH, _HIGH, 'fill="#fffaf0" fill-opacity=".6"')
    if not review.curve:
        return
    step = _WIDTH / max(1, len(review.curve) - 1)
    places = {
        (point.round, point.decision): (_LEFT + at * step, top + (1 - point.win) * _HIGH)
        for at, point in enumerate(review.curve)
    }
    for point in review.curve:
        if point.decision == 0:
            x, _ = places[point.round, 0]
            sheet.parts.append(_line([(x, top), (x, top + _HIGH)], "#9c6b3b", 1))
    sheet.parts.append(_line(list(places.values()), "#2f6f8f", 2.5))
    for each in review.decisions:
        if each.verdict in NAMED:
            x, y = places[each.round, each.decision]
            name = escape(f"{t(VERDICTS[each.verdict])}: {each.action}")
            dot = f'cx="{x:.1f}" cy="{y:.1f}" r="{_MARK[each.verdict]}" fill="#8a3b12"'
            sheet.parts.append(f"<circle {dot}><title>{name}</title></circle>")


def _line(points: Sequence[tuple[float, float]], colour: str, width: float) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'

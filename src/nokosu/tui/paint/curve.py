"""The judge's curve: the chance to win before every decision of a round, with the one that is shown marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.locale import t
from nokosu.tui.paint.canvas import Box, width
from nokosu.tui.paint.scene import Scene
from nokosu.tui.shown import Curve

HEIGHT: Final = 6
"""Rows of the chart in the rail: a title, and five for the curve."""
_WAVE: Final = " ▁▂▃▄▅▆▇█"
_ASCII_WAVE: Final = " _.-:=+*#"
_STEPS: Final = len(_WAVE) - 1


def curve_line(scene: Scene, box: Box, curve: Curve) -> None:
    """Draw the curve in one row, with the chance in figures after it."""
    figure = _figure(curve)
    _bars(scene, Box(box.x, box.y, box.width - width(figure) - 1, 1), curve)
    style = scene.palette.style(scene.palette.gold, scene.palette.felt, bold=True)
    scene.canvas.put(box.x + box.width - width(figure), box.y, figure, style)


def curve_chart(scene: Scene, box: Box, curve: Curve) -> None:
    """Draw the curve in several rows, with a title and the chance in figures above it."""
    palette, figure = scene.palette, _figure(curve)
    style = palette.style(palette.gold, palette.felt, bold=True)
    scene.canvas.put(box.x, box.y, t("review.curve"), style, box.width - width(figure) - 1)
    scene.canvas.put(box.x + box.width - width(figure), box.y, figure, style)
    _bars(scene, Box(box.x, box.y + 1, box.width, box.height - 1), curve)


def _figure(curve: Curve) -> str:
    return t("advise.percent", n=round(curve.values[curve.at] * 100))


def _bars(scene: Scene, box: Box, curve: Curve) -> None:
    """Draw one column per decision; where there are more decisions than columns, several share one."""
    palette, wave = scene.palette, _ASCII_WAVE if scene.signs.ascii else _WAVE
    plain, here = palette.style(palette.accent, palette.felt), palette.style(palette.text, palette.felt, bold=True)
    columns, at = _columns(curve.values, box.width), curve.at * min(box.width, len(curve.values)) // len(curve.values)
    for column, value in enumerate(columns):
        filled = round(value * box.height * _STEPS)
        for row in range(box.height):
            level = min(max(filled - (box.height - 1 - row) * _STEPS, 0), _STEPS)
            lowest = row == box.height - 1
            letter = wave[max(level, 1 if lowest else 0)]
            scene.canvas.put(box.x + column, box.y + row, letter, here if column == at else plain)


def _columns(values: Sequence[float], most: int) -> list[float]:
    """Return as many values as there is room for."""
    if len(values) <= most:
        return list(values)
    return [values[column * len(values) // most] for column in range(most)]

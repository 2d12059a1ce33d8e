"""The rail beside the table of a wide window: trump, standings, the tricks of the round, what happened, the curve."""

from __future__ import annotations

from typing import Final

from nokosu.locale import t
from nokosu.tui.paint.canvas import Box, cut, padded, width, wrapped
from nokosu.tui.paint.curve import HEIGHT, curve_chart
from nokosu.tui.paint.pieces import Look
from nokosu.tui.paint.scene import Scene

_LEAST: Final = 2
"""Rows below which a list is left out."""


def rail(scene: Scene, box: Box) -> None:
    """Draw what there is room for."""
    canvas, palette, shown = scene.canvas, scene.palette, scene.shown
    inner = Box(box.x + 2, box.y, box.width - 3, box.height)
    line = palette.style(palette.panel if palette.filled else palette.quiet, palette.felt, faint=not palette.filled)
    for row in range(box.height):
        canvas.put(box.x, box.y + row, "│" if not scene.signs.ascii else "|", line)
    y = box.y + 1
    trump = shown.view.trump
    if trump and trump[2] != "-":
        die = scene.artist.piece(canvas, inner.x, y, trump, Look(trump=True))
        text = Box(inner.x + die.width + 2, y, inner.width - die.width - 2, die.height)
        canvas.put(
            text.x,
            text.y,
            t("suit.trump").capitalize(),
            palette.style(palette.gold, palette.felt, bold=True),
            text.width,
        )
        for row, line_text in enumerate(wrapped(scene.rule(), text.width)[: max(die.height - 1, 1)]):
            canvas.put(text.x, text.y + 1 + row, line_text, palette.felt_text)
        y += die.height + 1
    y = _standings(scene, inner, y) + 1
    end = box.y + box.height
    if shown.curve:
        end -= HEIGHT + 2
        curve_chart(scene, Box(inner.x, end + 1, inner.width, HEIGHT), shown.curve)
    # What happened begins in a fixed row, so that a new trick moves nothing else.
    tricks = (end - y) * 3 // 5 if shown.log else end - y
    _lines(scene, inner, y, t("show.won"), shown.tricks, tricks)
    _lines(scene, inner, y + tricks + 1, "", shown.log, end - y - tricks - 1)


def _standings(scene: Scene, box: Box, y: int) -> int:
    canvas, palette, view = scene.canvas, scene.palette, scene.shown.view
    canvas.put(box.x, y, padded(t("web.scores"), box.width), palette.style(palette.gold, palette.felt, bold=True))
    best = max(view.totals, default=0)
    order = sorted(range(len(view.totals)), key=lambda seat: (-view.totals[seat], seat))
    names = min(max(width(who.name) for who in scene.shown.seats), box.width - 10)
    for row, seat in enumerate(order, 1):
        who, points = scene.shown.seats[seat], view.totals[seat]
        style = palette.style(palette.text, palette.felt, bold=seat == scene.shown.below)
        canvas.put(box.x, y + row, cut(who.name, names), style)
        room = box.width - names - 6
        length = round(room * points / best) if best > 0 else 0
        canvas.put(
            box.x + names + 1,
            y + row,
            scene.signs.bar * length if length else "",
            palette.style(palette.accent, palette.felt),
        )
        canvas.put(box.x + box.width - len(str(points)), y + row, str(points), style)
    return y + len(order) + 1


def _lines(scene: Scene, box: Box, y: int, title: str, lines: tuple[str, ...], room: int) -> None:
    canvas, palette = scene.canvas, scene.palette
    if title and lines and room > 1:
        canvas.put(box.x, y, title, palette.style(palette.gold, palette.felt, bold=True))
        y, room = y + 1, room - 1
    for row, line in enumerate(_newest(lines, box.width, room)):
        scene.coloured(box.x, y + row, line, box.width)


def _newest(lines: tuple[str, ...], columns: int, room: int) -> list[str]:
    """Return the rows to show. They scroll by half a page at a time: a new line then changes one row, not all."""
    if room < _LEAST:
        return []
    rows = [row for line in lines for row in wrapped(line, columns)]
    step = room // 2
    return rows[max(-(-(len(rows) - room) // step), 0) * step :]

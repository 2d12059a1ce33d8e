"""The whole table on one canvas, part after part."""

from __future__ import annotations

from nokosu.tui.paint.bars import bar, footer, words
from nokosu.tui.paint.canvas import Canvas
from nokosu.tui.paint.hand import hand
from nokosu.tui.paint.layout import layout
from nokosu.tui.paint.middle import answers, pool, trick
from nokosu.tui.paint.palette import Palette
from nokosu.tui.paint.pieces import Artist
from nokosu.tui.paint.rail import rail
from nokosu.tui.paint.scene import Drawn, Scene
from nokosu.tui.paint.seats import own_line, panel
from nokosu.tui.paint.signs import Signs
from nokosu.tui.shown import Shown


def draw(shown: Shown, columns: int, rows: int, palette: Palette, signs: Signs) -> Drawn:
    """Draw a table in a window of this size."""
    place = layout(columns, rows, len(shown.seats), open_hands=bool(shown.hands))
    drawn = Drawn(
        Canvas(columns, rows, palette.felt_text, ascii_only=signs.ascii), place, Artist(palette, signs, place.size)
    )
    scene = Scene(drawn, shown, palette, signs)
    bar(scene)
    for seat, who in enumerate(shown.seats):
        if scene.at[seat] != "bottom":
            panel(scene, place.panels[scene.at[seat]], seat, who)
    own_line(scene)
    if shown.pool:
        pool(scene)
    elif shown.answers:
        answers(scene)
    else:
        trick(scene)
    words(scene)
    hand(scene)
    if place.rail:
        rail(scene, place.rail)
    footer(scene)
    _origins(scene)
    return drawn


def _origins(scene: Scene) -> None:
    """Remember where each seat's pieces come from."""
    drawn, place = scene.drawn, scene.place
    for seat, spot in enumerate(scene.at):
        drawn.places[seat] = place.tricks[spot]
        if spot == "bottom":
            drawn.sources[seat] = (place.table.width // 2, place.hand.y)
        else:
            box = place.panels[spot]
            drawn.sources[seat] = (box.x + box.width // 2 - 2, box.y + 1)

"""The bar with the trump above the table, the words below the trick, the keys in the last row."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from nokosu.locale import t
from nokosu.tui.paint.canvas import Box, cut, width, wrapped
from nokosu.tui.paint.curve import curve_line
from nokosu.tui.paint.palette import MONO, Palette
from nokosu.tui.paint.pieces import Look
from nokosu.tui.paint.scene import Scene
from nokosu.tui.shown import Key

STANDING: Final = frozenset({"last", "tricks", "scores", "rules", "keys", "leave"})
"""What can be done in everyone's turn."""
ALWAYS: Final = frozenset({"keys", "leave"})
"""What is in sight however many other keys there are."""


def _styles(palette: Palette) -> tuple[Style, Style]:
    """Return how a bar is written: plainly, and what stands out."""
    reverse = palette.name == MONO
    return (
        palette.style(palette.bar_text, palette.bar, reverse=reverse),
        palette.style(palette.bar_gold, palette.bar, bold=True, reverse=reverse),
    )


def bar(scene: Scene) -> None:
    """Draw the title, where the match is, and the trump."""
    canvas = scene.canvas
    style, strong = _styles(scene.palette)
    canvas.fill(Box(0, 0, scene.place.columns, 1), style)
    x = canvas.put(1, 0, "Nokosu Dice", strong)
    end = scene.place.columns
    if scene.shown.view.trump:
        text, label = f" {scene.rule()} ", f"{t('suit.trump')} "
        end -= width(text) + 3 + width(label)
        after = scene.artist.token(
            canvas, canvas.put(end, 0, label, strong), 0, scene.shown.view.trump, Look(trump=True)
        )
        canvas.put(after, 0, text, style)
    if scene.shown.title:
        canvas.put(x + 2, 0, scene.shown.title, style, end - x - 3)


def words(scene: Scene) -> None:
    """Draw what is asked for, and a line about it: a reason, a hint, or the judge's curve where there is no rail."""
    canvas, palette, shown = scene.canvas, scene.palette, scene.shown
    box = Box(1, scene.place.note, scene.place.table.width - 2, 1)
    lines = _note_lines(scene, box.width)
    style = palette.style(palette.accent if shown.calls else palette.text, palette.felt, bold=shown.calls)
    canvas.centred(box._replace(y=scene.place.prompt - len(lines) + 1), 0, shown.prompt, style)
    if shown.curve and not scene.place.rail and not shown.note:
        curve_line(scene, box._replace(x=box.x + 1, width=box.width - 2), shown.curve)
        return
    for row, text in enumerate(lines, box.y - len(lines) + 1):
        if shown.warns:
            canvas.centred(box._replace(y=row), 0, text, palette.style(palette.bad, palette.felt))
        else:
            scene.coloured(box.x + (box.width - width(text)) // 2, row, text, box.width)


def _note_lines(scene: Scene, room: int) -> list[str]:
    """Return the note in one row; in two, where it is long and the row above the prompt is free."""
    note = scene.shown.note
    if width(note) <= room or scene.drawn.below >= scene.place.prompt:
        return [cut(note, room)]
    # Two rows of about the same length, where two are enough.
    even = next((cells for cells in range((width(note) + 1) // 2, room) if len(wrapped(note, cells)) == 2), room)
    first = wrapped(note, even)[0]
    return [first, cut(note.removeprefix(first).lstrip(), room)]


def footer(scene: Scene) -> None:
    """Draw the keys that do something now, as many as there is room for.

    Those that come and go with the turn are on the left. The others stay where they are, on the right: nothing has to
    be written again, and help and leaving are always in sight.
    """
    style, _ = _styles(scene.palette)
    scene.canvas.fill(Box(0, scene.place.footer, scene.place.columns, 1), style)
    standing = [key for key in scene.shown.keys if key.action in STANDING]
    room = scene.place.columns - 2
    always = _length([key for key in standing if key.action in ALWAYS])
    x = _keys(scene, 1, room - always - 2, [key for key in scene.shown.keys if key.action not in STANDING])
    while standing and _length(standing) > room - x:
        del standing[0]
    _keys(scene, 1 + room - _length(standing), room, standing)


def _length(keys: list[Key]) -> int:
    return sum(width(key.key) + width(key.text) + 1 for key in keys) + 2 * (len(keys) - 1)


def _keys(scene: Scene, x: int, room: int, keys: list[Key]) -> int:
    """Write keys from the left, as many as there is room for; return the column after them."""
    style, key_style = _styles(scene.palette)
    y = scene.place.footer
    for key in keys:
        length = _length([key])
        if x + length > room + 1:
            break
        scene.drawn.keys.append((Box(x, y, length, 1), key))
        x = scene.canvas.put(x, y, key.key, key_style)
        x = scene.canvas.put(x + 1, y, key.text, style) + 2
    return x

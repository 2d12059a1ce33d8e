"""The reader's hand: cards first, then dice; the chosen piece is raised."""

from __future__ import annotations

from nokosu.tui.paint.canvas import Box
from nokosu.tui.paint.layout import slots
from nokosu.tui.paint.pieces import extent, is_die
from nokosu.tui.paint.scene import Scene
from nokosu.tui.shown import Choice


def hand(scene: Scene) -> None:
    """Draw the pieces in their places; what was played leaves a gap."""
    shown, place = scene.shown, scene.place
    pieces = [choice.piece for choice in shown.hand]
    known = [piece or "R0" for piece in pieces]
    cards = sum(1 for choice in shown.hand if not is_die(choice.piece or choice.label))
    sizes = [extent(choice.label or known[index], place.size) for index, choice in enumerate(shown.hand)]
    boxes = slots(place.hand, sizes, cards)
    choosing = not shown.pool and not shown.answers
    for index, (choice, box) in enumerate(zip(shown.hand, boxes, strict=True)):
        if choice.piece is None:
            continue
        chosen = choosing and shown.cursor == index
        y = box.y - 1 if chosen else box.y
        faint = choosing and choice.piece in shown.dim
        edged = index > 0 and shown.hand[index - 1].piece is not None and _touches(boxes[index - 1], box)
        look = scene.look(choice.piece, faint=faint, edged=edged)
        spot = scene.artist.piece(scene.canvas, box.x, y, choice.piece, look)
        if shown.hinted == choice.piece and not chosen:
            scene.canvas.put(
                box.x + box.width // 2,
                spot.y - 1,
                scene.signs.made,
                scene.palette.style(scene.palette.good, scene.palette.felt, bold=True),
            )
        if choosing:
            scene.drawn.choices.append((Box(box.x, y, box.width, box.height + 1), index))
        _number(scene, choice, box, chosen=chosen)


def _number(scene: Scene, choice: Choice, box: Box, *, chosen: bool) -> None:
    palette = scene.palette
    if chosen:
        label, style = scene.signs.pointer, palette.style(palette.gold, palette.felt, bold=True)
    elif choice.number is not None and scene.shown.calls:
        label, style = str(choice.number), palette.felt_quiet
    else:
        return
    scene.canvas.put(box.x + min(1, box.width // 2), scene.place.numbers, label, style)


def _touches(before: Box, box: Box) -> bool:
    """Return whether a piece lies on the one before it, or beside it without a gap."""
    return before.x + before.width >= box.x

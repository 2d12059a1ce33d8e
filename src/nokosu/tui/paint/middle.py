"""The middle of the table: the dice of the draft, the answers to "zero or not", the trick."""

from __future__ import annotations

from nokosu.locale import t
from nokosu.tui.paint.canvas import Box, width
from nokosu.tui.paint.palette import MONO
from nokosu.tui.paint.pieces import extent
from nokosu.tui.paint.scene import Scene


def trick(scene: Scene) -> None:
    """Draw what lies there from every seat, the piece that wins with a frame."""
    shown, palette = scene.shown, scene.palette
    lying = dict(shown.trick)
    scene.drawn.below = max(y for _, y in scene.place.tricks.values()) + scene.place.size.card[1]
    for seat in range(len(shown.seats)):
        x, y = scene.place.tricks[scene.at[seat]]
        piece = lying.get(seat)
        if piece is None:
            _empty(scene, x, y, acts=shown.thinking == seat and shown.view.phase == "play")
            continue
        wins = shown.winner == seat
        x, y = _corner(scene, x, y, piece)
        box = scene.artist.piece(scene.canvas, x, y, piece, scene.look(piece))
        if wins:
            scene.framed(box)
    if shown.help.led and lying and not shown.calls and not shown.taken and scene.place.size.name != "small":
        text = t("web.trick.led", suit=t(f"suit.{shown.help.led}"))
        middle = scene.place.middle
        scene.canvas.put(middle.x + 1, middle.y + middle.height - 1, text, palette.felt_quiet, middle.width - 2)


def _corner(scene: Scene, x: int, y: int, piece: str) -> tuple[int, int]:
    """Return where a piece lies so that dice are in the middle of the place for a card."""
    columns, rows = extent(piece, scene.place.size)
    full = scene.place.size.card
    return x + (full[0] - columns) // 2, y + (full[1] - rows + 1) // 2


def _empty(scene: Scene, x: int, y: int, *, acts: bool) -> None:
    """Mark the place of a piece that has not been played."""
    columns, rows = scene.place.size.card
    style = scene.palette.style(
        scene.palette.accent if acts else scene.palette.quiet,
        scene.palette.felt,
        faint=not acts and not scene.palette.filled,
    )
    if not acts and scene.palette.filled:
        style = scene.palette.style(scene.palette.panel, scene.palette.felt)
    corners = scene.signs.corners
    # Corners alone, but where the reader has to act: an edge would be drawn and cleared away with every move.
    across = (corners[4] if acts and scene.shown.calls else " ") * (columns - 2)
    scene.canvas.put(x, y, corners[0] + across + corners[1], style)
    scene.canvas.put(x, y + rows - 1, corners[2] + across + corners[3], style)


def pool(scene: Scene) -> None:
    """Draw the dice of the middle as a grid."""
    place, shown = scene.place, scene.shown
    columns, rows = place.size.die
    box = place.middle
    count = len(shown.pool)
    across = max(1, min((box.width + 1) // (columns + 1), -(-count // 2) if count > 6 else count))
    lines = -(-count // across)
    while lines * (rows + 1) > box.height and (across + 1) * (columns + 1) <= box.width + 1:
        across += 1
        lines = -(-count // across)
    gap = 1 if lines * (rows + 1) <= box.height else 0
    top = box.y + max((box.height - lines * (rows + gap)) // 2, 0)
    for index, choice in enumerate(shown.pool):
        line, place_in_line = divmod(index, across)
        in_line = min(across, count - line * across)
        start = box.x + (box.width - in_line * (columns + 1) + 1) // 2
        x, y = start + place_in_line * (columns + 1), top + line * (rows + gap)
        if choice.piece is None:
            continue
        faint = choice.action is None and shown.calls
        spot = scene.artist.piece(scene.canvas, x, y, choice.piece, scene.look(choice.piece, faint=faint))
        if shown.cursor == index:
            scene.framed(spot)
        elif choice.number is not None and gap:
            label = str(choice.number)
            scene.canvas.put(x + (columns - len(label)) // 2, y + rows, label, scene.palette.felt_quiet)
        scene.drawn.choices.append((spot, index))
    scene.drawn.below = top + lines * (rows + gap)
    if shown.view.zero_dice_left and top > box.y:
        text = t("show.zero-dice", left=shown.view.zero_dice_left)
        scene.canvas.centred(Box(box.x, top - 1, box.width, 1), 0, text, scene.palette.felt_quiet)


def answers(scene: Scene) -> None:
    """Draw the answers to "zero or not": one without a die, and one for each die to give back."""
    box, shown = scene.place.middle, scene.shown
    columns, rows = scene.place.size.die
    y = box.y + max((box.height - rows - 4) // 2, 0)
    for index, choice in enumerate(shown.answers):
        chosen = shown.cursor == index
        if choice.piece is None:
            label = f" {choice.label} "
            style = scene.palette.style(
                scene.palette.text
                if not chosen
                else scene.palette.chip
                if scene.palette.filled
                else scene.palette.gold,
                scene.palette.panel
                if not chosen
                else scene.palette.gold
                if scene.palette.filled
                else scene.palette.felt,
                bold=True,
                reverse=chosen and scene.palette.name == MONO,
            )
            x = box.x + (box.width - width(label)) // 2
            scene.canvas.put(x, y, label, style)
            spot = Box(x, y, width(label), 1)
            if chosen:
                scene.framed(spot)
            scene.drawn.choices.append((spot, index))
    scene.drawn.below = y + 3 + rows
    dice = [(index, choice) for index, choice in enumerate(shown.answers) if choice.piece is not None]
    scene.canvas.centred(box, y + 2 - box.y, t("show.declare-zero"), scene.palette.felt_quiet)
    start = box.x + (box.width - len(dice) * (columns + 1) + 1) // 2
    for place, (index, choice) in enumerate(dice):
        assert choice.piece is not None
        spot = scene.artist.piece(
            scene.canvas, start + place * (columns + 1), y + 3, choice.piece, scene.look(choice.piece)
        )
        if shown.cursor == index:
            scene.framed(spot)
        scene.drawn.choices.append((spot, index))

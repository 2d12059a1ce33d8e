"""Players: the panels around the trick, and the reader's own line above the hand."""

from __future__ import annotations

from nokosu.locale import plural, t
from nokosu.tui.paint.canvas import Box, width
from nokosu.tui.paint.palette import MONO
from nokosu.tui.paint.pieces import ZERO
from nokosu.tui.paint.scene import Scene
from nokosu.tui.shown import SeatShown


def panel(scene: Scene, box: Box, seat: int, who: SeatShown) -> None:
    """Draw a player: the name and the marks, the targets, the dice, the cards."""
    canvas, palette = scene.canvas, scene.palette
    acts = scene.shown.thinking == seat
    canvas.fill(box, palette.style(palette.text, palette.panel))
    edge = palette.style(palette.accent if acts else palette.panel, palette.panel, bold=acts)
    if acts:
        for row in range(box.height):
            canvas.put(
                box.x, box.y + row, scene.signs.acts if row == 0 else "▎" if not scene.signs.ascii else "|", edge
            )
    inner = Box(box.x + 2, box.y, box.width - 3, box.height)
    _name_row(scene, inner, seat, who)
    _target_row(scene, inner, inner.y + 1, seat)
    _dice_row(scene, inner, inner.y + 2, seat)
    if box.height > 3:
        _cards_row(scene, inner, inner.y + 3, seat)
    if who.says:
        text = f"“{who.says}”" if not scene.signs.ascii else f'"{who.says}"'
        row = inner.y + (3 if box.height > 3 else 2)
        canvas.fill(Box(inner.x, row, inner.width, 1), palette.style(palette.text, palette.panel))
        canvas.put(inner.x, row, text, palette.style(palette.gold, palette.panel), inner.width)


def _name_row(scene: Scene, box: Box, seat: int, who: SeatShown) -> None:
    canvas, palette = scene.canvas, scene.palette
    acts = scene.shown.thinking == seat
    face = scene.signs.faces.get(who.face, scene.signs.faces["plain"])
    x = canvas.put(box.x, box.y, face, palette.style(palette.text, palette.panel)) + 1
    points = str(scene.shown.view.totals[seat])
    room = box.x + box.width - x - width(points) - 2
    marks = _marks(scene, seat, room)
    room -= width(marks)
    name = palette.style(palette.accent if acts else palette.text, palette.panel, bold=True)
    x = canvas.put(x, box.y, who.name, name, room)
    canvas.put(x + 1, box.y, marks, palette.style(palette.gold, palette.panel))
    canvas.put(box.x + box.width - width(points), box.y, points, palette.style(palette.text, palette.panel, bold=True))


def _marks(scene: Scene, seat: int, room: int = 0) -> str:
    """Return the marks of a seat: dealer, leader, next, away; in words where they leave room for the name."""
    view, size = scene.shown.view, scene.place.size.name
    trick = view.trick
    leads = trick.leader == seat if trick and view.phase == "play" else False
    follows = _follows(scene, seat)
    short = [
        t("web.seat.dealer-short") if view.dealer == seat else "",
        scene.signs.leads if leads else "",
        scene.signs.follows if follows else "",
        "zz" if scene.shown.seats[seat].away else "",
    ]
    signs = " ".join(mark for mark in short if mark)
    if size == "small" or seat == scene.shown.below:
        return signs
    words = [
        t("web.seat.dealer") if view.dealer == seat else "",
        t("web.seat.leads") if leads else "",
        t("web.seat.next") if follows else "",
        t("web.seat.away") if scene.shown.seats[seat].away else "",
    ]
    text = f" {scene.signs.dot} ".join(mark for mark in words if mark)
    return text if width(text) <= room - width(scene.shown.seats[seat].name) else signs


def _follows(scene: Scene, seat: int) -> bool:
    """Return whether this seat comes after the one that is waited for."""
    acting, players = scene.shown.thinking, len(scene.shown.seats)
    if acting is None or seat != (acting + 1) % players:
        return False
    trick = scene.shown.view.trick
    return scene.shown.view.phase != "play" or len(trick.plays if trick else ()) < players - 1


def _target_row(scene: Scene, box: Box, y: int, seat: int) -> None:
    """Draw the tricks won against the targets still open: chips that light up, or go out."""
    canvas, palette, view = scene.canvas, scene.palette, scene.shown.view
    on = palette.panel if scene.at[seat] != "bottom" else palette.felt
    x = box.x
    if view.phase != "draft":
        won = scene.shown.won[seat]
        label = plural("replay.tricks", won) if box.width > 30 else f"{won} /"
        x = canvas.put(x, y, label, palette.style(palette.text, on, bold=True)) + 1
    numbers = sorted({int(die[2]) for die in view.dice[seat]})
    if view.zero[seat]:
        numbers = [0]
    still = set(scene.shown.help.targets[seat])
    for number in numbers:
        alive = number in still
        met = alive and view.phase == "play" and number == scene.shown.won[seat]
        if x + 4 > box.x + box.width:
            break
        text = f"({number})" if palette.name in {"mono", "ansi"} or scene.signs.ascii else f" {number} "
        if met:
            style = palette.style(
                palette.chip if palette.filled else palette.good,
                palette.good if palette.filled else on,
                bold=True,
                reverse=palette.name == MONO,
            )
        elif alive:
            style = palette.style(
                palette.chip if palette.filled else palette.gold, palette.gold if palette.filled else on, bold=True
            )
        else:
            text = f" {number} "
            style = palette.style(palette.quiet, on, faint=not palette.filled)
        x = canvas.put(x, y, text, style) + 1
    if not numbers or (view.phase == "play" and not still):
        canvas.put(x, y, t("show.no-target") if numbers else "", palette.style(palette.bad, on), box.x + box.width - x)


def _dice_row(scene: Scene, box: Box, y: int, seat: int) -> None:
    canvas, x = scene.canvas, box.x
    dice = [*scene.shown.view.dice[seat], *([ZERO] if scene.shown.view.zero[seat] else [])]
    spread = 1 if 4 * len(dice) - 1 <= box.width else 0
    for die in sorted(dice):
        if x + 3 > box.x + box.width:
            canvas.put(box.x + box.width - 1, y, "…", scene.palette.felt_quiet)
            break
        x = scene.artist.token(canvas, x, y, die, scene.look(die)) + spread


def _cards_row(scene: Scene, box: Box, y: int, seat: int) -> None:
    canvas, palette = scene.canvas, scene.palette
    held = scene.shown.hands.get(seat)
    if held is not None:
        # Where there is no room for "R7 R5 B2", it is "R75 B2".
        short, x, before = 3 * len(held) - 1 > box.width, box.x, ""
        for piece in held:
            joins = short and piece[0] == before
            if before and not joins:
                x += 1
            colour = palette.style(palette.gold if piece in scene.trumps else palette.text, palette.panel)
            x = canvas.put(x, y, piece[1:] if joins else piece, colour, box.x + box.width - x)
            before = piece[0]
        return
    left = scene.shown.view.cards_left[seat]
    x = canvas.put(box.x, y, scene.signs.card * left, palette.style(palette.back, palette.panel)) + 1
    canvas.put(x, y, str(left), palette.style(palette.quiet, palette.panel))


def own_line(scene: Scene) -> None:
    """Draw the reader's own seat in one line above the hand."""
    seat, canvas, palette = scene.shown.below, scene.canvas, scene.palette
    who, y = scene.shown.seats[seat], scene.place.own
    acts = scene.shown.thinking == seat
    box = Box(scene.place.hand.x, y, scene.place.hand.width, 1)
    x = (
        canvas.put(
            box.x + 1, y, scene.signs.acts if acts else " ", palette.style(palette.accent, palette.felt, bold=True)
        )
        + 1
    )
    x = canvas.put(x, y, scene.signs.faces.get(who.face, scene.signs.faces["plain"]), palette.felt_text) + 1
    x = (
        canvas.put(x, y, who.name, palette.style(palette.accent if acts else palette.text, palette.felt, bold=True), 16)
        + 1
    )
    marks = _marks(scene, seat)
    x = canvas.put(x, y, marks, palette.style(palette.gold, palette.felt)) + (2 if marks else 1)
    points = plural("web.result.points", scene.shown.view.totals[seat])
    end = box.x + box.width - width(points) - 1
    canvas.put(end, y, points, palette.style(palette.text, palette.felt, bold=True))
    _target_row(scene, Box(x, y, end - x - 1, 1), y, seat)

"""Where everything is in a window: seats around the trick, the hand below, a rail where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from nokosu.tui.paint.canvas import Box
from nokosu.tui.paint.pieces import SIZES, Size, SizeName

Spot = Literal["bottom", "left", "top", "right", "top-left", "top-right"]
SPOTS: Final[dict[int, tuple[Spot, ...]]] = {
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}
"""Clockwise from the seat below, as in the browser."""

LEAST: Final = (80, 24)
"""The smallest window that the table fits into."""
_MEDIUM: Final = (112, 36)
_LARGE: Final = (176, 54)
_RAIL_FROM: Final = 104
_WITH_CARDS: Final = 4
"""Rows of a seat with its name, targets, dice and cards."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What differs between the three sizes: the widths of a seat and of the rail, the rows of a seat and of the bar."""

    panel: tuple[int, int]
    rail: int
    middle: int


_MEASURES: Final[dict[SizeName, Measures]] = {
    "small": Measures((25, 3), 28, 32),
    "medium": Measures((28, 4), 31, 60),
    "large": Measures((36, 5), 44, 88),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles and rows of one window."""

    size: Size
    columns: int
    rows: int
    table: Box
    rail: Box | None
    middle: Box
    panels: dict[Spot, Box]
    tricks: dict[Spot, tuple[int, int]]
    prompt: int
    note: int
    own: int
    hand: Box
    numbers: int
    footer: int


def size_for(columns: int, rows: int) -> Size:
    """Return the largest pieces that a window has room for."""
    if columns >= _LARGE[0] and rows >= _LARGE[1]:
        return SIZES["large"]
    if columns >= _MEDIUM[0] and rows >= _MEDIUM[1]:
        return SIZES["medium"]
    return SIZES["small"]


def spots(players: int, below: int) -> list[Spot]:
    """Return the spot of every seat."""
    around = SPOTS[players]
    return [around[(seat - below) % players] for seat in range(players)]


def layout(columns: int, rows: int, players: int, *, open_hands: bool = False) -> Layout:
    """Return where everything goes; where hands are open, every seat has a row for its cards."""
    size = size_for(columns, rows)
    measures = _MEASURES[size.name]
    wide = columns >= _RAIL_FROM
    table = Box(0, 1, columns - (measures.rail if wide else 0), rows - 2)
    rail = Box(table.width, 1, measures.rail, rows - 2) if wide else None
    footer, numbers = rows - 1, rows - 2
    hand = Box(1, numbers - size.card[1], columns - 2, size.card[1])
    # The chosen piece is raised by one row, so the row above the hand is its own.
    own = hand.y - 2
    note = own - 1
    prompt = note - 1
    if rail:
        rail = Box(rail.x, rail.y, rail.width, own - rail.y)
    panels = _panels(table, measures, prompt, players, open_hands=open_hands)
    tops = [box for spot, box in panels.items() if spot.startswith("top")]
    top = max((box.y + box.height for box in tops), default=table.y)
    side = panels["left"].x + panels["left"].width + 1
    middle = Box(side, top, table.width - 2 * side, prompt - top)
    return Layout(
        size=size,
        columns=columns,
        rows=rows,
        table=table,
        rail=rail,
        middle=middle,
        panels=panels,
        tricks=_tricks(middle, size, players),
        prompt=prompt,
        note=note,
        own=own,
        hand=hand,
        numbers=numbers,
        footer=footer,
    )


def _panels(table: Box, measures: Measures, low: int, players: int, *, open_hands: bool) -> dict[Spot, Box]:
    width, height = measures.panel
    if open_hands:
        height = max(height, _WITH_CARDS)
    gap = 1 if low > 16 else 0
    top = table.y + gap
    side = table.y + (low - table.y - height) // 2
    centre = (table.width - width) // 2
    # Seats are close to the trick, however wide the window is.
    edge = max(1, (table.width - measures.middle) // 2 - width)
    places: dict[Spot, tuple[int, int]] = {
        "left": (edge, side),
        "right": (table.width - width - edge, side),
        "top": (centre, top),
        "top-left": (table.width // 2 - width - 2, top),
        "top-right": (table.width // 2 + 2, top),
    }
    return {spot: Box(*places[spot], width, height) for spot in SPOTS[players] if spot in places}


def _tricks(middle: Box, size: Size, players: int) -> dict[Spot, tuple[int, int]]:
    """Return the upper left corner of each seat's piece, as if it were a card."""
    width, height = size.card
    centre = middle.x + (middle.width - width) // 2
    cross = min(middle.height, 3 * height + (2 if middle.height > 3 * height + 2 else 0))
    top = middle.y + max((middle.height - cross) // 2, 0)
    low = top + cross - height
    between = (top + low) // 2
    step = width + (2 if size.name == "small" else 3)
    places: dict[Spot, tuple[int, int]] = {
        "bottom": (centre, low),
        "top": (centre, top),
        "top-left": (centre - step // 2 - 1, top),
        "top-right": (centre + step // 2 + 1, top),
    }
    aside = step + step // 2 if players == 5 else step
    # Beside a piece there is room for its frame, before the seats begin.
    places["left"] = (max(centre - aside, middle.x + 1), between)
    places["right"] = (min(centre + aside, middle.x + middle.width - width - 1), between)
    return {spot: places[spot] for spot in SPOTS[players]}


def slots(hand: Box, pieces: list[tuple[int, int]], cards: int) -> list[Box]:
    """Return where the pieces of a hand lie; cards overlap where there is little room, dice never do.

    `pieces` are the widths and heights, the first `cards` of them cards.
    """
    if not pieces:
        return []
    gap = 3 if cards and cards < len(pieces) else 0
    widest = pieces[0][0] if cards else 0
    dice = [width for width, _ in pieces[cards:]]
    spread = 1 if (widest + 1) * cards + gap + sum(dice) + len(dice) <= hand.width else 0
    across = sum(dice) + spread * max(len(dice) - 1, 0)
    room = hand.width - gap - across
    step = min(widest + 1, (room - widest) // max(cards - 1, 1)) if cards else 0
    fan = widest + step * (cards - 1) if cards else 0
    x = hand.x + max((hand.width - fan - gap - across) // 2, 0)
    low = hand.y + hand.height
    found = []
    for index, (width, height) in enumerate(pieces):
        if index < cards:
            found.append(Box(x + index * step, low - height, width, height))
        else:
            start = found[-1].x + found[-1].width + spread if index > cards else x + fan + gap
            found.append(Box(start, low - height, width, height))
    return found

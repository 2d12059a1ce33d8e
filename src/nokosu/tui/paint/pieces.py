"""Cards and dice in three sizes. Cards are upright and of paper, dice are square and of one colour.

Colour, symbol and letter say the same: `R5` on a card, `dR5` on a die. A crown marks every trump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich.style import Style

from nokosu.tui.paint.canvas import Box, Canvas
from nokosu.tui.paint.palette import Palette
from nokosu.tui.paint.signs import Signs

SizeName = Literal["small", "medium", "large"]
ZERO: Final = "zero"
"""A zero die, which is black."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many cells cards and dice take."""

    name: SizeName
    card: tuple[int, int]
    die: tuple[int, int]


SIZES: Final[dict[SizeName, Size]] = {
    "small": Size("small", (4, 3), (4, 2)),
    "medium": Size("medium", (7, 5), (7, 3)),
    "large": Size("large", (11, 7), (11, 5)),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece is seen: as a trump, as one that would be one, as one that cannot be played, as the winning one."""

    trump: bool = False
    would_be: bool = False
    faint: bool = False
    edged: bool = False
    """Whether it lies on another piece, and needs an edge."""


PLAIN: Final = Look()

_DIGITS: Final = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
}
_LARGE: Final = {
    number: tuple(
        "".join("██" if letter in {"█", half} else "  " for letter in row) for row in rows for half in ("▀", "▄")
    )[:5]
    for number, rows in _DIGITS.items()
}
"""The same numbers twice as large: every half of a cell is two cells; the last half is empty."""
_PIPS: Final = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}


def is_die(piece: str) -> bool:
    """Return whether a piece in notation is a die."""
    return piece == ZERO or piece.startswith("d")


def extent(piece: str, size: Size) -> tuple[int, int]:
    """Return how many columns and rows a piece takes."""
    return size.die if is_die(piece) else size.card


@dataclass(frozen=True, slots=True)
class Artist:
    """Draws pieces with one palette, one set of signs and one size."""

    palette: Palette
    signs: Signs
    size: Size

    def piece(self, canvas: Canvas, x: int, y: int, piece: str, look: Look = PLAIN) -> Box:
        """Draw a card or a die; return where it lies."""
        columns, rows = extent(piece, self.size)
        box = Box(x, y, columns, rows)
        if is_die(piece):
            self._die(canvas, box, piece, look)
        else:
            self._card(canvas, box, piece, look)
        if look.edged and self.palette.filled:
            self._edge(canvas, box, piece, look)
        return box

    def _edge(self, canvas: Canvas, box: Box, piece: str, look: Look) -> None:
        """Draw the left edge of a piece that lies on another, between its letters."""
        palette, (colour, _) = self.palette, _parts(piece)
        on = palette.die[colour] if is_die(piece) else palette.paper
        style = palette.style(palette.felt, on, faint=look.faint)
        for row in range(box.height):
            if canvas.letters[box.y + row][box.x] == " ":
                canvas.put(box.x, box.y + row, self.signs.edge, style)

    def token(self, canvas: Canvas, x: int, y: int, piece: str, look: Look = PLAIN) -> int:
        """Draw a die in one row, as seats show theirs; return the column after it."""
        colour, number = _parts(piece)
        letter = "Z" if piece == ZERO else colour
        style = self._die_style(colour, look) if is_die(piece) else self._card_style(colour, look)
        return canvas.put(x, y, f"{letter}{number}{self._crown(look)}", style)

    def back(self, canvas: Canvas, x: int, y: int) -> Box:
        """Draw a card that lies face down."""
        box = Box(x, y, *self.size.card)
        self._outlined(canvas, box, self.palette.style(self.palette.quiet, self.palette.felt), self.signs.corners)
        inner = Box(x + 1, y + 1, box.width - 2, box.height - 2)
        canvas.fill(inner, self.palette.style(self.palette.back, self.palette.felt), ":" if self.signs.ascii else "▒")
        return box

    @property
    def _bare(self) -> bool:
        """Whether a die needs brackets to look like one."""
        return self.signs.ascii or self.palette.die["R"] is None

    def _crown(self, look: Look) -> str:
        return self.signs.crown if look.trump else self.signs.would_be if look.would_be else " "

    def _card_style(self, colour: str, look: Look, *, bold: bool = True) -> Style:
        palette = self.palette
        return palette.style(palette.ink[colour], palette.paper, bold=bold and not look.faint, faint=look.faint)

    def _die_style(self, colour: str, look: Look) -> Style:
        palette = self.palette
        mono = palette.die[colour] is None
        return palette.style(
            palette.pip[colour],
            palette.die[colour],
            bold=not look.faint,
            faint=look.faint,
            reverse=mono,
        )

    def _card(self, canvas: Canvas, box: Box, piece: str, look: Look) -> None:
        colour, number = _parts(piece)
        style = self._card_style(colour, look)
        crown_style = self._crown_style(style, look, self.palette.paper)
        symbol = self.signs.suits[colour]
        canvas.fill(box, style)
        right, low = box.x + box.width, box.y + box.height - 1
        if self.palette.filled and not self.signs.ascii:
            start = box.x + (1 if look.edged or self.size.name != "small" else 0)
            canvas.put(start, box.y, piece, style)
            canvas.put(right - 1, box.y, self._crown(look), crown_style)
            if self.size.name == "small":
                canvas.put(box.x + 1, box.y + 1, symbol, style)
                canvas.put(right - 1, low, symbol, style)
                return
            canvas.put(right - 1, low, symbol, style)
            canvas.put(box.x + 1, low, symbol if self.size.name == "large" else " ", style)
            self._digit(canvas, box, _LARGE[number] if self.size.name == "large" else _DIGITS[number], style)
            return
        edge = self.palette.style(self.palette.ink[colour], self.palette.felt, faint=look.faint)
        self._outlined(canvas, box, edge, self.signs.corners)
        if self.size.name == "small":
            canvas.put(box.x + 1, box.y + 1, piece, style)
            canvas.put(right - 2, low, symbol, edge)
            if look.trump or look.would_be:
                canvas.put(right - 2, box.y, self._crown(look), crown_style)
            return
        canvas.put(box.x + 1, box.y + 1, piece, style)
        canvas.put(right - 2, box.y + 1, self._crown(look), crown_style)
        if self.size.name == "large" and not self.signs.ascii:
            self._digit(canvas, box, _DIGITS[number], style)
        else:
            canvas.put(box.x + box.width // 2, box.y + box.height // 2, number, style)
        canvas.put(right - 2, low - 1, symbol, style)

    def _digit(self, canvas: Canvas, box: Box, rows: Sequence[str], style: Style) -> None:
        """Draw a number in the middle of a card."""
        x, y = box.x + (box.width - len(rows[0])) // 2, box.y + (box.height - len(rows) + 1) // 2
        for row, text in enumerate(rows):
            canvas.put(x, y + row, text, style)

    def _die(self, canvas: Canvas, box: Box, piece: str, look: Look) -> None:
        colour, number = _parts(piece)
        style = self._die_style(colour, look)
        crown_style = self._crown_style(style, look, self.palette.die[colour])
        canvas.fill(box, style)
        crown = self._crown(look)
        name = "Z0" if piece == ZERO else piece
        if self.size.name == "small":
            left, right = ("[", "]") if self._bare else (" ", " ")
            canvas.put(box.x, box.y, name, style)
            canvas.put(box.x + 3, box.y, crown, crown_style)
            canvas.put(box.x, box.y + 1, f"{left}{self.signs.suits[colour] * 2}{right}", style)
            return
        mark = self.signs.suits[colour] if not self.signs.ascii else "o"
        columns = (3, 4, 5) if self.size.name == "medium" else (3, box.width // 2, box.width - 4)
        top = box.y + (box.height - 3) // 2
        for row, pips in enumerate(_PIPS.get(int(number), _PIPS[1])):
            for column, pip in zip(columns, pips, strict=True):
                if pip == "o":
                    canvas.put(box.x + column, top + row, mark, style)
        low = box.y + box.height - 1
        canvas.put(box.x + box.width - 1, box.y, crown, crown_style)
        if self._bare:
            for row in range(box.height):
                canvas.put(box.x, box.y + row, "[", style)
                canvas.put(box.x + box.width - 1, box.y + row, "]" if row or crown == " " else crown, style)
        if self.size.name == "large":
            canvas.put(box.x + 1, low, name, style)
        else:
            canvas.put(box.x + 1, box.y, name[1] if piece != ZERO else "Z", style)
            canvas.put(box.x + 1, low, number, style)

    def _crown_style(self, style: Style, look: Look, on: str | None) -> Style:
        if look.faint or not self.palette.filled or not look.trump:
            return style
        gold = "#a86b00" if on == self.palette.paper else "#ffe08a" if on != "#e3ad1f" else "#5a3200"
        return self.palette.style(gold, on, bold=True)

    def _outlined(self, canvas: Canvas, box: Box, style: Style, corners: str) -> None:
        upper_left, upper_right, lower_left, lower_right, across, down = list(corners)
        inner = across * (box.width - 2)
        canvas.put(box.x, box.y, upper_left + inner + upper_right, style)
        for y in range(box.y + 1, box.y + box.height - 1):
            canvas.put(box.x, y, down, style)
            canvas.put(box.x + box.width - 1, y, down, style)
        canvas.put(box.x, box.y + box.height - 1, lower_left + inner + lower_right, style)


def _parts(piece: str) -> tuple[str, str]:
    """Return the colour's letter and the number; a zero die has the letter Z."""
    if piece == ZERO:
        return "Z", "0"
    bare = piece.removeprefix("d")
    return bare[0], bare[1]

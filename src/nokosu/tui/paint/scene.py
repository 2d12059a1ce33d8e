"""What every part of the table draws with: the picture, its layout, the look; and what several parts share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nokosu.api.colour import PIECE
from nokosu.api.lines import SUITS
from nokosu.core.trump import Suit
from nokosu.locale import t
from nokosu.locale.reasons import NUMBERS
from nokosu.tui.paint.canvas import Box, Canvas, cut
from nokosu.tui.paint.layout import Layout, spots
from nokosu.tui.paint.palette import Palette
from nokosu.tui.paint.pieces import ZERO, Artist, Look
from nokosu.tui.paint.signs import Signs
from nokosu.tui.shown import Key, Shown

_COLOURS: Final = {"R": Suit.RED, "B": Suit.BLUE, "G": Suit.GREEN, "Y": Suit.YELLOW, "P": Suit.PURPLE}


@dataclass(slots=True)
class Drawn:
    """A picture, and where its parts are: for the mouse, and for pieces that move."""

    canvas: Canvas
    layout: Layout
    artist: Artist
    choices: list[tuple[Box, int]] = field(default_factory=list)
    """Topmost last: where cards overlap, the later one is hit."""
    keys: list[tuple[Box, Key]] = field(default_factory=list)
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The corner of each seat's place in the trick."""
    sources: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Where a seat's pieces come from."""
    below: int = 0
    """The first row below what lies in the middle."""

    def choice_at(self, x: int, y: int) -> int | None:
        """Return the choice under a cell."""
        return next((index for box, index in reversed(self.choices) if box.holds(x, y)), None)

    def key_at(self, x: int, y: int) -> Key | None:
        """Return the key of the footer under a cell."""
        return next((key for box, key in self.keys if box.holds(x, y)), None)


class Scene:
    """One table that is being drawn."""

    def __init__(self, drawn: Drawn, shown: Shown, palette: Palette, signs: Signs) -> None:
        self.drawn, self.shown, self.palette, self.signs = drawn, shown, palette, signs
        self.canvas, self.place, self.artist = drawn.canvas, drawn.layout, drawn.artist
        self.trumps = shown.help.trumps
        self.at = spots(len(shown.seats), shown.below)

    def look(self, piece: str, *, faint: bool = False, edged: bool = False) -> Look:
        """Return how a piece looks here."""
        key = piece if piece != ZERO else ""
        return Look(trump=key in self.trumps, would_be=key in self.shown.would_be, faint=faint, edged=edged)

    def framed(self, box: Box) -> None:
        """Mark a piece, the winning or the chosen one, with brackets beside it."""
        style = self.palette.style(self.palette.gold, self.palette.felt, bold=True)
        left, right = ("▐", "▌") if not self.signs.ascii else ("{", "}")
        for row in range(box.height):
            self.canvas.put(box.x - 1, box.y + row, left, style)
            self.canvas.put(box.x + box.width, box.y + row, right, style)

    def rule(self) -> str:
        """Return what is trump: "all purple, every 5"."""
        trump = self.shown.view.trump
        if not trump:
            return ""
        suit = t(SUITS[_COLOURS[trump[1]]])
        if trump[2] == "-":
            return t("web.trump.rule-colour", colour=suit)
        return t("web.trump.rule", colour=suit, number=t(NUMBERS[int(trump[2])]))

    def coloured(self, x: int, y: int, text: str, most: int) -> None:
        """Write a line quietly; the pieces in it have their colours."""
        palette, end = self.palette, 0
        text = cut(text, most)
        for found in PIECE.finditer(text):
            x = self.canvas.put(x, y, text[end : found.start()], palette.felt_quiet)
            x = self.canvas.put(x, y, found[0], palette.style(palette.word[found["colour"]], palette.felt, bold=True))
            end = found.end()
        self.canvas.put(x, y, text[end:], palette.felt_quiet)

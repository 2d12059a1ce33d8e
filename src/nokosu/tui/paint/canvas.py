"""A grid of styled cells, drawn afresh for every change and compared with the one before.

Only cells that differ are sent to the terminal, so a move costs a few hundred bytes whatever the size of the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style

SPACE: Final = " "
_TAIL: Final = ""
"""The second cell of a wide letter."""
_JOIN: Final = 6
"""Changes with fewer cells between them are sent as one: moving the cursor costs as much."""


_LIKE: Final = {
    "<": "←‹«",
    ">": "→›»▶",
    "^": "↑▲",
    "v": "↓▼",
    "~": "…",
    "'": "’╰╯└┘┗┛",
    '"': "“”▀",
    ".": "╭╮┌┐┏┓",
    "-": "–−─━╸╺",
    "_": "▄▁▂▃",
    "=": "═▅▆▇",
    "|": "│┃║├┤▌▐▎▏▊▋▍▕",
    "x": "×✗",
    "+": "✓",
    "*": "·●♛♕",
    "!": "⚑",
    "#": "█□■",
    ":": "░▒",
    "o": "○◉",
    "/": "◢◣",
    " ": "▔\N{NO-BREAK SPACE}",
    "> ": "🔎",
}
_ASCII: Final = {ord(sign): like for like, signs in _LIKE.items() for sign in signs}
"""What texts and widgets have beside letters, for terminals with ASCII alone."""


def in_ascii(text: str) -> str:
    """Return a text with ASCII signs in place of others, each as wide as it was. Letters stay."""
    return text.translate(_ASCII)


_NEVER_FIRST: Final = "、。，．：；！？）」』】〕ーっッゃャゅュょョ…%"
"""What no line of Japanese begins with."""


class Span(NamedTuple):
    """Cells of a row, from `start` up to `end`."""

    row: int
    start: int
    end: int


class Box(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def overlaps(self, other: Box) -> bool:
        """Return whether two rectangles share a cell."""
        beside = self.x + self.width <= other.x or other.x + other.width <= self.x
        return not beside and self.y < other.y + other.height and other.y < self.y + self.height


@lru_cache(4096)
def width(text: str) -> int:
    """Return how many cells a text takes; letters of East Asia take two."""
    return sum(get_character_cell_size(letter) for letter in text)


def cut(text: str, most: int) -> str:
    """Return a text that fits, with an ellipsis where it was cut."""
    if width(text) <= most:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter) > most - 1:
            break
        kept += letter
    return kept + "…" if most > 0 else ""


def tail(text: str, most: int) -> str:
    """Return the end of a text, as much as fits."""
    while width(text) > most:
        text = text[1:]
    return text


def padded(text: str, cells: int) -> str:
    """Return a text of exactly this width."""
    shown = cut(text, cells)
    return shown + SPACE * (cells - width(shown))


@lru_cache(1024)
def wrapped(text: str, cells: int) -> tuple[str, ...]:
    """Return a text in lines of at most this width: words stay whole, and wide letters break as Japanese is written."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer) <= cells:
                line = longer
                continue
            if line and width(word) == len(word) <= cells:
                lines.append(line)
                line = word
                continue
            for letter in longer[len(line) :]:
                if width(line + letter) > cells:
                    kept = _broken(line, letter)
                    lines.append(line[:kept].rstrip())
                    line = (line[kept:] + letter).lstrip()
                else:
                    line += letter
        lines.append(line)
    return tuple(lines)


def _broken(line: str, following: str) -> int:
    """Return how much of a line stays before a break: neither a full stop nor half of a piece begins the next one."""
    for kept in range(len(line), 0, -1):
        first = (line[kept:] or following)[0]
        if first not in _NEVER_FIRST and not (first.isascii() and first.isalnum() and line[kept - 1].isascii()):
            return kept
    return len(line)


class Canvas:
    """Cells with letters and styles. Whatever is drawn outside is cut off."""

    def __init__(self, columns: int, rows: int, style: Style, *, ascii_only: bool = False) -> None:
        self._ascii_only = ascii_only
        self.columns, self.rows = columns, rows
        self.letters = [[SPACE] * columns for _ in range(rows)]
        self.styles = [[style] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: str, style: Style, most: int | None = None) -> int:
        """Write a text, cut to `most` cells; return the column after it."""
        if self._ascii_only:
            text = in_ascii(text)
        if most is not None:
            text = cut(text, max(most, 0))
        if not 0 <= y < self.rows:
            return x + width(text)
        letters, styles = self.letters[y], self.styles[y]
        for letter in text:
            cells = get_character_cell_size(letter)
            if cells == 0:
                continue
            if x >= 0 and x + cells <= self.columns:
                self._clear(y, x, cells)
                letters[x], styles[x] = letter, style
                if cells == 2:
                    letters[x + 1], styles[x + 1] = _TAIL, style
            x += cells
        return x

    def _clear(self, y: int, x: int, cells: int) -> None:
        """Leave no half of a wide letter behind."""
        letters = self.letters[y]
        if letters[x] == _TAIL and x > 0:
            letters[x - 1] = SPACE
        after = x + cells
        if after < self.columns and letters[after] == _TAIL:
            letters[after] = SPACE

    def fill(self, box: Box, style: Style, letter: str = SPACE) -> None:
        """Fill a rectangle."""
        for y in range(box.y, box.y + box.height):
            self.put(box.x, y, letter * box.width, style)

    def centred(self, box: Box, row: int, text: str, style: Style) -> None:
        """Write a text in the middle of a row of a rectangle."""
        shown = cut(text, box.width)
        self.put(box.x + (box.width - width(shown)) // 2, box.y + row, shown, style)

    def row(self, y: int) -> list[Segment]:
        """Return a row as segments of one style each."""
        cells = zip(self.styles[y], self.letters[y], strict=True)
        return [
            Segment("".join(letter for _, letter in run), style)
            for style, run in groupby(cells, key=lambda cell: cell[0])
        ]

    def text(self) -> str:
        """Return the letters alone, as a reader sees them."""
        return "\n".join("".join(row).rstrip() for row in self.letters)

    def changes(self, before: Canvas) -> Iterator[Span]:
        """Yield the cells that differ from another canvas of the same size."""
        for y in range(self.rows):
            if self.letters[y] == before.letters[y] and self.styles[y] == before.styles[y]:
                continue
            differing = [
                x
                for x in range(self.columns)
                if self.letters[y][x] != before.letters[y][x] or self.styles[y][x] != before.styles[y][x]
            ]
            start = end = differing[0]
            for x in differing[1:]:
                if x - end > _JOIN:
                    yield Span(y, start, end + 1)
                    start = x
                end = x
            yield Span(y, start, end + 1)

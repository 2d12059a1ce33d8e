"""A sheet of SVG to put pieces and words on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from nokosu.api.text import columns_of
from nokosu.core.errors import NokosuError
from nokosu.core.quoting import quoted
from nokosu.pictures import PALETTES, document, height, placed

WOOD: Final = 'fill="#d2ab77" stroke="#9c6b3b"'
TRAY: Final = 'fill="#fffaf0" fill-opacity=".45"'
RING: Final = 'fill="none" stroke="#8a3b12" stroke-width="3"'
INK: Final = "#2b1b0f"
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK JP',sans-serif"


class Picture(str):
    """An SVG file as text. Notebooks show it; `save` writes it.

    >>> import nokosu
    >>> picture = nokosu.Hand("R5 dB3").svg()
    >>> picture.startswith("<svg")
    True
    """

    __slots__ = ()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file."""
        Path(path).write_text(self, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(slots=True)
class Canvas:
    """What has been drawn, and how far it reaches."""

    palette: str = "standard"
    parts: list[str] = field(default_factory=list)
    right: float = 0
    bottom: float = 0

    def __post_init__(self) -> None:
        if self.palette not in tuple(PALETTES):
            raise NokosuError(f"expected one of the palettes {', '.join(PALETTES)}, got {quoted(self.palette)}")

    def text(self, said: str, x: float, y: float, *, size: int = 15, bold: bool = False, middle: bool = False) -> None:
        """Words with their baseline at y; `middle` centres them on x."""
        look = (' font-weight="700"' if bold else "") + (' text-anchor="middle"' if middle else "")
        font = f'font-family="{_FONT}" font-size="{size}" fill="{INK}"{look}'
        self.parts.append(f'<text x="{x:g}" y="{y:g}" {font}>{escape(said)}</text>')
        self._reach(x if middle else x + words(said, size), y + size * 0.4)

    def piece(self, name: str, x: float, y: float, width: float, *, trump: bool = False, dim: bool = False) -> None:
        """Draw a piece with its upper left corner at (x, y)."""
        drawn = placed(name, x, y, width, palette=self.palette, trump=trump)
        self.parts.append(f'<g opacity=".45">{drawn}</g>' if dim else drawn)
        self._reach(x + width, y + width * height(name) / 100)

    def box(self, x: float, y: float, width: float, high: float, look: str, *, under: int | None = None) -> None:
        """Draw a frame or a tray with round corners, over everything or `under` what was drawn from that part on."""
        drawn = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{high:g}" rx="8" {look}/>'
        self.parts.insert(len(self.parts) if under is None else under, drawn)
        self._reach(x + width, y + high)

    def picture(self, title: str, margin: float = 16) -> Picture:
        """Return everything on a wooden table."""
        width, high = round(self.right + margin), round(self.bottom + margin)
        table = f'<rect x=".5" y=".5" width="{width - 1}" height="{high - 1}" rx="12" {WOOD}/>'
        return Picture(document(width, high, table, *self.parts, title=escape(title)))

    def _reach(self, x: float, y: float) -> None:
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)


def words(said: str, size: int) -> float:
    """About how wide a text is."""
    return columns_of(said) * size * 0.53


def drop(names: Sequence[str], width: float) -> list[float]:
    """Return how far below the tallest piece of a row each begins, so that all share a baseline."""
    tallest = max(map(height, names), default=0)
    return [(tallest - height(name)) * width / 100 for name in names]

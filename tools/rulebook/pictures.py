"""The rule book's pieces as small SVG files."""

from __future__ import annotations

from typing import Final

from nokosu.pictures import picture

WIDTH: Final = 40


def drawn(piece: str) -> str:
    """Return one piece as an SVG file."""
    return picture(piece, WIDTH)

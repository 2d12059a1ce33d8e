"""Pieces as SVG: one source of drawing for the web client, the rule book and Python."""

from nokosu.pictures.palettes import PALETTES
from nokosu.pictures.pieces import TRUMP_MARK, document, height, picture, placed

__all__ = ["PALETTES", "TRUMP_MARK", "document", "height", "picture", "placed"]

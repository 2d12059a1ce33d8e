"""Pieces in colour, for terminals."""

from __future__ import annotations

import re
from typing import Final

SYMBOLS: Final = {"R": "♦", "B": "●", "G": "▲", "Y": "★", "P": "☾"}
"""The shapes of the browser client."""
_CARDS: Final = {"R": "1;31", "B": "1;94", "G": "1;32", "Y": "1;33", "P": "1;35"}
_DICE: Final = {"R": "1;37;41", "B": "1;37;44", "G": "1;30;42", "Y": "1;30;43", "P": "1;37;45"}
PIECE: Final = re.compile(r"(?<![A-Za-z0-9])(?P<kind>d?)(?P<colour>[RBGYP])[0-7-](?![A-Za-z0-9])")
"""A piece in notation; Japanese writes the next word right after it."""


def coloured(thing: object, *, symbols: bool = False, filled: bool = True) -> str:
    r"""Return a text, or the text of anything, with its pieces in colour for a terminal.

    A die is a filled block, a card is not. `symbols` adds a shape to each piece, which widens it by one column.

    >>> import nokosu
    >>> print(ascii(nokosu.coloured(nokosu.Hand("R5"))))
    '\x1b[1;31mR5\x1b[0m'
    """

    def painted(found: re.Match[str]) -> str:
        colour = found["colour"]
        look = (_DICE if found["kind"] and filled else _CARDS)[colour]
        return f"\x1b[{look}m{SYMBOLS[colour] if symbols else ''}{found[0]}\x1b[0m"

    return PIECE.sub(painted, str(thing))

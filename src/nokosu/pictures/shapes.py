"""What pieces are drawn with: suit symbols, pips, crown, light. Symbols lie around (0, 0), about 15 units high."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SYMBOLS: Final = {
    "R": "m0-7.5 6 7.5-6 7.5-6-7.5z",
    "B": "m0-6.2a6.2 6.2 0 1 1 0 12.4 6.2 6.2 0 1 1 0-12.4z",
    "G": "m0-7 7.2 12.6h-14.4z",
    "Y": "m0-7.5 2 4.9 5.2.3-4 3.3 1.3 5.1-4.5-2.8-4.5 2.8 1.3-5.1-4-3.3 5.2-.3z",
    "P": "m5-6.4a7 7 0 1 0 0 12.8 6.6 6.6 0 0 1 0-12.8z",
}
"""The symbol of each suit, so that colour is never the only cue. Relative, so that one path can hold several."""

PIPS: Final = {
    1: ((50, 49),),
    2: ((29, 28), (71, 70)),
    3: ((25, 24), (50, 49), (75, 74)),
    4: ((29, 28), (71, 28), (29, 70), (71, 70)),
    5: ((26, 25), (74, 25), (50, 49), (26, 73), (74, 73)),
    6: ((29, 22), (71, 22), (29, 49), (71, 49), (29, 76), (71, 76)),
}
"""Where the pips of each number lie on a die of 100 units."""

CROWN: Final = "M-11 8V-5L-5 1 0-9 5 1 11-5V8z"

DEFS: Final = (
    '<linearGradient id="nk-light" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>'
    '<stop offset=".45" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset="1" stop-opacity=".3"/></linearGradient>'
    '<clipPath id="nk-frame"><rect x="8" y="8" width="84" height="123" rx="6"/></clipPath>'
)
"""The lamp above the table and the frame of a card's back. Whatever holds pieces holds these once."""

LATTICE: Final = "".join(f"M{x} 0 {x + 140} 140M{x + 140} 0 {x} 140" for x in range(-126, 100, 18))
"""The back of a card, before it is cut to its frame."""


def symbols(letter: str, places: Iterable[tuple[float, float]], scale: float) -> str:
    """Return a suit's symbol at several places, as one path: a browser styles and paints each element by itself."""
    shape = "".join(f"M{x / scale:.4g} {y / scale:.4g}{SYMBOLS[letter]}" for x, y in places)
    return f'<path transform="scale({scale:g})" d="{shape}"/>'


def tile(letter: str) -> str:
    """Return the quiet pattern of a card: its symbol in rows."""
    rows = (
        (x + (10 if row % 2 else 0), 18 + 15 * row) for row in range(8) for x in range(15, 76 if row % 2 else 96, 20)
    )
    return symbols(letter, rows, 0.55)

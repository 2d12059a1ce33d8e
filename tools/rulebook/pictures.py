"""The rule book's pieces as small SVG files, with the symbols and colours of the web client."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from nokosu.core.notation import parse_piece

WEB: Final = Path(__file__).parents[2] / "web/src"
SYMBOL = re.compile(r'letter === "([A-Z])"}\s*(<(?:path|circle)[^>]*/>)')
COLOUR = re.compile(r"--([a-z])-(fill|ink|on): (#[0-9a-f]{3,6});")
FONT: Final = "font-family:Georgia,serif;font-weight:700;text-anchor:middle"


@cache
def symbols() -> dict[str, str]:
    """The symbol of each colour, as web/src/ui/Piece.svelte draws it around its middle."""
    found = dict(SYMBOL.findall((WEB / "ui/Piece.svelte").read_text("utf-8")))
    if set(found) != set("RBGYP"):
        raise LookupError("web/src/ui/Piece.svelte does not draw the symbols where they are looked for")
    return found


@cache
def colours() -> dict[tuple[str, str], str]:
    """The usual colours of web/src/style/tokens.css, those that come first: ("r", "fill")."""
    found = COLOUR.findall((WEB / "style/tokens.css").read_text("utf-8"))
    return {(letter, part): value for letter, part, value in reversed(found)}


def drawn(piece: str) -> str:
    """One piece as an SVG file."""
    if piece == "zero":
        return _svg(34, 60, _die("z", "0", '<path d="M-5-5 5 5M5-5-5 5" stroke-width="3" stroke="#fff"/>'))
    parsed = parse_piece(piece)
    letter, symbol = parsed.colour.letter.lower(), symbols()[parsed.colour.letter]
    if parsed.is_die:
        return _svg(34, 60, _die(letter, str(parsed.number), symbol))
    fill, ink = colours()[letter, "fill"], colours()[letter, "ink"]
    return _svg(
        34,
        84,
        '<rect x="1" y="1" width="58" height="82" rx="7" fill="#fffdf7" stroke="#b9a88f" stroke-width="1.5"/>'
        f'<g fill="{fill}" transform="translate(14 14) scale(1.15)">{symbol}</g>'
        f'<text x="30" y="62" fill="{ink}" style="{FONT};font-size:46px">{parsed.number}</text>'
        f'<g fill="{fill}" transform="translate(30 74) scale(.75)">{symbol}</g>',
    )


def _die(letter: str, number: str, symbol: str) -> str:
    fill, on = colours()[letter, "fill"], colours()[letter, "on"]
    return (
        f'<rect x="1.5" y="1.5" width="57" height="57" rx="13" fill="{fill}" stroke="#0005" stroke-width="1.5"/>'
        '<rect x="5" y="5" width="50" height="50" rx="11" fill="none" stroke="#fff4" stroke-width="2"/>'
        f'<g fill="{on}" transform="translate(13.5 14) scale(.85)">{symbol}</g>'
        f'<text x="32" y="50" fill="{on}" style="{FONT};font-size:42px">{number}</text>'
    )


def _svg(width: int, units: int, inside: str) -> str:
    height = round(width * units / 60)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 60 {units}">'
    return f"{head}{inside}</svg>\n"

"""Cards and dice as SVG text, from the standard library alone.

A piece is named in notation: "R5" a card, "dR5" a die, "dR-" a die with a blank face; "zero" is the black zero die,
"declared" the face-down card of a declared zero and "back" the back of a card. `picture` makes a whole SVG; `placed`
makes a group to put several into one `document`. A piece is 100 units wide in `art`: dice are square, cards 140 high.
"""

from __future__ import annotations

import re
from typing import Final

from nokosu.pictures.palettes import Paint, plain
from nokosu.pictures.shapes import CROWN, DEFS, LATTICE, PIPS, SYMBOLS, symbols, tile

TRUMP_MARK: Final = "crown"
"""The name of the crown, drawn as a separate piece."""
_PIECE: Final = re.compile(r"(d?)([RBGYP])([0-7-])")


def height(piece: str) -> int:
    """Return how high a piece is that is 100 wide."""
    return 140 if piece == "back" or (piece[0] in SYMBOLS and _PIECE.fullmatch(piece)) else 100


def art(piece: str, paint: Paint, *, numerals: bool = False, letter: str = "", trump: bool = False) -> str:
    """Return the shapes of a piece, without <svg>. Raises ValueError for text that names no piece.

    `numerals` writes the number of a die instead of pips; `letter` is the suit's letter in the reader's language.
    """
    others = {"zero": _zero, "declared": _declared, "back": _back, TRUMP_MARK: _mark}
    if piece in others:
        return others[piece](paint)
    found = _PIECE.fullmatch(piece)
    if not found or found[3] not in ("123456-" if found[1] else "01234567"):
        raise ValueError(f'"{piece}" is not a piece: expected R5, dR5, zero, declared, back or crown')
    if found[1]:
        face = _blank if found[3] == "-" else _numeral if numerals else _pips
        drawn = _die(found[2], paint) + face(found[2], found[3], paint) + _letter(letter, paint, _on(found[2]), 50, 93)
        return drawn + (_crown(paint, 91, 5, 1.35) if trump else "")
    drawn = _card(found[2], int(found[3]), paint) + _letter(letter, paint, f"{found[2].lower()}-ink", 22, 74)
    return drawn + (_crown(paint, 22, 2.5, 1.15) if trump else "")


def placed(
    piece: str,
    x: float,
    y: float,
    width: float,
    *,
    palette: str = "standard",
    numerals: bool = False,
    letter: str = "",
    trump: bool = False,
) -> str:
    """Return a piece in a document, its upper left corner at (x, y)."""
    inside = art(piece, plain(palette), numerals=numerals, letter=letter, trump=trump)
    return f'<g transform="translate({x:g} {y:g}) scale({width / 100:g})">{inside}</g>'


def document(width: float, high: float, *parts: str, title: str = "") -> str:
    """Return a whole SVG of that size, around what `placed` made."""
    said = f"<title>{title}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{high:g}" viewBox="0 0 {width:g} {high:g}">'
        f"{said}<defs>{DEFS}</defs>{''.join(parts)}</svg>\n"
    )


def picture(
    piece: str,
    width: float = 100,
    *,
    palette: str = "standard",
    numerals: bool = False,
    letter: str = "",
    trump: bool = False,
    title: str = "",
) -> str:
    """Return one piece as a whole SVG, with room for its shadow and its crown."""
    unit = width / 116
    inside = placed(
        piece, 8 * unit, 8 * unit, 100 * unit, palette=palette, numerals=numerals, letter=letter, trump=trump
    )
    return document(width, round(unit * (height(piece) + 16), 1), inside, title=title)


def _on(letter: str) -> str:
    return f"{letter.lower()}-on"


def _body(fill: str, corner: int) -> str:
    """Return a cube from above: its shadow, its side, its face in the light, a bevel."""
    side, face = f'y="5" width="100" height="99" rx="{corner}"', f'width="100" height="98" rx="{corner}"'
    bevel = f'x="2" y="2" width="96" height="94" rx="{corner - 2}" fill="none" stroke="#fff" stroke-opacity=".25"'
    return (
        '<ellipse cx="50" cy="101" rx="46" ry="7" opacity=".3"/>'
        f'<rect {side} fill="{fill}"/><rect {side} opacity=".45"/>'
        f'<rect {face} fill="{fill}"/><rect {face} fill="url(#nk-light)"/><rect {bevel} stroke-width="2.5"/>'
    )


def _die(letter: str, paint: Paint) -> str:
    shine = '<path d="M13 21Q14 8 31 7H69Q86 8 87 21Q60 12 13 21z" fill="#fff" opacity=".3"/>'
    return _body(paint(f"{letter.lower()}-fill"), 24) + shine


def _blank(letter: str, _: str, paint: Paint) -> str:
    """T3: only the suit's symbol, as the number counts for nothing."""
    return f'<g fill="{paint(_on(letter))}" opacity=".6">{symbols(letter, ((50, 49),), 4)}</g>'


def _pips(letter: str, shown: str, paint: Paint) -> str:
    number = int(shown)
    scale = 2.7 if number == 1 else 1.5
    dents = symbols(letter, ((x, y + 2.5) for x, y in PIPS[number]), scale)
    pips = symbols(letter, PIPS[number], scale)
    return f'<g opacity=".38">{dents}</g><g fill="{paint(_on(letter))}">{pips}</g>'


def _numeral(letter: str, number: str, paint: Paint) -> str:
    return (
        f'<g fill="{paint(_on(letter))}"><path transform="translate(23 24) scale(1.5)" d="{SYMBOLS[letter]}"/>'
        f"{_text(number, paint, 54, 76, 74)}</g>"
    )


def _zero(paint: Paint) -> str:
    ring = (
        f'<circle cx="50" cy="49" r="36" fill="none" stroke="{paint("z-on")}" stroke-width="4" stroke-opacity=".55"/>'
    )
    return f'{_body(paint("z-fill"), 49)}{ring}<g fill="{paint("z-on")}">{_text(0, paint, 50, 69, 56)}</g>'


def _card(letter: str, number: int, paint: Paint) -> str:
    hue = letter.lower()
    fill, ink = paint(f"{hue}-fill"), paint(f"{hue}-ink")
    frame = 'x="6" y="6" width="88" height="127" rx="7" fill="none" stroke-width="1.8" opacity=".55"'
    corners = symbols(letter, ((22, 51), (78, 120)), 1.15)
    return (
        f'{_sheet(paint)}<g fill="{fill}" opacity=".1">{tile(letter)}</g>'
        f'<rect {frame} stroke="{fill}"/><g fill="{fill}">{corners}</g>'
        f'<g fill="{ink}">{_text(number, paint, 22, 36, 32)}{_text(number, paint, 54, 108, 76)}</g>'
    )


def _sheet(paint: Paint) -> str:
    edge = f'x="1" y="1" width="98" height="137" rx="11" fill="{paint("card")}" stroke="{paint("card-edge")}"'
    light = '<rect x="1" y="1" width="98" height="137" rx="11" fill="url(#nk-light)" opacity=".22"/>'
    return f'<rect x="1" y="3" width="98" height="137" rx="11" opacity=".28"/><rect {edge} stroke-width="1.5"/>{light}'


def _back(paint: Paint) -> str:
    lines = f'clip-path="url(#nk-frame)" d="{LATTICE}" fill="none" stroke="{paint("back-line")}" stroke-width="2"'
    frame = f'x="8" y="8" width="84" height="123" rx="6" fill="{paint("back")}"'
    return f'{_sheet(paint)}<rect {frame}/><path {lines} opacity=".5"/>'


def _declared(paint: Paint) -> str:
    disc = f'<circle cx="50" cy="69" r="29" fill="{paint("card")}" stroke="{paint("back-line")}" stroke-width="3"/>'
    seal = f'{disc}<g fill="{paint("z-ink")}">{_text(0, paint, 50, 86, 48)}</g>'
    return f'<g transform="translate(18 2) scale(.66)">{_back(paint)}{seal}</g>'


def _mark(paint: Paint) -> str:
    return _crown(paint, 50, 50, 4)


def _crown(paint: Paint, x: float, y: float, scale: float) -> str:
    return (
        f'<path transform="translate({x:g} {y:g}) scale({scale:g})" d="{CROWN}" fill="{paint("crown")}"'
        f' stroke="{paint("crown-edge")}" stroke-width="1.6" stroke-linejoin="round"/>'
    )


def _letter(letter: str, paint: Paint, colour: str, x: int, y: int) -> str:
    return f'<g fill="{paint(colour)}">{_text(letter, paint, x, y, 18)}</g>' if letter else ""


def _text(what: object, paint: Paint, x: int, y: int, size: int) -> str:
    font = f'font-family="{paint("font-number")}" font-size="{size}" font-weight="700" text-anchor="middle"'
    return f'<text x="{x}" y="{y}" {font}>{what}</text>'

"""The pieces for the web client: every drawing of nokosu.pictures, the palettes, and the palettes as a style sheet.

web/src/ui/piece-pictures.ts makes a picture of a piece when it is first seen, in the colours of one palette.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from nokosu.pictures.faces import BOTS, PEOPLE
from nokosu.pictures.palettes import PALETTES, stylesheet, variable
from nokosu.pictures.pieces import art
from nokosu.pictures.shapes import DEFS
from tools.web_digits import DIGITS, EM
from tools.web_texts import write_if_new

HEADER: Final = "Generated from src/nokosu/pictures by tools/web_pieces.py. Not edited by hand, not kept in git."
SUITS: Final = "RBGYP"
_TEXT: Final = re.compile(r'<text x="(\d+)" y="(\d+)"[^>]* font-size="(\d+)"[^>]*>([\d#])</text>')


def write_pieces(target: Path) -> None:
    """Write pieces.ts, pieces.css and faces.ts under `target`; unchanged files keep their modification time.

    Every page shows faces, but few show pieces: in a file with the pieces, faces would bring them along.
    """
    pieces = {
        "drawings": drawings(),
        "digits": DIGITS,
        "definitions": DEFS,
        "palettes": {name: dict(colours) for name, colours in PALETTES.items()},
    }
    _write_constants(target / "pieces.ts", pieces)
    _write_constants(target / "faces.ts", {"faces": faces()})
    write_if_new(target / "pieces.css", f"/* {HEADER} */\n{stylesheet()}")


def _write_constants(path: Path, exported: Mapping[str, object]) -> None:
    lines = (f"export const {name} = {json.dumps(value)};\n" for name, value in exported.items())
    write_if_new(path, f"// {HEADER}\n{''.join(lines)}")


def drawings() -> dict[str, str]:
    """Return all pieces: dR5, zero…; trump-card is only the crown of a card.

    A colour is `var(--name)`, and the outline of a digit `{5}`: the client puts both in. Pieces that differ in nothing
    but the digit are one: R# for R0 to R7, dR#-numeral for dice with numerals; their digit is `{#}`.
    """
    drawn = {name: art(name, variable) for name in ("zero", "declared", "back", "crown")}
    for suit in SUITS:
        drawn |= {die: art(die, variable) for die in (f"d{suit}{face}" for face in "123456-")}
        drawn[f"{suit}#"] = art(f"{suit}1", variable).replace(">1<", ">#<")
        drawn[f"d{suit}#-numeral"] = art(f"d{suit}1", variable, numerals=True).replace(">1<", ">#<")
    drawn |= {f"trump-{kind}": _crown(piece) for kind, piece in (("card", "R0"), ("die", "dR1"))}
    return {name: _TEXT.sub(_outline, inside) for name, inside in drawn.items()}


def faces() -> str:
    """Return all faces as symbols: `nk-face-otto`, `nk-face-hat` and so on."""
    drawn = (BOTS | PEOPLE).items()
    return "".join(f'<symbol id="nk-face-{name}" viewBox="0 0 48 48">{inside}</symbol>' for name, inside in drawn)


def _outline(text: re.Match[str]) -> str:
    """Return the shape of a digit instead of the digit."""
    x, y, size, digit = text.groups()
    return f'<path transform="translate({x} {y}) scale({int(size) / EM:g})" d="{{{digit}}}"/>'


def _crown(piece: str) -> str:
    """Return the trump mark of a piece, without the piece."""
    return art(piece, variable, trump=True).removeprefix(art(piece, variable))

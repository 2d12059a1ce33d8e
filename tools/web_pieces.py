"""The pieces for the web client: every drawing of nokosu.pictures as a <symbol>, and the palettes as a style sheet.

A page holds the symbols once; a piece is then one <use>. Colours are custom properties, so themes and palettes are CSS.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from nokosu.pictures.faces import BOTS, PEOPLE
from nokosu.pictures.palettes import stylesheet, variable
from nokosu.pictures.pieces import art, height
from nokosu.pictures.shapes import DEFS
from tools.web_texts import write_if_new

HEADER: Final = "Generated from src/nokosu/pictures by tools/web_pieces.py. Not edited by hand, not kept in git."
SUITS: Final = "RBGYP"


def write_pieces(target: Path) -> None:
    """Write pieces.ts and pieces.css under `target`; unchanged files keep their modification time."""
    write_if_new(target / "pieces.ts", f"// {HEADER}\nexport const symbols = {json.dumps(symbols())};\n")
    write_if_new(target / "pieces.css", f"/* {HEADER} */\n{stylesheet()}")


def symbols() -> str:
    """All pieces: `nk-R5`, `nk-dR5`, `nk-dR5-numeral`, `nk-zero`…; `nk-trump-die` is only the crown of a die."""
    drawn = {name: art(name, variable) for name in ("zero", "declared", "back", "crown")}
    for suit in SUITS:
        drawn |= {f"{suit}{number}": art(f"{suit}{number}", variable) for number in range(8)}
        for number in range(1, 7):
            die = f"d{suit}{number}"
            drawn |= {die: art(die, variable), f"{die}-numeral": art(die, variable, numerals=True)}
    drawn |= {f"trump-{kind}": _crown(piece) for kind, piece in (("card", "R0"), ("die", "dR1"))}
    parts = (
        f'<symbol id="nk-{name}" viewBox="0 0 100 {_height(name)}" overflow="visible">{inside}</symbol>'
        for name, inside in drawn.items()
    )
    return DEFS + "".join(parts) + faces()


def faces() -> str:
    """All faces: `nk-face-otto`, `nk-face-hat` and so on."""
    drawn = (BOTS | PEOPLE).items()
    return "".join(f'<symbol id="nk-face-{name}" viewBox="0 0 48 48">{inside}</symbol>' for name, inside in drawn)


def _height(name: str) -> int:
    return 140 if name == "trump-card" else height(name.removesuffix("-numeral"))


def _crown(piece: str) -> str:
    """The trump mark of a piece, without the piece."""
    return art(piece, variable, trump=True).removeprefix(art(piece, variable))

"""The signs on pieces and at seats: a set for terminals with Unicode, and one of ASCII alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.api.colour import SYMBOLS


@dataclass(frozen=True, slots=True)
class Signs:
    """Letters by what they mean. All take one cell; faces take `face_width`."""

    ascii: bool
    suits: dict[str, str]
    crown: str
    would_be: str
    """A crown for what would be a trump."""
    edge: str
    """The left edge of a piece that lies on another."""
    acts: str
    leads: str
    follows: str
    card: str
    pointer: str
    dot: str
    dash: str
    made: str
    missed: str
    bar: str
    line: str
    corners: str
    """Upper left, upper right, lower left, lower right, horizontal, vertical."""
    die_corners: str
    faces: dict[str, str]
    face_width: int


UNICODE: Final = Signs(
    ascii=False,
    suits={**SYMBOLS, "Z": "○"},
    crown="♛",
    would_be="♕",
    edge="▏",
    acts="▶",
    leads="⚑",
    follows="›",
    card="▮",
    pointer="▲",
    dot="·",
    dash="–",
    made="✓",
    missed="✗",
    bar="█",
    line="─",
    corners="╭╮╰╯─│",
    die_corners="┏┓┗┛━┃",
    faces={
        "mochi": "(•v•)",
        "bruno": "ʕ•ᴥ•ʔ",
        "lili": "o•.•o",
        "hana": "\\•x•/",
        "tofu": "^•ω•^",
        "zora": "^v•v^",
        "otto": "U•ᴥ•U",
        "vera": "/•v•\\",
        "hugo": "{◉‿◉}",
        "greta": "«•.•»",
        "kame": "_(•)_",
        "nori": "~•o•~",
        "ryu": "}•w•{",
        "robot": "[•_•]",
        "plain": "(•‿•)",
        "bun": "ô•‿•ô",
        "cap": "(•‿•<",
        "glasses": "(⊙‿⊙)",
        "beard": "(•‿•}",
        "curls": "§•‿•§",
        "long": "|•‿•|",
        "hat": "[•‿•)",
        "scarf": "(•‿•~",
        "tails": "%•‿•%",
    },
    face_width=5,
)

ASCII: Final = Signs(
    ascii=True,
    suits={"R": "r", "B": "b", "G": "g", "Y": "y", "P": "p", "Z": "0"},
    crown="*",
    would_be="+",
    edge="|",
    acts=">",
    leads="!",
    follows="-",
    card="|",
    pointer="^",
    dot="-",
    dash="-",
    made="+",
    missed="x",
    bar="#",
    line="-",
    corners="..''-|",
    die_corners="[][]=|",
    faces={
        "mochi": "(ovo)",
        "bruno": "(oTo)",
        "lili": "o'.'o",
        "hana": "\\'x'/",
        "tofu": "^'w'^",
        "zora": "^v'v^",
        "otto": "U'T'U",
        "vera": "/'v'\\",
        "hugo": "{O,O}",
        "greta": "<'.'>",
        "kame": "_(')_",
        "nori": "~'o'~",
        "ryu": "}'w'{",
        "robot": "['_']",
        "plain": "(':')",
        "bun": "@':'@",
        "cap": "(':'<",
        "glasses": "(8-8)",
        "beard": "(':'}",
        "curls": "&':'&",
        "long": "|':'|",
        "hat": "[':')",
        "scarf": "(':'~",
        "tails": "%':'%",
    },
    face_width=5,
)


def signs(*, ascii_only: bool) -> Signs:
    """Return the set to draw with."""
    return ASCII if ascii_only else UNICODE


def can_show(encoding: str) -> bool:
    """Return whether a terminal with this encoding has the signs of the larger set."""
    try:
        "".join((*SYMBOLS.values(), UNICODE.crown, UNICODE.corners)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True

"""The faces of bots and of people, in a square of 48 units. No two share an outline: colour only helps."""

from __future__ import annotations

from typing import Final

_INK: Final = "#241a14"
_WHITE: Final = "#fff7e8"
_SKIN: Final = ("#f2c9a1", "#d9a070", "#a86f45", "#7c4d30")


def _shape(colour: str, path: str) -> str:
    return f'<path fill="{colour}" d="{path}"/>'


def _round(colour: str, x: float, y: float, r: float, ry: float | None = None) -> str:
    """Return a disc, or with `ry` an ellipse."""
    if ry is None:
        return f'<circle fill="{colour}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'
    return f'<ellipse fill="{colour}" cx="{x:g}" cy="{y:g}" rx="{r:g}" ry="{ry:g}"/>'


def _pair(colour: str, dx: float, y: float, r: float, ry: float | None = None) -> str:
    """Return the same on both sides of the middle."""
    return _round(colour, 24 - dx, y, r, ry) + _round(colour, 24 + dx, y, r, ry)


def _line(path: str, colour: str = _INK, width: float = 1.7) -> str:
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round" d="{path}"/>'
    )


def _eyes(dx: float = 6.5, y: float = 24, r: float = 2.6) -> str:
    """Return two eyes, each with a light in it."""
    return _pair(_INK, dx, y, r) + _round("#fff", 24.8 - dx, y - 0.9, 0.8) + _round("#fff", 24.8 + dx, y - 0.9, 0.8)


_NOSE: Final = _shape(_INK, "M21 28.5h6l-3 3.2z")
_SNOUT: Final = _NOSE + _line("M24 31.5v2m-4.5 1.4q2.5 2.2 4.5-1.4 2 3.6 4.5 1.4")
_SMILE: Final = _line("M17.5 31q6.5 6 13 0")
_WHISKERS: Final = _line("M4 27.5l9 1.5M4 33.5l9-1M44 27.5l-9 1.5M44 33.5l-9-1", width=1.3)

_CHICK: Final = (
    _line("M24 9q-1-6-6-6M24 9q0-5 1-7M24 9q2-5 6-5", "#d98e04", 2.6)
    + _round("#f6c945", 24, 27, 19)
    + _pair("#f2a65a", 12, 31, 3.4, 2.4)
    + _eyes(8, 23)
    + _shape("#e8751a", "M18.5 28.5q5.5-4 11 0-5.5 7.5-11 0z")
)
_BEAR: Final = (
    _pair("#7a4a26", 14.5, 11.5, 7.5)
    + _pair("#c98f5c", 14.5, 11.5, 4)
    + _round("#8d5a31", 24, 27, 19)
    + _round("#d9ab7c", 24, 33, 9.5, 7.5)
    + _eyes(8, 22.5)
    + _SNOUT
)
_MOUSE: Final = (
    _pair("#8d8f99", 13.5, 12.5, 10)
    + _pair("#efb3ba", 13.5, 13, 6)
    + _shape("#a6a8b2", "M24 13C35 13 40 24 37 33 35 40 29 45 24 46 19 45 13 40 11 33 8 24 13 13 24 13z")
    + _WHISKERS
    + _eyes(6, 26)
    + _round("#d4606f", 24, 34, 2.6, 2.1)
    + _line("M24 36v2.5m-3 1.5q3 1.5 6 0", width=1.4)
)
_RABBIT: Final = (
    _pair("#e6d8cd", 8.5, 13, 5.5, 13)
    + _pair("#f0a9a9", 8.5, 13.5, 2.6, 9)
    + _round("#f3e8df", 24, 31, 15.5)
    + _pair("#f4b9b4", 10, 34, 3, 2.2)
    + _eyes(6, 28.5)
    + _round("#d4606f", 24, 33, 2.2, 1.7)
    + _line("M24 34.5v2m-3.5 1q1.8 1.6 3.5-1 1.7 2.6 3.5 1", width=1.5)
)
_CAT: Final = (
    _shape("#e0913c", "M6 24 5 3.5Q12 5 18.5 11H29.5Q36 5 43 3.5L42 24z")
    + _shape("#f6c6a0", "M9 17 8.5 8q4 1.5 7 4.5zM39 17l.5-9q-4 1.5-7 4.5z")
    + _round("#e8a04c", 24, 28, 18.5, 16.5)
    + _line("M24 12v5M18.5 13l1 4M29.5 13l-1 4", "#a85f1c", 2)
    + _WHISKERS
    + _eyes(7.5, 25)
    + _SNOUT
)
_BAT: Final = (
    _shape(
        "#4f4474",
        "M24 26Q13 14 1 17q4 5 2.5 11 5-2 7 2.5Q13 28 16 33h16q3-5 5.5-2.5 2-4.5 7-2.5Q43 22 47 17q-12-3-23 9z",
    )
    + _shape("#5d5188", "M13 22 12.5 4q7 3 9 8h5q2-5 9-8L35 22z")
    + _shape("#c98fb0", "M15.5 15 15 8.5q3 1.7 4 4zM32.5 15 33 8.5q-3 1.7-4 4z")
    + _round("#6b5d9c", 24, 27, 13.5)
    + _pair("#fff", 5, 25, 3.9)
    + _pair(_INK, 4.4, 25.4, 2.1)
    + _line("M19 33q5 3 10 0", "#fff", 1.5)
    + _shape("#fff", "M20.5 33.4l1 3.2 1.3-2.6zM27.5 33.4l-1 3.2-1.3-2.6z")
)
_DOG: Final = (
    _round("#c9a27a", 24, 26, 16, 17.5)
    + _shape("#6e4526", "M13 9Q3 11 2.5 27q.5 11 6.5 11 5 0 5-8V14z")
    + _shape("#6e4526", "M35 9q10 2 10.5 18-.5 11-6.5 11-5 0-5-8V14z")
    + _shape("#6e4526", "M24 10q9 1 9 14-4 5-8 1z")
    + _round(_WHITE, 24, 33.5, 8.5, 7.5)
    + _eyes(6.5, 23)
    + _SNOUT
    + _shape("#d4606f", "M22 37h4v3q-2 2.5-4 0z")
)
_FOX: Final = (
    _shape("#d9622b", "M4 2q8 2 13 9h14q5-7 13-9 2 13-1 21-4 14-19 23Q9 37 5 23 2 15 4 2z")
    + _shape("#3a2219", "M7.5 6.5q4 2 6.5 6l-5.5 4zM40.5 6.5q-4 2-6.5 6l5.5 4z")
    + _shape(_WHITE, "M6.5 27Q14 26 19 33l5 5 5-5q5-7 12.5-6Q37 38 24 46 11 38 6.5 27z")
    + _line("M13.5 22.5q3.5-2.5 6 .5M34.5 22.5q-3.5-2.5-6 .5", width=2.4)
    + _round(_INK, 24, 37.5, 3, 2.4)
)
_OWL: Final = (
    _shape("#7c6a4f", "M5 3q6 5 19 5T43 3q2 8-1 13 3 24-18 30Q3 40 6 16 3 11 5 3z")
    + _pair("#e9dcc0", 9, 22, 10.5)
    + _pair("#f2b441", 8.5, 22, 6.5)
    + _pair(_INK, 8, 22, 3.6)
    + _pair("#fff", 7, 20.5, 1.1)
    + _shape("#e8751a", "M20 28h8l-4 8z")
    + _line("M15 39q1.5 2 3 0m3 2q1.5 2 3 0 1.5 2 3 0m3-2q1.5 2 3 0", "#e9dcc0", 1.5)
)
_HEDGEHOG: Final = (
    _shape(
        "#6b4f3a",
        "M19 47 17 40 11 43 12 36 5 36 8 30 2 27 8 23 3 18 10 16 7 9 14 11 15 4 21 8 24 2 27 8 33 4 34 11 41 9 38 16"
        " 45 18 40 23 46 27 40 30 43 36 36 36 37 43 31 40 29 47 24 41z",
    )
    + _line("M17 12l1.5 4M24 10v4M31 12l-1.5 4M12 19l3.5 2M36 19l-3.5 2", "#c7a67f", 1.6)
    + _shape("#ecd3ad", "M24 22q4-5 9-3 5 3 4 11-2 11-13 11T11 30q-1-8 4-11 5-2 9 3z")
    + _pair("#e0a08a", 9, 33, 2.6, 1.9)
    + _eyes(6, 27)
    + _round(_INK, 24, 32, 3, 2.5)
    + _line("M19.5 36q4.5 3 9 0", width=1.5)
)
_TURTLE: Final = (
    _shape("#86ab47", "M6 33Q0 38 3 44q5 3 10-3zM42 33q6 5 3 11-5 3-10-3z")
    + _shape("#7a5230", "M2 32Q3 3 24 3t22 29q0 5-5 5H7q-5 0-5-5z")
    + _shape("#c08c4a", "M18 7h12l4 8-4 7H18l-4-7zM5.5 27 11 17l4 6.5-3 6.5H6zM42.5 27 37 17l-4 6.5 3 6.5h6z")
    + _round("#86ab47", 24, 34.5, 11, 10.5)
    + _eyes(5, 31.5, 2.4)
    + _pair("#41591f", 1.6, 36, 0.8)
    + _line("M18 39q6 4 12 0", "#41591f", 1.6)
)
_OCTOPUS: Final = (
    _shape(
        "#c2487a",
        "M24 2C36 2 41 11 41 20q0 6-2 11 2 4 6 3.5 2 4-3 5-4 .5-6-2 0 5 4 6.5-2 3.5-6 1-3-2-3.5-6-1 6-6.5 6"
        "t-6.5-6Q17 43 14 45q-4 2.5-6-1 4-1.5 4-6.5-2 2.5-6 2-5-1-3-5 4 .5 6-3.5-2-5-2-11C7 11 12 2 24 2z",
    )
    + _round("#e07ba3", 17, 9.5, 4.5, 2.6)
    + _pair("#fff", 7, 22, 5)
    + _pair(_INK, 6.3, 22.6, 2.8)
    + _round("#7d2249", 24, 32, 2.6, 2.2)
)
_DRAGON: Final = (
    _shape("#f0d9a0", "M12 15Q2 11 3 1q6 2 8.5 5t5 6zM36 15q10-4 9-14-6 2-8.5 5t-5 6z")
    + _shape("#c8372d", "M24 2l4 6 5-3v7H15V5l5 3z")
    + _shape("#2f8142", "M24 9q16 0 17 16l6 1-5 5 3 5-7 1Q34 46 24 46T10 37l-7-1 3-5-5-5 6-1Q8 9 24 9z")
    + _round("#4da862", 24, 36, 11, 7.5)
    + _pair("#ffe58a", 8, 22.5, 4.4)
    + _line("M16.5 19.5v6M31.5 19.5v6", width=2.2)
    + _pair("#14401f", 4, 33.5, 1.5)
    + _line("M14 38.5q10 5 20 0", "#14401f", 1.7)
    + _shape("#fff", "M16.5 39.5l1.5 3.5 1.8-2.6zM31.5 39.5L30 43l-1.8-2.6z")
)
_ROBOT: Final = (
    _line("M24 11V5", "#5c6670", 2.4)
    + _round("#d9822b", 24, 4.5, 3)
    + _shape("#5c6670", "M3 22h5v12H3zM40 22h5v12h-5z")
    + '<rect x="7" y="11" width="34" height="33" rx="8" fill="#8c99a5"/>'
    + '<rect x="12" y="17" width="24" height="13" rx="5" fill="#20303a"/>'
    + _pair("#8be0d0", 5.5, 23.5, 2.7)
    + _line("M17 36.5h14", "#20303a", 2.4)
)

BOTS: Final = {
    "mochi": _CHICK,
    "bruno": _BEAR,
    "lili": _MOUSE,
    "hana": _RABBIT,
    "tofu": _CAT,
    "zora": _BAT,
    "otto": _DOG,
    "vera": _FOX,
    "hugo": _OWL,
    "greta": _HEDGEHOG,
    "kame": _TURTLE,
    "nori": _OCTOPUS,
    "ryu": _DRAGON,
    "robot": _ROBOT,
}
"""The faces of the characters (nokosu.bots.characters) by name; `robot` is any other bot."""


def _head(skin: str, mouth: str = _SMILE) -> str:
    return _pair(skin, 17, 27.5, 3.5, 4.5) + _round(skin, 24, 27, 17, 18) + _eyes(6.5, 26, 2.3) + mouth


_BUN: Final = (
    _round("#4a2c1a", 24, 6.5, 6)
    + _head(_SKIN[0])
    + _shape("#4a2c1a", "M6.5 27Q5 8 24 8t17.5 19Q40 17 30 15q-11-1-23.5 12z")
)
_CAP: Final = (
    _head(_SKIN[1])
    + _shape("#2468b8", "M6.5 18Q7 2 24 2t17.5 16z")
    + _shape("#174a87", "M4 15.5h28q12 0 14 4.5-2 2.5-10 1.5H5q-2.5-3-1-6z")
    + _round("#f2d16b", 24, 9, 3)
)
_GLASSES: Final = (
    _head(_SKIN[0])
    + _shape("#b5541c", "M6.5 26Q3 6 20 6q20-3 21.5 20-3-7-8-10-8 3-17 0-7 2-10 10z")
    + _line("M6.5 25.5h4.5M37 25.5h4.5M21.5 25.5h5", width=1.6)
    + '<g fill="#fff" fill-opacity=".35" stroke="#241a14" stroke-width="1.8">'
    + '<circle cx="17" cy="26" r="5.2"/><circle cx="31" cy="26" r="5.2"/></g>'
)
_BEARD: Final = (
    _head(_SKIN[2], "")
    + _shape("#2b1d16", "M6.5 24Q5 7 24 7t17.5 17q-3-7-7-8.5-10 3-21 0-4 1.5-7 8.5z")
    + _shape("#2b1d16", "M6.5 27q4 1 6 3 5.5-3 11.5-.5 6-2.5 11.5.5 2-2 6-3Q42 47.5 24 47.5T6.5 27z")
    + _line("M19.5 34.5q4.5 3.5 9 0", _SKIN[0], 2)
)
_CURLS: Final = (
    _pair("#1f1612", 8, 8, 6.5)
    + _pair("#1f1612", 15, 14.5, 6.5)
    + _pair("#1f1612", 18, 24.5, 5.8)
    + _pair("#1f1612", 17.5, 34, 5)
    + _round("#1f1612", 24, 9, 8)
    + _head(_SKIN[3])
    + _shape("#1f1612", "M8 22q2-11 16-11t16 11q-4-3.5-7-3.5-2 2.5-5 0-4 2.5-8 0-3 2.5-5 0-3 0-7 3.5z")
)
_LONG: Final = (
    _shape("#e3b341", "M24 4Q45 4 44 28q0 12 2 18H2q2-6 2-18Q3 4 24 4z")
    + _head(_SKIN[0])
    + _shape("#e3b341", "M24 6Q42 6 41.5 26 38 18 24 12 10 18 6.5 26 6 6 24 6z")
)
_HAT: Final = (
    _head(_SKIN[1], _line("M17.5 32q6.5 5 13 0"))
    + _shape("#3b2a4d", "M12 19 14 2.5q10-3 20 0L36 19z")
    + _shape("#c8372d", "M12.3 16.5l.6-4.5q11 2.5 22.2 0l.6 4.5q-11.5 2.5-23.4 0z")
    + _shape("#3b2a4d", "M2 19.5q22-6.5 44 0-1 4-5 4-17-4.5-34 0-4 0-5-4z")
)
_SCARF: Final = (
    _shape("#1f7a74", "M24 3q21 0 20.5 25-.5 16-11.5 19.5H15Q4 44 3.5 28 3 3 24 3z")
    + _round(_SKIN[2], 24, 27.5, 14, 15.5)
    + _eyes(6, 26, 2.3)
    + _line("M18.5 33q5.5 5 11 0")
    + _shape("#2ba59c", "M24 5q18 0 18.5 22Q36 13.5 24 13.5T5.5 27Q6 5 24 5z")
)
_TAILS: Final = (
    _shape("#8c2f1b", "M9 16Q-3 18 2 38q6 2 9-8zM39 16q12 2 7 22-6 2-9-8z")
    + _head(_SKIN[0])
    + _pair("#f2a9a0", 11, 31, 2.8, 1.9)
    + _shape("#8c2f1b", "M6.5 26Q5 7.5 24 7.5T41.5 26Q38 18 30 15.5q-6 4-12 0Q10 18 6.5 26z")
    + _pair("#e3b341", 16.5, 17, 2.6)
)
_PLAIN: Final = _head(_SKIN[1]) + _shape("#5c3a22", "M7 23Q7 7 24 7t17 16q-4-4-6-8.5Q27 18 19 15q-8 2-12 8z")

PEOPLE: Final = {
    "plain": _PLAIN,
    "bun": _BUN,
    "cap": _CAP,
    "glasses": _GLASSES,
    "beard": _BEARD,
    "curls": _CURLS,
    "long": _LONG,
    "hat": _HAT,
    "scarf": _SCARF,
    "tails": _TAILS,
}
"""The faces that people choose from; `plain` is everybody's until then."""


def face(name: str) -> str:
    """Return the shapes of a face, without <svg>. Raises KeyError for an unknown one."""
    return (BOTS | PEOPLE)[name]

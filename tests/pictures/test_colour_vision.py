"""Palettes, seen with four kinds of colour vision: the suits of the palettes made for it are told apart by everybody.

Simulated after Viénot, Brettel and Mollon (1999), and by lightness alone for those who see no colours. Symbols tell the
suits apart as well; this is about colour alone.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from nokosu.pictures.palettes import PALETTES

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]
# On linear light: what is left of red, green and blue.
SEEN: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritanopia": ((1, 0.14461, -0.14461), (0, 0.85924, 0.14076), (0, 0.85924, 0.14076)),
}
APART = 20
"""Colours less far apart than this (CIE76) are taken for one another at a glance."""


def linear(text: str) -> Rgb:
    """Light of a colour in the notation #rrggbb."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: Rgb, kind: str) -> Rgb:
    first, second, third = (sum(part * light for part, light in zip(row, colour, strict=True)) for row in SEEN[kind])
    return first, second, third


def lab(colour: Rgb) -> Rgb:
    """CIE L*a*b*, in which distances are those that people see."""
    red, green, blue = (max(0.0, each) for each in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def alike(fills: dict[str, str], kind: str) -> list[str]:
    """Suits that this kind of vision takes for one another."""
    shown = {suit: lab(seen(linear(fill), kind)) for suit, fill in fills.items()}
    return [
        f"{one}{other}"
        for one, other in combinations(shown, 2)
        if sum((a - b) ** 2 for a, b in zip(shown[one], shown[other], strict=True)) ** 0.5 < APART
    ]


def fills(palette: str) -> dict[str, str]:
    return {suit: PALETTES[palette][f"{suit}-fill"] for suit in "rbgyp"}


@pytest.mark.parametrize("kind", SEEN)
@pytest.mark.parametrize("palette", ["red-green", "contrast"])
def test_suits_are_told_apart_by_colour(palette: str, kind: str) -> None:
    assert alike(fills(palette), kind) == []


def test_the_standard_palette_is_for_usual_vision() -> None:
    assert alike(fills("standard"), "usual") == []


def test_green_and_purple_that_look_alike_are_found() -> None:
    """The planted fault: the palette as it was."""
    old = fills("red-green") | {"g": "#009e73", "p": "#cc79a7"}
    assert alike(old, "deuteranopia") == ["gp"]

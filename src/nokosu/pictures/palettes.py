"""The colours and the font of the pieces.

Each suit has three colours: `fill` its body or symbol, `ink` a number on a card, `on` a pip on its body.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Paint = Callable[[str], str]
"""From a colour's name (r-fill) to what an SVG attribute takes."""

_COMMON: Final = {
    "card": "#fffcf2",
    "card-edge": "#c9b48b",
    "z-fill": "#2a2421",
    "z-ink": "#26201c",
    "z-on": "#f8eed8",
    "back": "#9c3a26",
    "back-line": "#e9b48f",
    "crown": "#ffcf40",
    "crown-edge": "#6b4300",
    "font-number": "Georgia,serif",
}


def _suits(**given: str) -> dict[str, str]:
    parts = (
        (letter, part, value) for letter, row in given.items() for part, value in zip(_PARTS, row.split(), strict=True)
    )
    return {f"{letter}-{part}": value for letter, part, value in parts}


_PARTS: Final = ("fill", "ink", "on")

PALETTES: Final[Mapping[str, Mapping[str, str]]] = {
    "standard": _COMMON
    | _suits(
        r="#c8372d #b12a20 #fffaf0",
        b="#2468b8 #1c579e #fffaf0",
        g="#2f8142 #236b34 #fffaf0",
        y="#eab020 #7d5600 #3a2800",
        p="#7d45a8 #6b358f #fffaf0",
    ),
    # Told apart without red and green, and without blue and yellow: after Okabe and Ito, with a lighter green and a
    # darker purple. Its red is an orange.
    "red-green": _COMMON
    | _suits(
        r="#d55e00 #a84a00 #fff",
        b="#0072b2 #005f95 #fff",
        g="#5cc8a8 #00684c #06251c",
        y="#f0e442 #6b6400 #2c2a00",
        p="#5b2a6e #5b2a6e #fff",
    ),
    # Told apart by lightness alone.
    "contrast": _COMMON
    | _suits(
        r="#a3190c #8d1509 #fff",
        b="#0b2f7a #0b2f7a #fff",
        g="#7fd08a #14561f #06260b",
        y="#ffe14d #6a5200 #2c2400",
        p="#c58be8 #5d1f86 #260a3a",
    ),
}
"""Every palette, by the name that the web client's settings use."""


def plain(palette: str) -> Paint:
    """Return the colours themselves, for a picture without a page. Raises KeyError for an unknown palette."""
    return PALETTES[palette].__getitem__


def variable(name: str) -> str:
    """Return a CSS custom property, so that a page can change the colour."""
    return f"var(--{name})"


def stylesheet() -> str:
    """Return the custom properties of every palette; a page chooses one with data-palette on its root."""
    blocks = []
    for name, colours in PALETTES.items():
        root = ":root" if name == "standard" else f':root[data-palette="{name}"]'
        changed = {key: value for key, value in colours.items() if name == "standard" or key not in _COMMON}
        blocks.append(f"{root} {{\n" + "".join(f"  --{key}: {value};\n" for key, value in changed.items()) + "}\n")
    return "".join(blocks)

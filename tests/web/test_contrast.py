"""The colours of the web client: texts on their grounds, barred pieces and the focus ring, in both themes.

WCAG 2.2: 4.5:1 for texts (1.4.3), 3:1 for what one has to make out (1.4.11).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nokosu.pictures.palettes import PALETTES

TOKENS = (Path(__file__).parents[2] / "web/src/style/tokens.css").read_text("utf-8")
THEMES = ("light", "dark")
TEXTS = [
    *(
        ("on-own", "own"),
        ("own-gold", "own"),
        ("on-panel", "panel"),
        ("on-panel-soft", "panel"),
        ("on-plaque", "plaque"),
    ),
    *(("ink", "paper"), ("ink-soft", "paper"), ("ink", "page"), ("ink-soft", "page"), ("accent", "paper")),
    *(("on-accent", "accent"), ("good", "paper"), ("bad", "paper"), ("on-plaque", "bar"), ("ink", "rail")),
    *(("ink-soft", "rail"), ("gold", "rail"), ("good", "rail")),
]
GROUNDS = ["paper", "page", "wood", "lamp", "felt", "rim", "panel", "own", "plaque", "bar", "rail", "accent"]
Rgb = tuple[float, float, float]


def colours(name: str, theme: str) -> list[Rgb]:
    """Every colour that a token shows in a theme; a gradient has several."""
    found = re.search(rf"--{name}:\s*([^;]+);", TOKENS)
    assert found, name
    pairs = re.sub(r"light-dark\(([^,()]+),\s*([^,()]+)\)", rf"\{1 + THEMES.index(theme)}", found[1])
    hexes = re.findall(r"#[0-9a-f]{6}(?:[0-9a-f]{2})?", pairs)
    # What is nearly opaque is taken as it is; what is not is a shade on something else.
    return [rgb(each) for each in hexes if len(each) == 7 or int(each[7:], 16) > 0xC0]


def rgb(text: str) -> Rgb:
    short = text.lstrip("#")
    full = "".join(2 * each for each in short) if len(short) == 3 else short
    return int(full[0:2], 16) / 255, int(full[2:4], 16) / 255, int(full[4:6], 16) / 255


def contrast(one: Rgb, other: Rgb) -> float:
    """1 to 21, as WCAG defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def dimmed(colour: Rgb, brightness: float, saturation: float) -> Rgb:
    """A colour as the CSS filters brightness() and saturate() leave it."""
    red, green, blue = (each * brightness for each in colour)
    grey = 0.213 * red + 0.715 * green + 0.072 * blue
    return (
        grey + (red - grey) * saturation,
        grey + (green - grey) * saturation,
        grey + (blue - grey) * saturation,
    )


def ring_faults(focus: Rgb, edge: Rgb, grounds: dict[str, list[Rgb]]) -> list[str]:
    """Grounds on which neither tone of the focus ring is seen."""
    return [
        name
        for name, shades in grounds.items()
        if any(max(contrast(focus, each), contrast(edge, each)) < 3 for each in shades)
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_are_legible_on_their_ground(text: str, ground: str, theme: str) -> None:
    worst = min(contrast(ink, each) for ink in colours(text, theme) for each in colours(ground, theme))
    assert worst >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_texts_are_legible_on_a_marked_row(theme: str) -> None:
    """One's own row in a list has a shade over the paper."""
    found = re.search(r"--glow: light-dark\((#\w+), (#\w+)\);", TOKENS)
    assert found
    glow = found[1 + THEMES.index(theme)]
    share = int(glow[7:9] or "ff", 16) / 255
    for paper in colours("paper", theme):
        shade = [share * above + (1 - share) * below for above, below in zip(rgb(glow), paper, strict=True)]
        ground = shade[0], shade[1], shade[2]
        assert min(contrast(ink, ground) for ink in colours("ink", theme)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_the_focus_ring_is_seen_on_every_ground(theme: str) -> None:
    (focus,), (edge,) = colours("focus", theme), colours("focus-edge", theme)
    grounds = {name: colours(name, theme) for name in GROUNDS}
    assert all(grounds.values())
    assert ring_faults(focus, edge, grounds) == []
    assert contrast(focus, edge) >= 9, "so no ground can be too near to both"


def test_a_ring_in_one_tone_is_found() -> None:
    """The planted fault: the ring as it was, one blue on the brown bar and the felt."""
    old = rgb("#1d4f91")
    grounds = {name: colours(name, "light") for name in GROUNDS}
    assert {"bar", "felt"} <= set(ring_faults(old, old, grounds))


@pytest.mark.parametrize("palette", PALETTES)
def test_the_numbers_of_barred_cards_stay_legible(palette: str) -> None:
    filters = re.findall(r"--dim: brightness\(([\d.]+)\) saturate\(([\d.]+)\);", TOKENS)
    assert len(filters) == TOKENS.count("--dim:") == 3
    assert "opacity" not in TOKENS[TOKENS.index("--dim:") : TOKENS.index("--dim:") + 60]
    shown = {name: rgb(value) for name, value in PALETTES[palette].items() if value.startswith("#")}
    for brightness, saturation in filters:
        ground = dimmed(shown["card"], float(brightness), float(saturation))
        for suit in "rbgyp":
            assert contrast(dimmed(shown[f"{suit}-ink"], float(brightness), float(saturation)), ground) >= 3

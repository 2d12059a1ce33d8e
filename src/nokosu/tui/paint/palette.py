"""The colours of the table: ours in dark and light, the terminal's own sixteen, and none at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from rich.color import Color
from rich.style import Style

DARK: Final = "dark"
LIGHT: Final = "light"
ANSI: Final = "ansi"
MONO: Final = "mono"
THEMES: Final = (DARK, LIGHT, ANSI)
"""What people choose from; `mono` is for NO_COLOR."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for; None is the terminal's own.

    `filled`: cards and dice are blocks of colour. Where there are too few colours, they have outlines instead.
    """

    name: str
    filled: bool
    felt: str | None
    bar: str | None
    panel: str | None
    text: str | None
    bar_text: str | None
    bar_gold: str | None
    chip: str | None
    """Letters on gold or on what is good."""
    quiet: str | None
    accent: str | None
    gold: str | None
    good: str | None
    bad: str | None
    paper: str | None
    back: str | None
    ink: dict[str, str | None]
    word: dict[str, str | None]
    """Pieces that are named in a sentence."""
    die: dict[str, str | None]
    pip: dict[str, str | None]

    def style(
        self,
        colour: str | None = None,
        on: str | None = None,
        *,
        bold: bool = False,
        faint: bool = False,
        reverse: bool = False,
    ) -> Style:
        """Return a style; `faint` says that something cannot be used now."""
        if faint and self.filled and colour and on and self.felt:
            return _style(mixed(colour, self.felt), mixed(on, self.felt), bold, False, False)
        return _style(colour, on, bold, faint and not self.filled, reverse)

    @property
    def felt_text(self) -> Style:
        return self.style(self.text, self.felt)

    @property
    def felt_quiet(self) -> Style:
        return self.style(self.quiet, self.felt, faint=not self.filled)


@cache
def _style(colour: str | None, on: str | None, bold: bool, faint: bool, reverse: bool) -> Style:  # noqa: FBT001  cached
    return Style(color=colour, bgcolor=on, bold=bold or None, dim=faint or None, reverse=reverse or None)


@cache
def mixed(colour: str, felt: str, share: float = 0.62) -> str:
    """Return a colour that fades into the felt; it stays opaque."""
    one, other = Color.parse(colour).get_truecolor(), Color.parse(felt).get_truecolor()
    parts = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


_DICE: Final = {"R": "#c73a2f", "B": "#2a6cc0", "G": "#2c8a47", "Y": "#e3ad1f", "P": "#7d43a8", "Z": "#15120f"}
_PIPS: Final = {"R": "#fff4e6", "B": "#eef5ff", "G": "#effbe9", "Y": "#33230a", "P": "#f8eeff", "Z": "#f0e2c4"}

_PALETTES: Final = {
    DARK: Palette(
        name=DARK,
        filled=True,
        felt="#15332a",
        bar="#37241a",
        panel="#1e4438",
        text="#f3e8d3",
        bar_text="#f3e8d3",
        bar_gold="#ffd35c",
        chip="#241703",
        quiet="#93ab9d",
        accent="#f2b950",
        gold="#ffd35c",
        good="#8fd694",
        bad="#f0907e",
        paper="#f6ecd8",
        back="#7a3b2a",
        ink={"R": "#b3261e", "B": "#1c54a3", "G": "#1f6e37", "Y": "#8f6400", "P": "#6a2f96", "Z": "#15120f"},
        word={"R": "#ff9a8c", "B": "#93c4ff", "G": "#93e2a5", "Y": "#ffdb70", "P": "#dcb0ff"},
        die=dict(_DICE),
        pip=dict(_PIPS),
    ),
    LIGHT: Palette(
        name=LIGHT,
        filled=True,
        felt="#c9dcc6",
        bar="#7a5231",
        panel="#dbe9d7",
        text="#221a12",
        bar_text="#f9efdc",
        bar_gold="#ffd97a",
        chip="#fff6e0",
        quiet="#54695a",
        accent="#9a4a00",
        gold="#8a5a00",
        good="#1c6b33",
        bad="#a5271c",
        paper="#fffdf7",
        back="#a85b44",
        ink={"R": "#b3261e", "B": "#1c54a3", "G": "#1f6e37", "Y": "#8a6000", "P": "#6a2f96", "Z": "#15120f"},
        word={"R": "#a3211a", "B": "#17498f", "G": "#185c2d", "Y": "#6b4a00", "P": "#5c2784"},
        die=dict(_DICE),
        pip=dict(_PIPS),
    ),
    ANSI: Palette(
        name=ANSI,
        filled=False,
        felt="default",
        bar="default",
        panel="default",
        text="default",
        bar_text="default",
        bar_gold="yellow",
        chip="default",
        quiet="default",
        accent="cyan",
        gold="yellow",
        good="green",
        bad="red",
        paper="default",
        back="default",
        ink={"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "magenta", "Z": "default"},
        word={"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "magenta"},
        die={"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "magenta", "Z": "bright_black"},
        pip={
            "R": "bright_white",
            "B": "bright_white",
            "G": "black",
            "Y": "black",
            "P": "bright_white",
            "Z": "bright_white",
        },
    ),
    MONO: Palette(
        name=MONO,
        filled=False,
        felt=None,
        bar=None,
        panel=None,
        text=None,
        bar_text=None,
        bar_gold=None,
        chip=None,
        quiet=None,
        accent=None,
        gold=None,
        good=None,
        bad=None,
        paper=None,
        back=None,
        ink=dict.fromkeys("RBGYPZ"),
        word=dict.fromkeys("RBGYP"),
        die=dict.fromkeys("RBGYPZ"),
        pip=dict.fromkeys("RBGYPZ"),
    ),
}


def palette(name: str) -> Palette:
    """Return a palette by name. Raises KeyError for an unknown one."""
    return _PALETTES[name]

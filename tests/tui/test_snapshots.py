"""Every screen looks as it did: letters and styles, in two sizes, in both themes and in Japanese."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.tui.paint import palette
from tests.night import NIGHTLY
from tests.tui.snapshots import GOLDEN, LOOKS, Size, named, snapshots, written

FEW = (LOOKS[2], LOOKS[4])
"""Both sizes and themes, and Japanese; `make nightly` has all six."""


def golden(size: Size, theme: str, language: str) -> str:
    return (GOLDEN / f"{named(size, theme, language)}.txt").read_text("utf-8")


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS if NIGHTLY else FEW)
async def test_every_screen_is_as_it_was(size: Size, theme: str, language: str) -> None:
    """If a change is wanted: `python -m tests.tui.snapshots`, and look at the difference."""
    assert written(await snapshots(size, theme, language)).splitlines() == golden(size, theme, language).splitlines()


@pytest.mark.parametrize("planted", ["colour", "letter"])
async def test_a_planted_change_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another shade of gold, or another word."""
    if planted == "colour":
        dark = palette._PALETTES["dark"]
        monkeypatch.setitem(palette._PALETTES, "dark", replace(dark, gold="#ffd35d"))
    else:
        monkeypatch.setattr("nokosu.tui.words.where", lambda *_: "Round 1 of 2")
    (found,) = (await snapshots(*LOOKS[0], only="draft")).values()
    before = golden(*LOOKS[0]).split("== ")[1].splitlines()[1:]
    differing = [(old, new) for old, new in zip(before, found, strict=True) if old != new]
    assert differing
    assert (planted == "letter") == any(old[5:] != new[5:] for old, new in differing)

"""The tables in docs/characters.md: who there is, stupid moves and strengths."""

from typing import Final

from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import TEXTS
from nokosu.locale import Texts
from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "characters.md"
ANIMALS: Final = {
    "mochi": "a chick",
    "bruno": "a bear",
    "lili": "a mouse",
    "hana": "a rabbit",
    "zora": "a bat",
    "tofu": "a cat",
    "otto": "a dog",
    "vera": "a fox",
    "hugo": "an owl",
    "greta": "a hedgehog",
    "kame": "a turtle",
    "nori": "an octopus",
    "ryu": "a dragon",
}
"""Whose face each of them has (nokosu/pictures/faces.py)."""


def everybody() -> str:
    """Return one row per character, weakest first: its face, its level and the bot that plays."""
    said = Texts("en").t
    rows = (
        (f"{name.title()}, {ANIMALS[name]}", said(TEXTS[each.level]), f"`{each.spec}`")
        for name, each in CHARACTERS.items()
    )
    return table(("character", "level", "plays as"), rows)


def strengths() -> str:
    """Return one row per character that was measured, strongest first."""
    rows = []
    for rank in numbers("characters")["ranking"]:
        mean, low, high = (f"{rank[name]:+.1f}".replace("-", "−") for name in ("strength", "low", "high"))
        rows.append((rank["bot"].title(), f"`{rank['plays_as']}`", mean, f"{low} to {high}"))
    return table(("character", "played as", "strength", "95 %"), rows)


def stupid() -> str:
    """Return one row per character: stupid moves of each kind per 1,000 situations."""
    data = numbers("stupid")["rows"]
    kinds = list(dict.fromkeys(row["kind"] for row in data))
    found = {(row["bot"], row["kind"]): row for row in data}
    rows = []
    for name in CHARACTERS:
        cells = [found.get((name, kind)) for kind in kinds]
        said = [f"{cell['per_1000']:.0f} ({cell['at_most']:.0f})" if cell else "–" for cell in cells]
        rows.append((name.title(), *said))
    counts = [str(next(row["situations"] for row in data if row["kind"] == kind)) for kind in kinds]
    return table(("character", *kinds), [*rows, ("situations", *counts)])


def page(old: str) -> str:
    """Return the page with its tables renewed."""
    return renewed(old, "characters", {"everybody": everybody(), "stupid": stupid(), "strengths": strengths()})

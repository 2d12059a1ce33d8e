"""The tables in docs/characters.md: stupid moves and strengths."""

from typing import Final

from nokosu.bots.characters import CHARACTERS
from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "characters.md"


def strengths() -> str:
    """Return one row per character that was measured, strongest first."""
    rows = []
    for rank in numbers("characters")["ranking"]:
        mean, low, high = (f"{rank[name]:+.1f}".replace("-", "−") for name in ("strength", "low", "high"))
        rows.append((rank["bot"].title(), f"`{CHARACTERS[rank['bot']].spec}`", mean, f"{low} to {high}"))
    return table(("character", "plays as", "strength", "95 %"), rows)


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
    return renewed(old, "characters", {"stupid": stupid(), "strengths": strengths()})

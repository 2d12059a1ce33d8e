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

STYLE: Final = {
    "zeros": "zeros tried",
    "high_targets": "targets of 4 and more",
    "trumps_led": "trumps among its leads",
}
"""What bench/style.py measures that shows how somebody plays."""


def everybody() -> str:
    """Return one row per character, weakest first: its face, its level and the bot that plays."""
    said = Texts("en").t
    rows = (
        (f"{name.title()}, {ANIMALS[name]}", said(TEXTS[each.level]), f"`{each.spec}`")
        for name, each in CHARACTERS.items()
    )
    return table(("character", "level", "plays as"), rows)


def strengths() -> str:
    """Return one row per character, strongest first: its strength, and what it gains on the one before it."""
    data = numbers("characters")
    steps = {step["stronger"]: step for step in data["steps"]}
    rows = []
    for rank in data["ranking"]:
        step, gained, rounds = steps.get(rank["bot"]), "–", "–"
        if step:
            mean, low, high = (_signed(step[name]) for name in ("mean", "low", "high"))
            gained, rounds = f"{mean} ({low} to {high})", str(step["rounds"])
        rows.append((rank["bot"].title(), f"`{rank['plays_as']}`", _signed(rank["strength"]), gained, rounds))
    return table(("character", "played as", "strength", "over the one below", "rounds"), rows)


def style() -> str:
    """Return one row per character, weakest first: what it does, the most of each in bold."""
    rows = numbers("style")["rows"]
    most = {name: max(row[name] for row in rows) for name in STYLE}
    cells = []
    for row in rows:
        said = (_share(row[name], bold=row[name] == most[name]) for name in STYLE)
        zeros = "–" if row["zeros_made"] is None else f"{row['zeros_made']:.0%}"
        margin = _signed(row["margin"]["mean"])
        cells.append((row["bot"].title(), *said, zeros, f"{row['made']:.0%}", margin, row["rounds"]))
    return table(("character", *STYLE.values(), "of its zeros made", "targets hit", "over Otto", "rounds"), cells)


def _share(share: float, *, bold: bool) -> str:
    said = f"{100 * share:.1f}%" if share < 0.1 else f"{share:.0%}"
    return f"**{said}**" if bold else said


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def stupid() -> str:
    """Return one row per character: stupid moves of each kind per 1,000 situations."""
    data = numbers("stupid")["rows"]
    kinds = list(dict.fromkeys(row["kind"] for row in data))
    found = {(row["bot"], row["kind"]): row for row in data}
    rows = []
    for name in dict.fromkeys(row["bot"] for row in data):
        cells = [found.get((name, kind)) for kind in kinds]
        said = [f"{cell['per_1000']:.0f} ({cell['at_most']:.0f})" if cell else "–" for cell in cells]
        rows.append((name.title() if name in CHARACTERS else f"level {name}", *said))
    counts = [str(max(row["situations"] for row in data if row["kind"] == kind)) for kind in kinds]
    names = [kind.replace("contract", "target") for kind in kinds]
    return table(("character", *names), [*rows, ("situations", *counts)])


def page(old: str) -> str:
    """Return the page with its tables renewed."""
    parts = {"everybody": everybody(), "style": style(), "stupid": stupid(), "strengths": strengths()}
    return renewed(old, "characters", parts)

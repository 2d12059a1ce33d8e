"""The first table of docs/glossary.md: the words of the game, as the rule book has them, in alphabetical order."""

from __future__ import annotations

import re
from typing import Final

from nokosu.locale import Texts
from tools.pages import DOCS, renewed, table
from tools.rulebook.clauses import GLOSSARY

PAGE: Final = DOCS / "glossary.md"
_CLAUSES: Final = re.compile(r" \(([A-Z]\d.*?)\)$")


def words() -> str:
    """Return one row per word of the game."""
    said = Texts("en").t
    rows = (
        (said(f"rules.glossary.{word}"), _CLAUSES.sub("", said(f"rules.glossary.{word}-is")), _clauses(word))
        for word in GLOSSARY
    )
    return table(("word", "meaning", "clause"), sorted(rows))


def _clauses(word: str) -> str:
    found = _CLAUSES.search(Texts("en").t(f"rules.glossary.{word}-is"))
    return found[1] if found else "–"


def page(old: str) -> str:
    """Return the page with its table renewed."""
    return renewed(old, "glossary", {"words": words()})

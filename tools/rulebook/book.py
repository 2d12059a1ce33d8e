"""The rule book as data, for docs/rules*.md (`python -m tools.rulebook`) and for the web client's rules page.

It is written once, in the catalogues (`rules.*`), in every language; its numbers come from the editions' data.
"""

from __future__ import annotations

from typing import Final

from tools.messages import Use
from tools.rulebook import clauses, played, teaching
from tools.rulebook.blocks import Block, Link, Paragraph, Text, said


def book() -> list[Block]:
    """Return the whole book, in order."""
    return [
        Paragraph(Text("rules.lead")),
        Paragraph(Text("rules.start", {"short": Link("short"), "clauses": Link("clauses")})),
        *teaching.tricks(),
        *teaching.material(),
        *teaching.short(),
        *played.played_round(),
        *teaching.differences(),
        *clauses.clauses(),
        *clauses.open_points(),
        *clauses.glossary(),
    ]


# Messages around the blocks: in both forms of the book, or in the documents alone.
AROUND: Final = {
    "rules.title": (),
    "rules.example": (),
    "rules.next": (),
    "rules.section": ("letter", "title"),
    "rules.alt-card": ("colour", "number"),
    "rules.alt-die": ("colour", "number"),
    "rules.alt-zero": (),
}


def book_uses() -> list[Use]:
    """Return every message id of the book, for the catalogues."""
    uses = {Use(text.id, "rule_book", params=frozenset(text.params)) for text in said(book())}
    return sorted(uses | {Use(name, "rule_book", params=frozenset(params)) for name, params in AROUND.items()})

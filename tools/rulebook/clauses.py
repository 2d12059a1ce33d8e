"""The second half of the book: the numbered clauses, what the sources leave open, the glossary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nokosu import editions
from tools.rulebook.blocks import Block, Heading, Link, Paragraph, Table, Text, texts
from tools.rulebook.teaching import COUNTS, NONE

SECTIONS: Final = {"C": 6, "D": 7, "Z": 8, "T": 3, "F": 6, "W": 5, "S": 4, "M": 7, "H": 4}
"""The clauses: so many under each letter."""
EXAMPLES: Final = ("C4", "D7", "Z4", "Z7", "T2", "T3", "F2", "F4", "F6", "W3", "W4", "S4", "M5")


def clauses() -> Iterator[Block]:
    """Yield the rules in full."""
    yield Heading(2, Text("rules.clauses.title"), "clauses")
    yield Paragraph(Text("rules.clauses.intro"))
    params = _clause_params()
    for letter, last in SECTIONS.items():
        yield Heading(3, Text(f"rules.{letter.lower()}"), letter=letter)
        if letter == "Z":
            yield Paragraph(Text("rules.z-intro"))
        for number in range(1, last + 1):
            clause = f"{letter}{number}"
            yield Paragraph(Text(f"rules.{clause.lower()}", params.get(clause, {})), clause)
            if clause == "S4":
                yield _bonuses()
            if clause in EXAMPLES:
                yield Paragraph(Text(f"rules.{clause.lower()}-example"), example=True)


def _clause_params() -> dict[str, dict[str, int | str | Link]]:
    usual = editions.load(editions.DEFAULT)
    three, manual = editions.ruleset(editions.DEFAULT, 3), editions.ruleset("manual", 3)
    words = dict(zip(COUNTS, ("three", "four", "five"), strict=True))

    def each(name: str) -> dict[str, int | str | Link]:
        numbers = {words[players]: getattr(usual.players[players], name) for players in COUNTS}
        return {**numbers, "numbers": Link("numbers")}

    return {
        "C6": {"cards": len(three.deck), "dice": len(three.bag), "manual": len(manual.bag)},
        "D1": each("cards_each"),
        "D3": each("drawn_each"),
        "D4": each("pool_size"),
        "D6": {"picks": three.picks_each},
        "S1": {"points": usual.trick_points},
        "S3": {"points": usual.bonus},
        "S4": {"points": usual.zero_bonus},
        "M2": {"editions": Link("editions")},
    }


def _bonuses() -> Table:
    bonus = editions.load(editions.DEFAULT).bonus
    counts = tuple((Text("rules.editions.n-players", {"n": players}),) for players in COUNTS)
    rows = tuple(
        ((str(made),), *((str(bonus * (players - made)) if made <= players else NONE,) for players in COUNTS))
        for made in range(1, max(COUNTS) + 1)
    )
    return Table((*texts("rules.s-made"), *counts), rows)


OPEN: Final = {
    "rounds": "M2, M6",
    "removes": "Z1, Z3",
    "last-die": "F2",
    "colour": "C6, M7",
    "how-often": "M7",
    "dice": "C6",
    "odd-card": "D2, H3",
    "looking-back": "H2",
    "beating": "W4",
    "middle": "D4",
    "duty": "F5",
    "tie-zero": "M5",
    "first-dealer": "M1",
    "when-back": "Z6",
    "revoke": "F4",
}
"""Where the sources are silent or disagree, and the clauses that decide it."""


def open_points() -> Iterator[Block]:
    """Yield how we read what the sources leave open."""
    yield Heading(2, Text("rules.open.title"), "open")
    yield Paragraph(Text("rules.open.intro"))
    dice: dict[str, int | str | Link] = {"dice": len(editions.ruleset("manual", 3).bag)}
    rows = tuple(
        (
            *texts(f"rules.open.{point}", f"rules.open.{point}-open"),
            (Text(f"rules.open.{point}-ours", dice if point == "dice" else {}),),
            (clauses,),
        )
        for point, clauses in OPEN.items()
    )
    yield Table(texts(*(f"rules.open.{column}" for column in ("point", "open", "ours", "clause"))), rows)


GLOSSARY: Final = (
    *("piece", "bag", "middle", "draft", "zero", "trump", "suit", "playable", "leftover", "lead", "follow"),
    *("trick", "twin", "contract", "dealer", "match", "round"),
)
"""In the order of the clauses that introduce them, which is the same in every language."""


def glossary() -> Iterator[Block]:
    """Yield the words of the game."""
    yield Heading(2, Text("rules.glossary.title"), "glossary")
    rows = tuple(texts(f"rules.glossary.{word}", f"rules.glossary.{word}-is") for word in GLOSSARY)
    yield Table(texts("rules.glossary.word", "rules.glossary.meaning"), rows)

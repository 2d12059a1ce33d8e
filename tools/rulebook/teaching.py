"""The first half of the book: tricks explained, material and numbers, a round in short, the editions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nokosu import editions
from nokosu.core.ruleset import Ruleset, TieRule, ZeroRule
from tools.rulebook.blocks import Block, Cell, Heading, Paragraph, Picture, Steps, Table, Text, texts

COUNTS: Final = (3, 4, 5)
NONE: Final = "–"


def tricks() -> Iterator[Block]:
    """Yield what a trick-taking game is."""
    yield Heading(2, Text("rules.new.title"), "tricks")
    yield Paragraph(Text("rules.new.trick"))
    yield Paragraph(Text("rules.new.follow"))
    yield Picture(("R3", "R6", "G7"), (1,), Text("rules.new.follow-picture"))
    yield Paragraph(Text("rules.new.trump"))
    yield Picture(("R3", "R6", "B1"), (2,), Text("rules.new.trump-picture"))
    yield Paragraph(Text("rules.new.dice"))
    yield Picture(("G3", "dG3"), (), Text("rules.new.dice-picture"))
    yield Paragraph(Text("rules.new.goal"))


def material() -> Iterator[Block]:
    """Cards and dice, and their numbers for each number of players."""
    yield Heading(2, Text("rules.box.title"), "box")
    yield Paragraph(Text("rules.box.cards"))
    yield Picture(("R0", "B1", "G2", "Y3", "P7"))
    yield Paragraph(Text("rules.box.dice"))
    yield Picture(("dR1", "dB2", "dG3", "dY4", "dP6"))
    yield Paragraph(Text("rules.box.zero"))
    yield Picture(("zero", "zero"))
    yield Paragraph(Text("rules.box.edition"))
    yield Paragraph(Text("rules.box.three"))
    yield Paragraph(Text("rules.notation"))
    yield Heading(2, Text("rules.numbers.title"), "numbers")
    yield _numbers()
    four = editions.ruleset(editions.DEFAULT, 4)
    told = {"cards": four.cards_each, "drawn": four.drawn_each, "picks": four.picks_each, "tricks": four.tricks}
    yield Paragraph(Text("rules.numbers.note", dict(told)))


def _numbers() -> Table:
    """Return one row per number of players, and one per edition that differs from the default or the first."""
    rows: list[tuple[Cell, ...]] = []
    for players in COUNTS:
        usual = _row_of_numbers(editions.ruleset(editions.DEFAULT, players))
        rows.append(((str(players),), *usual))
        for name, count in editions.pairs():
            own = _row_of_numbers(editions.ruleset(name, players)) if count == players else usual
            if own != usual:
                rows.append(((Text("rules.n.in-edition", {"n": players, "edition": name}),), *own))
    head = ("players", "cards", "cards-each", "aside", "dice", "drawn", "middle", "picks", "tricks")
    return Table(texts(*(f"rules.n.{name}" for name in head)), tuple(rows))


def _row_of_numbers(rules: Ruleset) -> tuple[Cell, ...]:
    counted = (
        *(len(rules.deck), rules.cards_each, rules.aside, len(rules.bag)),
        *(rules.drawn_each, rules.pool_size, rules.picks_each, rules.tricks),
    )
    return tuple((str(number),) for number in counted)


def short() -> Iterator[Block]:
    """Yield the phases of a round."""
    yield Heading(2, Text("rules.short.title"), "short")
    yield Steps(tuple(Text(f"rules.short.{step}") for step in ("dealer", "deal", "roll", "draft", "play", "score")))
    yield Paragraph(Text("rules.short.zero"))


def differences() -> Iterator[Block]:
    """Yield what the editions do differently."""
    yield Heading(2, Text("rules.editions.title"), "editions")
    yield Paragraph(Text("rules.editions.intro"))
    yield Table(
        texts("rules.editions.edition", "rules.editions.what", "rules.n.players", "rules.editions.zero")
        + texts("rules.editions.ties", "rules.editions.removed"),
        tuple(_edition(name) for name in editions.names()),
    )
    yield Paragraph(Text("rules.editions.rounds"))
    counts = tuple((Text("rules.editions.n-players", {"n": players}),) for players in COUNTS)
    yield Table(
        texts("rules.editions.edition", "rules.editions.rule") + counts,
        tuple(_rounds(name) for name in editions.names()),
    )
    yield Paragraph(Text("rules.editions.rest"))


def _edition(name: str) -> tuple[Cell, ...]:
    edition = editions.load(name)
    zero = {ZeroRule.BLACK_DICE: "zero-black", ZeroRule.DECLARED: "zero-declared"}[edition.zero_rule]
    tie = {TieRule.SHARED: "tie-shared", TieRule.LEFTOVER: "tie-leftover"}[edition.tie_rule]
    removed = "removed-choice" if edition.offers_colour(3) else "removed-purple"
    what, *rest = (f"rules.editions.{which}" for which in (f"what-{name}", zero, tie, removed))
    players = ", ".join(str(count) for count in sorted(edition.players))
    return ((f"`{name}`",), (Text(what),), (players,), *texts(*rest))


def _rounds(name: str) -> tuple[Cell, ...]:
    rounds = {players: numbers.rounds for players, numbers in editions.load(name).players.items()}
    rule = next(
        rule
        for rule, count in (("one-each", lambda n: n), ("one-more", lambda n: n + 1), ("four", lambda _: 4))
        if all(number == count(players) for players, number in rounds.items())
    )
    counted = tuple((str(rounds.get(players, NONE)),) for players in COUNTS)
    return ((f"`{name}`",), (Text(f"rules.editions.rounds-{rule}"),), *counted)

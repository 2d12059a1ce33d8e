"""docs/rules*.md and their pictures are what tools/rulebook writes, and say the same in every language."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.locale import Texts, languages
from nokosu.pictures import picture
from tools.rulebook import pictures
from tools.rulebook.__main__ import DOCS, files
from tools.rulebook.blocks import Paragraph, Text, said
from tools.rulebook.book import book
from tools.rulebook.library import FOLDER
from tools.rulebook.markdown import PICTURES, markdown
from tools.rulebook.played import NAMES, whole_round

CITED = re.compile(r"(?<![\w`])[CDZTFWSMH]\d+")
CODE = re.compile(r"`([^`]+)`")
ENGLISH = markdown("en")


def clause(name: str) -> str:
    return str(re.findall(rf"^\*\*{name}\*\* (.*)$", ENGLISH, re.MULTILINE)[0])


def stale(made: dict[str, str], folder: Path) -> list[str]:
    """What is missing, differs or is shown no more."""
    drawn = [path for pictures in (PICTURES, FOLDER) for path in sorted(folder.glob(f"{pictures}/*"))]
    there = {str(path.relative_to(folder)): path.read_text("utf-8") for path in drawn}
    there |= {path.name: path.read_text("utf-8") for path in sorted(folder.glob("rules*.md"))}
    return sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))


def test_the_documents_and_pictures_are_up_to_date() -> None:
    assert stale(files(), DOCS) == [], "run `python -m tools.rulebook`"


def test_what_is_stale_is_found(tmp_path: Path) -> None:
    (tmp_path / PICTURES).mkdir(parents=True)
    (tmp_path / PICTURES / "R9.svg").write_text("<svg/>")
    (tmp_path / "rules.md").write_text("old")
    made = {"rules.md": "new", "rules.fr.md": "neuf"}
    assert stale(made, tmp_path) == [f"{PICTURES}/R9.svg", "rules.fr.md", "rules.md"]


def words(text: Text, language: str) -> str:
    return Texts(language).t(text.id, **dict.fromkeys(text.params, ""))


def differences(one: str, other: str) -> list[str]:
    """The clauses and pieces that only one of two wordings names."""
    pairs = ((set(found(one)), set(found(other))) for found in (CITED.findall, CODE.findall))
    return sorted(name for mine, theirs in pairs for name in mine ^ theirs)


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_every_language_cites_the_same_clauses_and_pieces(language: str) -> None:
    for text in said(book()):
        assert differences(words(text, "en"), words(text, language)) == [], text.id


def test_another_clause_or_piece_in_a_translation_is_found() -> None:
    assert differences("`R4` is a trump (T1, T2).", "`R4` adu (T1, T3).") == ["T2", "T3"]
    assert differences("`R4` follows `dG5`.", "`R4`, `dG6`.") == ["dG5", "dG6"]


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("F1", "clockwise from the leader"),
        ("W1", "The winner takes the trick"),
        ("S1", "write down everybody’s points"),
        ("M1", "one player is the dealer"),
        ("D1", "The dealer (M1)"),
        *((name, "with three players, {four} with four, {five} with five") for name in ("D1", "D3", "D4")),
        *((name, "[Numbers](#numbers)") for name in ("D1", "D3", "D4")),
        ("Z8", "every coloured die: none of them is kept"),
        ("M6", "from 1 to 20"),
    ],
)
def test_the_rules_say_it(name: str, fact: str) -> None:
    fields = {"D1": "cards_each", "D3": "drawn_each", "D4": "pool_size"}
    if name in fields and "{" in fact:
        players = editions.load(editions.DEFAULT).players
        four, five = (str(getattr(players[count], fields[name])) for count in (4, 5))
        fact = string.Formatter().format(fact, four=four, five=five)
    assert fact in clause(name)


def test_the_dealer_is_explained_before_the_word_is_used() -> None:
    assert ENGLISH.index("One player is the *dealer*") <= ENGLISH.index("dealer")


def test_S3_nobody_pays_in_the_readme() -> None:
    readme = " ".join((DOCS.parent / "README.md").read_text("utf-8").split())
    assert "pays you" not in readme
    for name in editions.names():
        assert f"you score {editions.load(name).bonus} points for each player who missed" in readme


def test_a_round_in_short_is_true_for_zero_too() -> None:
    step = Texts("en").t("rules.short.play")
    assert "if you promised zero, you play all your coloured dice" in step


# The round that is played through


def test_the_sentences_about_a_trick_name_pieces_of_that_round() -> None:
    round_ = whole_round()
    assert len(round_.tricks) == round_.ruleset.tricks
    for number, won in enumerate(round_.tricks, 1):
        later = [piece for trick in round_.tricks[number - 1 :] for piece in trick.trick.plays]
        held = {str(piece) for piece in (*later, *(contract.leftover for contract in round_.contracts))}
        named = set(CODE.findall(Texts("en").t(f"rules.round.{number}")))
        assert named <= held, number
        assert won.winner in range(len(NAMES))


def test_the_round_shows_what_it_should_teach() -> None:
    round_ = whole_round()
    assert [score.made for score in round_.score] == [False, True, True]
    assert round_.zero == (False, False, True)
    assert str(round_.trump) == "dB4"
    assert [score.total for score in round_.score] == [8, 14, 20]


# Pictures


def test_the_pictures_are_those_of_the_package() -> None:
    assert pictures.drawn("dR3") == picture("dR3", pictures.WIDTH)


@pytest.mark.parametrize("part", ["clause", "example"])
def test_clauses_and_examples_are_there(part: str) -> None:
    has: Callable[[Paragraph], object] = {"clause": lambda p: p.clause, "example": lambda p: p.example}[part]
    assert sum(bool(has(block)) for block in book() if isinstance(block, Paragraph)) > 10

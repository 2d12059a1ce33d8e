"""docs/notation.md: its examples are read as they are written, and docs/house-rules.md shows a file that works."""

import re
from pathlib import Path

import pytest

from nokosu.editions import parse_edition
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from nokosu.record.round_text import parse_round, round_text

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "notation.md").read_text("utf-8")
LINES = re.findall(r"^nokosu/1 .*$", PAGE, re.MULTILINE)
ROUNDS = [line for line in LINES if " points " in line]
POSITIONS = [line for line in LINES if line not in ROUNDS]


def test_there_are_examples() -> None:
    assert len(POSITIONS) >= 3
    assert len(ROUNDS) >= 1


@pytest.mark.parametrize("line", POSITIONS)
def test_a_position_is_read_and_written_as_on_the_page(line: str) -> None:
    assert str(parse_position(line)) == line


@pytest.mark.parametrize("line", ROUNDS)
def test_a_round_is_read_and_written_as_on_the_page(line: str) -> None:
    assert round_text(parse_round(line)) == line


def test_the_grammar_has_every_field_of_the_table() -> None:
    grammar = PAGE.split("```ebnf")[1].split("```")[0]
    rows = re.findall(r"^\| \*?`([a-z]+)`\*? \|", PAGE.split("## A position in one line")[1], re.MULTILINE)
    assert rows == re.findall(r'" ([a-z]+):"', grammar)


def test_every_symbol_of_the_grammar_is_defined() -> None:
    grammar = "\n".join(re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL))
    defined = set(re.findall(r"^([a-z][a-z ]*?) +=", grammar, re.MULTILINE))
    used = set(re.findall(r"[a-z][a-z ]*[a-z]", re.sub(r'"[^"]*"', '""', grammar)))
    assert used - defined == {"small letter", "digit", "nonzero digit", "hex"}


def test_the_file_of_house_rules_on_its_page_works() -> None:
    page = (DOCS / "house-rules.md").read_text("utf-8")
    file = page.split("```toml\n")[1].split("```")[0]
    edition = parse_edition(file, "house.toml")
    assert (edition.name, edition.ruleset(4).bonus) == ("our-club", 7)


def test_the_error_on_the_page_is_what_a_reader_says() -> None:
    told = re.findall(r"`(notation, column .*)`", PAGE)
    text = POSITIONS[1].replace("B36G02Y145", "B136G02Y45").replace("tricks:B5,B1", "tricks:B5,Y1")
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    assert told == [str(refused.value)]

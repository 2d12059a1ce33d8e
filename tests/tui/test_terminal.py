"""A match in a real terminal: in every language, wide and narrow, with and without colours."""

import re

import pytest
from rich.cells import cell_len

from nokosu.face.colour import SYMBOLS
from nokosu.locale import Texts, languages
from tests.tui.terminal import COLOURS, plain, shown

MATCH = ("play", "--players", "3", "--rounds", "1", "--bot", "random", "--seed", "1")
PIECE = re.compile(r"(.?)d?([RBGYP])[0-7](?![A-Za-z0-9])")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("language", languages())
def test_a_whole_match_fits_the_terminal(language: str, columns: int) -> None:
    lines = plain(shown(*MATCH, columns=columns, NOKOSU_LANGUAGE=language))
    assert Texts(language).t("play.left") not in lines
    assert max(map(cell_len, lines)) <= columns
    pieces = [found for line in lines for found in PIECE.findall(line.replace("d", ""))]
    assert len(pieces) > 100
    assert {before for before, colour in pieces if before != SYMBOLS[colour]} == set()


@pytest.mark.parametrize("language", languages())
def test_columns_are_aligned_in_wide_characters_too(language: str) -> None:
    lines = plain(shown(*MATCH, columns=100, typed="q\n", NOKOSU_LANGUAGE=language))
    seats = [line for line in lines if re.match(r"\S+( \d)? +0 ", line)]
    assert len(seats) == 3
    assert len({cell_len(re.split("[♦●▲★☾]", line)[0]) for line in seats}) == 1


def test_options_are_in_the_readers_language() -> None:
    said = "\n".join(plain(shown(*MATCH, columns=100, NOKOSU_LANGUAGE="fr")))
    assert "À vous de jouer :" in said
    assert "atout" in said
    assert not re.search(r"\b(take|play|zero|pass|red|blue|trump)\b", said.replace("random", ""))


def test_a_colour_terminal_gets_colours() -> None:
    assert COLOURS.search(shown(*MATCH, columns=80, typed="q\n"))


def test_no_color_keeps_the_symbols() -> None:
    said = shown(*MATCH, columns=80, typed="q\n", NO_COLOR="1")
    assert not COLOURS.search(said)
    assert any(symbol in said for symbol in SYMBOLS.values())


@pytest.mark.parametrize("how", ["--plain", "dumb"])
def test_plain_text_has_neither_colours_nor_symbols_nor_lines(how: str) -> None:
    arguments = (*MATCH, "--plain") if how == "--plain" else MATCH
    said = shown(*arguments, columns=80, typed="q\n", TERM="dumb" if how == "dumb" else "xterm-256color")
    assert not re.search(r"\x1b\[[0-9;]*m", said)
    assert not set(said) & {*SYMBOLS.values(), "─"}
    assert "dR" in said


def test_a_terminal_without_the_symbols_shows_letters() -> None:
    said = shown(*MATCH, columns=80, typed="q\n", PYTHONIOENCODING="latin-1")
    assert "?" not in said.split("Take a die:")[1]
    assert COLOURS.search(said)

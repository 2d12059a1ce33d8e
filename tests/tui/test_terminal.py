"""A match in words in a real terminal: in every language, and where nothing can be drawn."""

import re

import pytest
from rich.cells import cell_len

from nokosu.api.colour import SYMBOLS
from nokosu.locale import Texts, languages
from tests.tui.terminal import plain, shown

MATCH = ("play", "--plain", "--players", "3", "--rounds", "1", "--bot", "random", "--seed", "1")


@pytest.mark.parametrize("language", languages())
def test_a_whole_match_in_words(language: str) -> None:
    lines = plain(shown(*MATCH, columns=80, NOKOSU_LANGUAGE=language))
    assert Texts(language).t("play.left") not in lines
    assert any(re.search(r"\bd?[RBGYP][0-7]", line) for line in lines)


@pytest.mark.parametrize("language", languages())
def test_columns_are_aligned_in_wide_characters_too(language: str) -> None:
    lines = plain(shown(*MATCH, columns=100, typed="q\n", NOKOSU_LANGUAGE=language))
    seats = [line for line in lines if re.match(r"\S+( \d)? +0 ", line)]
    assert len(seats) == 3
    assert len({cell_len(re.split("d[RBGYP][1-6]", line)[0]) for line in seats}) == 1


def test_options_are_in_the_readers_language() -> None:
    said = "\n".join(plain(shown(*MATCH, columns=100, NOKOSU_LANGUAGE="fr")))
    assert "À vous de jouer\N{NO-BREAK SPACE}:" in said
    assert "atout" in said
    assert not re.search(r"\b(take|play|zero|pass|red|blue|trump)\b", said.replace("random", ""))


@pytest.mark.parametrize("how", ["--plain", "dumb"])
def test_plain_text_has_neither_colours_nor_symbols_nor_lines(how: str) -> None:
    arguments = tuple(each for each in MATCH if how == "--plain" or each != "--plain")
    said = shown(*arguments, columns=80, typed="q\n", TERM="dumb" if how == "dumb" else "xterm-256color")
    assert not re.search(r"\x1b\[[0-9;]*m", said)
    assert not set(said) & {*SYMBOLS.values(), "─"}
    assert "dR" in said

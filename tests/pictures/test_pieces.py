"""Cards and dice as SVG: well formed, told apart without colour, with nothing but the palette's colours."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from nokosu.pictures import PALETTES, document, picture, placed
from nokosu.pictures.palettes import variable
from nokosu.pictures.pieces import art, height
from tools.web_digits import DIGITS
from tools.web_pieces import drawings

CARDS = [f"{suit}{number}" for suit in "RBGYP" for number in range(8)]
DICE = [f"d{suit}{number}" for suit in "RBGYP" for number in range(1, 7)]
OTHERS = ["zero", "declared", "back", "crown"]


def grey(name: str) -> str:
    """Every colour the same, so that only shapes differ."""
    return "serif" if name == "font-number" else "#888"


@pytest.mark.parametrize("piece", [*CARDS, *DICE, *OTHERS])
@pytest.mark.parametrize("palette", PALETTES)
def test_every_piece_is_a_picture_of_its_own(piece: str, palette: str) -> None:
    drawn = picture(piece, 50, palette=palette, numerals=True, letter="R", trump=True, title=piece)
    root = ET.fromstring(drawn)  # noqa: S314  (our own text)
    assert root.tag.endswith("svg")
    assert root.get("width") == "50"
    assert "var(" not in drawn


@pytest.mark.parametrize("numerals", [False, True])
def test_no_two_pieces_look_alike_without_colour(numerals: bool) -> None:
    drawn = {piece: art(piece, grey, numerals=numerals) for piece in [*CARDS, *DICE, *OTHERS]}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


@pytest.mark.parametrize("piece", ["R5", "dR5"])
def test_a_crown_and_a_letter_are_added_to_the_piece(piece: str) -> None:
    bare, crowned = art(piece, grey), art(piece, grey, trump=True)
    assert crowned.startswith(bare)
    assert len(crowned) > len(bare)
    assert ">赤</text>" in art(piece, grey, letter="赤")


def test_numerals_take_the_place_of_pips() -> None:
    assert ">5</text>" not in picture("dR5")
    assert ">5</text>" in picture("dR5", numerals=True)


def test_several_pieces_share_a_document() -> None:
    both = document(200, 140, placed("R5", 0, 0, 90), placed("dB4", 100, 0, 90), title="two pieces")
    root = ET.fromstring(both)  # noqa: S314  (our own text)
    assert [child.tag.split("}")[1] for child in root] == ["title", "defs", "g", "g"]


@pytest.mark.parametrize("text", ["", "X5", "R8", "dR0", "dR7", "R55"])
def test_text_that_names_no_piece_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a piece: expected R5, dR5"):
        picture(text)


def test_only_cards_are_higher_than_wide() -> None:
    assert {height(piece) for piece in [*CARDS, "back"]} == {140}
    assert {height(piece) for piece in [*DICE, "zero", "declared", "crown"]} == {100}


def test_the_client_gets_every_piece_and_every_colour() -> None:
    drawn = drawings()
    assert set(drawn) >= {*DICE, *OTHERS, *(f"{suit}#" for suit in "RBGYP"), "dR#-numeral", "trump-card", "trump-die"}
    # One drawing for all cards of a suit: they differ in nothing but the digit.
    assert all(art(card, variable) == art(f"{card[0]}1", variable).replace(">1<", f">{card[1]}<") for card in CARDS)
    shapes = "".join(drawn.values())
    assert all(name in PALETTES["standard"] for name in re.findall(r"var\(--([\w-]+)\)", shapes))
    assert "#c8372d" not in shapes
    # A picture of its own has no fonts: every number is an outline.
    assert "<text" not in shapes
    assert set(re.findall(r"\{(.)\}", shapes)) == {"0", "#"}
    assert set(DIGITS) == set("01234567")

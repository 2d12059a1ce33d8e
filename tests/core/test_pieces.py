"""C1 to C4: colours, cards and dice."""

import copy
import pickle

import pytest

from nokosu.core.pieces import CARDS, DICE, Colour, Kind, Piece, card, die
from tests.builders import dice, hand, pieces, shown


def test_C1_five_colours_in_their_order() -> None:
    assert [colour.letter for colour in Colour] == ["R", "B", "G", "Y", "P"]
    assert [colour.word for colour in Colour] == ["red", "blue", "green", "yellow", "purple"]
    assert sorted(Colour) == list(Colour)


def test_C2_forty_cards_0_to_7_once_in_each_colour() -> None:
    assert len(set(CARDS)) == len(CARDS) == 40
    assert shown(CARDS[:9]) == "R0 R1 R2 R3 R4 R5 R6 R7 B0"
    assert all(card(colour, number) in CARDS for colour in Colour for number in range(8))
    assert list(CARDS) == sorted(CARDS)


def test_C3_dice_show_one_to_six_in_each_colour() -> None:
    assert len(set(DICE)) == len(DICE) == 30
    assert shown(DICE[:7]) == "dR1 dR2 dR3 dR4 dR5 dR6 dB1"
    assert all(die(colour, number) in DICE for colour in Colour for number in range(1, 7))
    assert list(DICE) == sorted(DICE)


def test_C2_C3_numbers_beyond_the_printed_ones_are_refused() -> None:
    for number in (-1, 8):
        with pytest.raises(ValueError, match=f"0 to 7, not {number}"):
            card(Colour.RED, number)
    for number in (0, 7):
        with pytest.raises(ValueError, match=f"1 to 6, not {number}"):
            die(Colour.RED, number)


def test_C4_a_piece_is_a_card_or_a_die_of_a_colour_and_a_number() -> None:
    piece = die(Colour.BLUE, 4)
    assert (piece.kind, piece.colour, piece.number, piece.is_die) == (Kind.DIE, Colour.BLUE, 4, True)
    assert not card(Colour.BLUE, 4).is_die
    assert str(piece) == repr(piece) == "dB4"
    assert str(card(Colour.BLUE, 4)) == "B4"


def test_dice_are_equal_by_value_and_never_equal_to_cards() -> None:
    assert Piece(Kind.DIE, Colour.BLUE, 4) == die(Colour.BLUE, 4)
    assert hash(Piece(Kind.DIE, Colour.BLUE, 4)) == hash(die(Colour.BLUE, 4))
    assert die(Colour.BLUE, 4) != card(Colour.BLUE, 4)


def test_copies_of_a_piece_are_the_same_piece() -> None:
    piece = card(Colour.YELLOW, 0)
    assert copy.deepcopy(piece) == pickle.loads(pickle.dumps(piece)) == piece  # noqa: S301 - our own bytes


def test_lists_are_sorted_cards_first_then_colour_then_number() -> None:
    assert shown(sorted(pieces("dB1 dR1 B3 R7 B0"))) == "R7 B0 B3 dR1 dB1"
    assert shown(hand("G0 R5 B2")) == "R5 B2 G0"
    assert shown(dice("dP1 dR5 dB3 dR5")) == "dR5 dR5 dB3 dP1"

"""T1 to T3, W3: what the trump die makes of every piece."""

import pytest

from nokosu import editions
from nokosu.core.pieces import CARDS, DICE, Colour
from nokosu.core.ruleset import NumberTrumps
from nokosu.core.trump import Suit, is_trump, strength, suit
from tests.builders import NO_PAIRS, act, dice, drafting, pieces, shown

(TRUMP,) = pieces("dB4")


def trumps(text: str) -> str:
    return shown([piece for piece in pieces(text) if is_trump(piece, TRUMP)])


def test_T1_pieces_of_the_trump_colour_are_trumps() -> None:
    assert trumps("B0 B7 dB6 R0 dG6 Y7") == "B0 B7 dB6"


def test_T1_pieces_of_the_trump_number_are_trumps() -> None:
    assert trumps("R4 dG4 Y4 dP4 R3 R5") == "R4 dG4 Y4 dP4"


def test_T1_colour_and_number_together_is_a_trump_too() -> None:
    assert trumps("B4 dB4") == "B4 dB4"


def test_T1_twelve_of_forty_cards_and_ten_of_thirty_faces_are_trumps() -> None:
    # eight of the colour, and its number in four others
    assert sum(is_trump(piece, TRUMP) for piece in CARDS) == 8 + 4
    assert sum(is_trump(piece, TRUMP) for piece in DICE) == 6 + 4


def test_T2_trumps_are_a_suit_of_their_own() -> None:
    assert {suit(piece, TRUMP) for piece in pieces("B0 dB6 R4 dG4 B4")} == {Suit.TRUMP}


def test_T2_a_trump_does_not_belong_to_its_printed_colour() -> None:
    red = [piece for piece in CARDS if suit(piece, TRUMP) is Suit.RED]
    assert shown(red) == "R0 R1 R2 R3 R5 R6 R7"
    assert not [piece for piece in (*CARDS, *DICE) if suit(piece, TRUMP) is Suit.BLUE]


@pytest.mark.parametrize("colour", [Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.PURPLE])
def test_T2_every_other_piece_is_of_its_colour(colour: Colour) -> None:
    for piece in (*CARDS, *DICE):
        if piece.colour is colour and piece.number != TRUMP.number:
            assert suit(piece, TRUMP).name == colour.name


def test_C4_a_card_and_a_die_of_equal_colour_and_number_are_the_same() -> None:
    for die in DICE:
        (card,) = pieces(str(die)[1:])
        assert (suit(card, TRUMP), strength(card, TRUMP)) == (suit(die, TRUMP), strength(die, TRUMP))


def test_W3_from_the_twin_down_to_the_lowest_trump() -> None:
    order = [
        pieces("B4 dB4"),
        pieces("R4 dR4 G4 dG4 Y4 dY4 P4 dP4"),
        *(pieces(text) for text in ("B7", "B6 dB6", "B5 dB5", "B3 dB3", "B2 dB2", "B1 dB1", "B0")),
    ]
    ranks = [{strength(piece, TRUMP) for piece in group} for group in order]
    assert all(len(rank) == 1 for rank in ranks), "within a group all are equally strong"
    falling = [rank.pop() for rank in ranks]
    assert falling == sorted(falling, reverse=True)
    assert len(set(falling)) == len(falling)


def test_W3_the_lowest_trump_is_stronger_than_the_highest_other_piece() -> None:
    weakest = min(strength(piece, TRUMP) for piece in CARDS if is_trump(piece, TRUMP))
    assert weakest > max(strength(piece, TRUMP) for piece in CARDS if not is_trump(piece, TRUMP))


def test_W2_within_a_colour_the_number_is_the_strength() -> None:
    assert [strength(piece, TRUMP) for piece in pieces("R0 dR1 R3 dR6 R7")] == [0, 1, 3, 6, 7]


def test_suits_have_words_for_messages() -> None:
    assert [suit_.word for suit_ in Suit] == ["red", "blue", "green", "yellow", "purple", "trump"]


def test_T3_a_pair_that_stays_makes_only_its_colour_trump() -> None:
    round_ = act(drafting("dR2 dG5 dY4 dB4", players=3, edition=NO_PAIRS), "take dR2", "take dG5", "take dY4")
    trump = round_.trump
    assert trump is not None
    assert (str(trump), round_.pool) == ("dB-", dice("dB4")), "the die itself lies as it was rolled"
    assert shown([piece for piece in pieces("B4 R4 dB1 dG4") if is_trump(piece, trump)]) == "B4 dB1"
    assert suit(pieces("R4")[0], trump) is Suit.RED
    assert strength(pieces("B4")[0], trump) < strength(pieces("B5")[0], trump), "there are no twins either"


@pytest.mark.parametrize(
    ("picks", "why"),
    [("dR2 dG4 dY5", "an earlier pair does not count"), ("dR2 dG5 dB6", "nor does the same colour")],
)
def test_T3_other_dice_make_their_number_trump_as_always(picks: str, why: str) -> None:
    round_ = drafting(f"{picks} dB4", players=3, edition=NO_PAIRS)
    assert str(act(round_, *(f"take {die}" for die in picks.split())).trump) == "dB4", why


def test_T3_no_printed_edition_has_it() -> None:
    pair = act(drafting("dR2 dG5 dY4 dB4", players=3), "take dR2", "take dG5", "take dY4")
    assert str(pair.trump) == "dB4"
    assert {editions.load(name).number_trumps for name in editions.names()} == {NumberTrumps.ALWAYS}

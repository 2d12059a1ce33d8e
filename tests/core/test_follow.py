"""F1 to F6: what may be played and why a piece may not."""

import pytest

from nokosu.core.errors import IllegalAction, Reason, reason
from nokosu.core.follow import legal_plays, playable, refusals, why_not
from nokosu.core.trick import led_suit
from tests.builders import act, dice, hand, legal, pieces, playing, shown

pytestmark = pytest.mark.quick

(TRUMP,) = pieces("dB4")


def may(cards: str, own_dice: str, lead: str = "", *, zero: bool = False) -> str:
    """What may be played from these cards and dice under trump dB4: `may("R1 B7", "dG1", "R6") == "R1"`."""
    led = led_suit(pieces(lead), TRUMP)
    return shown(legal_plays(hand(cards), dice(own_dice), zero=zero, led=led, trump=TRUMP))


def why(piece: str, cards: str, own_dice: str, lead: str = "", *, zero: bool = False) -> Reason | None:
    first = pieces(lead)[0] if lead else None
    return why_not(pieces(piece)[0], hand(cards), dice(own_dice), zero=zero, lead=first, trump=TRUMP)


# What is playable


def test_F1_all_cards_and_all_dice_are_playable() -> None:
    assert shown(playable(hand("R1 G0"), dice("dR3 dP2"), zero=False)) == "R1 G0 dR3 dP2"


def test_F2_the_last_die_stays() -> None:
    assert shown(playable(hand("R1 G0"), dice("dR3"), zero=False)) == "R1 G0"


def test_F2_two_equal_dice_are_two_dice() -> None:
    assert may("G0", "dR3 dR3") == "G0 dR3"


def test_F2_the_last_die_may_not_even_follow() -> None:
    assert may("G1 Y6", "dR3", "R6") == "G1 Y6"


def test_F2_the_last_die_may_not_be_led() -> None:
    assert may("G1 Y6", "dR3") == "G1 Y6"


def test_Z8_with_a_zero_contract_the_last_die_is_playable() -> None:
    assert shown(playable(hand("R1"), dice("dR3"), zero=True)) == "R1 dR3"
    assert may("G1 Y6", "dR3", zero=True) == "G1 Y6 dR3"


def test_Z8_with_a_zero_contract_the_last_die_must_follow() -> None:
    assert may("G1 Y6", "dR3", "R6", zero=True) == "dR3"


def test_Z8_with_a_zero_contract_the_last_trick_can_be_a_die() -> None:
    assert may("", "dR3", "G6", zero=True) == "dR3"


# Leading and following


def test_F3_the_leader_may_play_any_playable_piece() -> None:
    assert may("R1 R4 B7 G0", "dG4 dY2") == "R1 R4 B7 G0 dG4 dY2"


def test_F3_trumps_may_be_led_at_any_time() -> None:
    assert may("B0 B4", "dB1 dR4") == "B0 B4 dR4 dB1"


def test_F4_who_has_the_led_colour_must_play_it() -> None:
    assert may("R1 R5 G0", "dG4 dY2", "R6") == "R1 R5"


def test_F4_the_choice_among_pieces_of_the_led_suit_is_free() -> None:
    assert may("R0 R7", "dR3 dR6", "R6") == "R0 R7 dR3 dR6"


def test_F4_T2_a_trump_of_the_led_colour_does_not_follow_it() -> None:
    assert may("R1 R4 B7 G0", "dG1", "R6") == "R1"


def test_F4_T2_a_trump_lead_is_followed_by_any_trump() -> None:
    assert may("R1 R4 B7 G0", "dG1", "Y4") == "R4 B7"
    assert may("R1 R4 B7 G0", "dG1", "B1") == "R4 B7"


def test_F4_T2_the_led_colour_does_not_follow_a_trump_of_that_colour() -> None:
    # R4 was led: that is trump, so red pieces are free to stay, and trumps must come.
    assert may("R1 R6 G4", "dG1", "R4") == "G4"


def test_F5_without_the_led_suit_anything_goes() -> None:
    assert may("G1 Y6 P0", "dG1", "R6") == "G1 Y6 P0"


def test_F5_there_is_no_duty_to_trump() -> None:
    assert may("B7 G1 Y6", "dG4 dY1", "R6") == "B7 G1 Y6 dG4 dY1"


def test_F5_only_a_trump_of_the_led_colour_leaves_the_choice_free() -> None:
    assert may("R4 G0", "dG1", "R6") == "R4 G0"


def test_F6_with_two_dice_every_die_follows_like_a_card() -> None:
    assert may("G0 P3", "dY3 dG5", "Y1") == "dY3"


def test_F6_a_die_must_be_played_although_its_owner_wanted_to_keep_it() -> None:
    round_ = playing("dB4", ["Y1 R1", "G0 P3", "R0 R2"], ["dP1 dP2", "dY3 dG5", "dP5 dP6"])
    round_ = act(round_, "play Y1")
    assert legal(round_) == ["play dY3"]
    round_ = act(round_, "play dY3", "play R0")
    assert shown(round_.dice[1]) == "dG5", "now the green five is the leftover die"
    assert round_.tricks[0].winner == 1


def test_F6_a_die_follows_trumps_too() -> None:
    assert may("G0 P3", "dB1 dG5", "B7") == "dB1"


def test_equal_dice_are_one_action() -> None:
    assert may("", "dR3 dR3 dR5") == "dR3 dR5"
    assert may("G1", "dR3 dR3 dR5", "R1") == "dR3 dR5"


# Why not


def test_F1_why_a_piece_that_one_does_not_hold_may_not_be_played() -> None:
    assert why("R2", "R1", "dR2 dR3") == reason("why.not-held", "F1", piece="R2")
    assert why("dR1", "R1", "dR2 dR3") == reason("why.not-held", "F1", piece="dR1")


def test_F2_why_the_last_die_may_not_be_played() -> None:
    told = reason("why.last-die-stays", "F2", piece="dR3")
    assert why("dR3", "G1", "dR3") == told
    assert why("dR3", "G1", "dR3", "R6") == told
    assert why("dR3", "G1", "dR3", "R6", zero=True) is None


def test_F4_why_a_piece_that_does_not_follow_may_not_be_played() -> None:
    assert why("G0", "R3 R5 G0", "dG1", "R6") == reason("why.follow", "F4", piece="R3", suit="red")
    assert why("R3", "R3 B1 G0", "dG1", "B0") == reason("why.follow", "F4", piece="B1", suit="trump")


def test_T2_why_says_that_the_piece_is_a_trump_by_its_number() -> None:
    told = reason("why.follow-not-trump", "T2", played="R4", colour="red", number=4, piece="R3", suit="red")
    assert why("R4", "R3 R4 G0", "dG1", "R6") == told


def test_T2_why_says_that_the_lead_is_a_trump_by_its_number() -> None:
    told = reason("why.follow-trump-led", "T2", lead="R4", number=4, piece="B1", suit="trump")
    assert why("R3", "R3 B1 G0", "dG1", "R4") == told


def test_T2_why_says_that_what_must_be_played_is_a_trump_by_its_number() -> None:
    told = reason("why.follow-trump-held", "T2", piece="R4", number=4, suit="trump")
    assert why("R3", "R3 R4 G0", "dG1", "B0") == told


def test_T2_a_twin_of_the_trump_die_shows_its_colour() -> None:
    assert why("R3", "R3 B4 G0", "dG1", "B0") == reason("why.follow", "F4", piece="B4", suit="trump")


def test_F6_why_names_the_die_that_must_follow() -> None:
    assert why("G0", "G0", "dY3 dG5", "Y1") == reason("why.follow", "F4", piece="dY3", suit="yellow")
    assert why("dG5", "G0", "dY3 dG5", "Y1") == reason("why.follow", "F4", piece="dY3", suit="yellow")


def test_F3_F4_F5_there_is_no_reason_against_a_legal_piece() -> None:
    assert why("G0", "R3 G0", "dG1") is None
    assert why("R3", "R3 G0", "dG1", "R6") is None
    assert why("dR2", "R3 G0", "dG1 dR2", "R6") is None
    assert why("G0", "Y3 G0", "dG1", "R6") is None
    assert why("dG1", "G0", "dG1 dG1") is None


@pytest.mark.parametrize("lead", ["", "R6", "Y4", "P7"])
@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("own_dice", ["dR3", "dR3 dG1", "dR3 dR3", "dY2 dY6 dG4"])
def test_why_not_and_legal_plays_say_the_same(lead: str, *, zero: bool, own_dice: str) -> None:
    cards = "R1 R4 B7 G0"
    allowed = may(cards, own_dice, lead, zero=zero).split()
    for piece in (cards + " " + own_dice).split():
        assert (why(piece, cards, own_dice, lead, zero=zero) is None) == (piece in allowed)


@pytest.mark.parametrize("lead", ["", "R6", "Y4", "P7"])
@pytest.mark.parametrize("zero", [False, True])
@pytest.mark.parametrize("own_dice", ["dR3", "dR3 dG1", "dR3 dR3", "dY2 dY6 dG4", ""])
def test_all_refusals_together_are_those_of_each_piece(lead: str, *, zero: bool, own_dice: str) -> None:
    cards = "R1 R4 B7 G0"
    each = {piece: why(piece, cards, own_dice, lead, zero=zero) for piece in (cards + " " + own_dice).split()}
    first = pieces(lead)[0] if lead else None
    together = refusals(hand(cards), dice(own_dice), zero=zero, lead=first, trump=TRUMP)
    assert {str(piece): told for piece, told in together} == {piece: told for piece, told in each.items() if told}
    assert len({piece for piece, _ in together}) == len(together)


def test_F4_the_round_refuses_what_does_not_follow_and_says_why() -> None:
    round_ = act(playing("dB4", ["R1 G1", "R6 G2", "R2 G3"], ["dY1"] * 3), "play R1")
    with pytest.raises(IllegalAction) as refused:
        act(round_, "play G2")
    assert refused.value.reason == reason("why.follow", "F4", piece="R6", suit="red")
    assert str(refused.value) == "play G2 is not legal here (rule F4)"
    assert round_.why_not_play(pieces("G2")[0]) == refused.value.reason
    assert round_.why_not_play(pieces("R6")[0]) is None


def test_led_suits_are_worded_by_their_names() -> None:
    assert why("G0", "G0 P1", "dG1", "P2") == reason("why.follow", "F4", piece="P1", suit="purple")

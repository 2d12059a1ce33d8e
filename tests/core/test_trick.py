"""W1 to W5: who takes a trick."""

import pytest

from nokosu.core.trick import Trick, led_suit, winner, winning_play
from nokosu.core.trump import Suit
from tests.builders import act, pieces, playing

pytestmark = pytest.mark.quick


def takes(plays: str, trump: str = "dB4") -> str:
    """The piece that takes the trick, with its place where it lies twice: "dR6"."""
    lying = pieces(plays)
    return str(lying[winning_play(lying, pieces(trump)[0])])


def place(plays: str, trump: str = "dB4") -> int:
    return winning_play(pieces(plays), pieces(trump)[0])


def test_W1_the_strongest_trump_takes_the_trick() -> None:
    assert takes("R6 B2 B7 B1") == "B7"
    assert takes("B2 R7 B5 B1") == "B5"


def test_W1_a_low_trump_beats_a_high_piece_of_the_led_colour() -> None:
    assert takes("R7 B0 R6 R5") == "B0"
    assert takes("R7 R6 dG4 R5") == "dG4"


def test_W2_without_trumps_the_highest_number_of_the_led_colour_takes_it() -> None:
    assert takes("R2 R6 dR5 R3") == "R6"
    assert takes("R6 R2 R3 dR5") == "R6"


def test_W2_other_colours_cannot_win() -> None:
    assert takes("R0 G7 Y7 P7") == "R0"
    assert takes("R2 P7 R3 Y7") == "R3"


def test_W3_a_twin_of_the_trump_die_beats_every_other_trump() -> None:
    assert takes("R4 B4 B7 G4") == "B4"
    assert takes("B4 R4 B7 G4") == "B4"


def test_W3_the_trump_number_beats_the_trump_colour() -> None:
    assert takes("B7 R4 B6 B5") == "R4"
    assert takes("R4 B7 B6 B5") == "R4"


def test_W3_within_the_trump_colour_the_higher_number_wins() -> None:
    assert takes("B3 B5 B6 B2") == "B6"
    assert takes("B0 R7 R6 R5") == "B0"


def test_W4_of_two_same_number_trumps_in_one_trick_the_last_played_wins() -> None:
    assert takes("R6 B7 G4 Y4") == "Y4"
    assert takes("Y4 G4 B7 R6") == "G4"
    assert place("R4 dR4 R6 dR4") == 3


def test_W4_of_twins_of_the_trump_die_in_one_trick_the_last_played_wins() -> None:
    assert takes("B4 dB4 R4 B7") == "dB4"
    assert takes("dB4 B4 R4 B7") == "B4"
    assert place("dB4 R1 dB4 B4 dB4") == 4


def test_W4_of_equal_pieces_of_the_led_colour_the_last_played_wins() -> None:
    assert takes("R6 dR6 R2 P7") == "dR6"
    assert place("dR6 G1 dR6 R6") == 3


def test_W4_an_equal_piece_played_later_beats_the_lead_though_it_is_no_higher() -> None:
    assert place("R5 dR5 R1") == 1


def test_W4_colour_trumps_of_equal_number_are_equally_strong() -> None:
    assert takes("B6 dB6 R1") == "dB6"


def test_W2_what_follows_nobody_does_not_block_the_lead() -> None:
    assert place("R0 G0 G7 Y0 P7") == 0


def test_a_trick_in_progress_is_held_by_the_best_piece_so_far() -> None:
    assert [place("R2 R6 B0 R7"[:end]) for end in (2, 5, 8, 11)] == [0, 1, 2, 2]


@pytest.mark.parametrize(("leader", "seat"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_W5_seats_play_clockwise_from_the_leader(leader: int, seat: int) -> None:
    trick = Trick(leader, pieces("R2 R3 R6 R5"))
    assert winner(trick, pieces("dB4")[0], players=4) == seat
    assert trick.seat_of(2, players=4) == seat


def test_F4_the_first_piece_sets_the_suit() -> None:
    (trump,) = pieces("dB4")
    assert led_suit((), trump) is None
    assert led_suit(pieces("R6 B1"), trump) is Suit.RED
    assert led_suit(pieces("R4 R6"), trump) is Suit.TRUMP


def test_a_play_is_added_at_the_end() -> None:
    trick = Trick(2).with_play(pieces("R2")[0]).with_play(pieces("dB1")[0])
    assert trick == Trick(2, pieces("R2 dB1"))


def test_W5_the_dealers_left_leads_first_then_each_winner() -> None:
    round_ = playing("dB4", ["R1 G1", "R6 G2", "R2 G3"], ["dY1"] * 3, leader=1)
    assert round_.dealer == 0
    round_ = act(round_, "play R6", "play R2")
    assert round_.to_act == 0
    round_ = act(round_, "play R1")
    assert round_.tricks[0].winner == 1
    assert (round_.to_act, round_.trick) == (1, Trick(1))
    round_ = act(round_, "play G2", "play G3", "play G1")
    assert [won.winner for won in round_.tricks] == [1, 2]
    assert round_.won == (0, 1, 1)

"""S1 to S4: points of a round. M4, M5: who wins a match."""

import pytest

from nokosu.core.ruleset import TieRule
from nokosu.core.scoring import SeatScore, score_round, winners
from tests.builders import act, contract, playing, rules

pytestmark = pytest.mark.quick


def points(won: str, kept: str) -> list[int]:
    """Points by seat: `points("3 0 4 7", "dG3 zero dR5 dP2")`."""
    return [seat.total for seat in scored(won, kept)]


def scored(won: str, kept: str) -> tuple[SeatScore, ...]:
    tricks = [int(word) for word in won.split()]
    contracts = [contract(word) for word in kept.split()]
    return score_round(rules(len(tricks)), tricks, contracts)


def best(tie_rule: TieRule, totals: str, kept: str) -> tuple[int, ...]:
    return winners(tie_rule, [int(word) for word in totals.split()], [contract(word) for word in kept.split()])


def test_S1_each_trick_is_a_point() -> None:
    assert points("2 5 7", "dR1 dR4 dR6") == [2, 5, 7]


def test_S3_each_who_made_it_scores_ten_for_every_player_who_did_not() -> None:
    assert points("3 1 4 6", "dG3 dG1 dR5 dP2") == [23, 21, 4, 6]


def test_S3_one_makes_it() -> None:
    assert points("3 2 9", "dG3 dG1 dR5") == [23, 2, 9]
    assert points("3 2 4 5", "dG3 dG1 dR5 dP2") == [33, 2, 4, 5]
    assert points("3 2 1 1 4", "dG3 dG1 dR5 dP2 dP3") == [43, 2, 1, 1, 4]


def test_S3_all_make_it_and_nobody_is_paid() -> None:
    assert points("3 4 5", "dG3 dG4 dR5") == [3, 4, 5]


def test_S3_nobody_makes_it() -> None:
    assert points("3 4 5", "dG4 dG5 dR6") == [3, 4, 5]


def test_S4_a_made_zero_scores_ten_more() -> None:
    assert points("0 4 8", "zero dG5 dR6") == [30, 4, 8]
    assert points("0 1 6 7", "zero dG5 dR6 dP3") == [0 + 20 + 10, 1, 26, 7]


def test_S4_zero_made_beside_a_made_die() -> None:
    assert points("3 0 4 7", "dG3 zero dR5 dP2") == [23, 30, 4, 7]


def test_S4_when_all_make_it_zero_still_has_its_ten() -> None:
    assert points("0 6 6", "zero dG6 dR6") == [10, 6, 6]


def test_S4_a_failed_zero_scores_its_tricks_alone() -> None:
    assert points("1 6 5", "zero dG6 dR6") == [1, 26, 5]


def test_S4_two_zeros_are_each_paid() -> None:
    assert points("0 0 5 9", "zero zero dG5 dR6") == [20, 20, 15, 9]


def test_S1_S3_S4_the_parts_of_a_score_are_told_apart() -> None:
    zero, made, failed, _ = scored("0 4 5 5", "zero dG4 dR6 dP3")
    assert zero == SeatScore(made=True, tricks=0, bonus=20, zero_bonus=10)
    assert made == SeatScore(made=True, tricks=4, bonus=20, zero_bonus=0)
    assert failed == SeatScore(made=False, tricks=5, bonus=0, zero_bonus=0)


def test_every_seat_needs_a_contract() -> None:
    with pytest.raises(ValueError, match="zip"):
        scored("3 0 4 7", "dG3 zero dR5")


def test_S1_S2_S3_a_round_scores_when_its_last_trick_is_taken() -> None:
    round_ = playing("dB4", ["R1 R2", "R5 R6", "G0 G2"], ["dY1", "dY2", "dG3"], leader=1)
    round_ = act(round_, "play R5", "play G0", "play R1", "play R6", "play G2", "play R2")
    assert round_.won == (0, 2, 0)
    assert [seat.total for seat in round_.score] == [0, 22, 0]


def test_Z8_S4_a_zero_contract_plays_every_die_and_scores() -> None:
    round_ = playing("dB4", ["R1", "R5", "G0"], ["dY1 dY2", "dY3 dY4", "dP3"], zero=[2], leader=1)
    round_ = act(round_, "play R5", "play G0", "play R1", "play dY3", "play dP3", "play dY1")
    assert [str(asked.leftover) for asked in round_.contracts] == ["dY2", "dY4", "None"]
    assert [seat.total for seat in round_.score] == [0, 2, 30]


# The match


@pytest.mark.parametrize("tie_rule", TieRule)
def test_M4_the_highest_total_wins(tie_rule: TieRule) -> None:
    assert best(tie_rule, "61 58 70 12", "dG3 dR6 zero dP6") == (2,)


def test_M5_a_shared_highest_total_is_shared() -> None:
    assert best(TieRule.SHARED, "61 58 61 12", "dG3 dR6 dP6 dP6") == (0, 2)
    assert best(TieRule.SHARED, "7 7 7", "dG3 dR6 zero") == (0, 1, 2)


def test_M5_a_tie_is_broken_by_the_leftover_die_of_the_last_round() -> None:
    assert best(TieRule.LEFTOVER, "61 58 61 12", "dG3 dR6 dP4 dP6") == (2,)


def test_M5_only_the_tied_players_dice_are_compared() -> None:
    assert best(TieRule.LEFTOVER, "61 58 61 12", "dG3 dR6 dP2 dP6") == (0,)


def test_M5_a_tie_broken_by_the_last_die_can_still_be_shared() -> None:
    assert best(TieRule.LEFTOVER, "61 61 61 58", "dG3 dR3 zero dP6") == (0, 1)


def test_M5_a_zero_die_counts_as_nothing_in_the_tie_break() -> None:
    assert best(TieRule.LEFTOVER, "61 61 10", "zero dR1 dP6") == (1,)
    assert best(TieRule.LEFTOVER, "61 61 10", "zero zero dP6") == (0, 1)


def test_M5_the_colour_of_the_die_is_of_no_account() -> None:
    assert best(TieRule.LEFTOVER, "5 5 5", "dR6 dP6 dG6") == (0, 1, 2)

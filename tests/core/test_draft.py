"""D6, D7, Z1 to Z4: picking dice, and zero by a black die."""

import pytest

from nokosu.core.actions import Play
from nokosu.core.errors import IllegalAction, Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Pick, Round
from tests.builders import act, dice, drafting, legal, pieces, shown

pytestmark = pytest.mark.quick


def refusal(round_: Round, action: str) -> Reason:
    with pytest.raises(IllegalAction) as refused:
        act(round_, action)
    return refused.value.reason


def one(text: str) -> Piece:
    return pieces(text)[0]


def test_D6_the_dealers_left_picks_first_then_clockwise() -> None:
    round_ = drafting("dR1 dR2 dR3 dB1 dB2 dB3 dG1 dG2 dG3 dG4", players=3, dealer=1)
    order = []
    while round_.phase is Phase.DRAFT:
        order.append(round_.to_act)
        round_ = round_.apply(round_.legal()[0])
    assert order == [2, 0, 1] * 3


def test_D6_a_pick_moves_a_die_from_the_middle_to_its_taker() -> None:
    round_ = act(drafting("dR1 dR2 dB1 dG5", players=3, drawn=["dY1", "dY2", "dY3"]), "take dB1")
    assert shown(round_.pool) == "dR1 dR2 dG5"
    assert [shown(own) for own in round_.dice] == ["dY1", "dB1 dY2", "dY3"]
    assert round_.draft == (Pick(1, one("dB1")),)


def test_D6_any_die_in_the_middle_may_be_taken_equal_ones_as_one() -> None:
    round_ = drafting("dR1 dR1 dB1 dG5", players=3, edition="first")
    assert legal(round_) == ["take dR1", "take dB1", "take dG5"]
    assert shown(act(round_, "take dR1").pool) == "dR1 dB1 dG5"


def test_D6_a_die_that_is_not_in_the_middle_is_refused() -> None:
    round_ = drafting("dR1 dR1 dB1 dG5", players=3)
    assert refusal(round_, "take dP6") == reason("why.not-in-the-middle", "D6", piece="dP6")
    assert refusal(round_, "zero dP6") == reason("why.not-in-the-middle", "D6", piece="dP6")


def test_D7_the_die_that_stays_is_the_trump_die() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3)
    assert round_.trump is None
    round_ = act(round_, "take dB1", "take dR1", "take dR2")
    assert shown(round_.pool) == "dG5"
    assert round_.trump == one("dG5")
    assert (round_.phase, round_.to_act) == (Phase.PLAY, 1)


def test_D7_the_last_picker_decides_the_trumps_between_two_dice() -> None:
    round_ = act(drafting("dR1 dR2 dB1 dG5", players=3), "take dB1", "take dR1")
    assert act(round_, "take dR2").trump == one("dG5")
    assert act(round_, "take dG5").trump == one("dR2")


def test_Z1_instead_of_a_die_a_zero_die_may_be_taken_and_a_die_removed() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3, drawn=["dY1", "dY2", "dY3"])
    assert legal(round_) == [f"{word} {die}" for word in ("take", "zero") for die in ("dR1", "dR2", "dB1", "dG5")]
    round_ = act(round_, "zero dB1")
    assert shown(round_.pool) == "dR1 dR2 dG5"
    assert shown(round_.dice[1]) == "dY2", "the removed die is nobody's"
    assert round_.zero == (False, True, False)
    assert round_.draft == (Pick(1, one("dB1"), zero=True),)


def test_Z1_the_removed_die_comes_from_the_middle_and_from_nowhere_else() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3, drawn=["dY1", "dY2", "dY3"])
    assert refusal(round_, "zero dY2").message == "why.not-in-the-middle"


def test_Z2_one_zero_die_a_player() -> None:
    round_ = drafting("dR1 dR2 dR3 dB1 dB2 dB3 dG5", players=3)
    round_ = act(round_, "zero dR1", "take dR2", "take dR3")
    assert round_.to_act == 1
    assert legal(round_) == ["take dB1", "take dB2", "take dB3", "take dG5"]
    assert refusal(round_, "zero dB1") == reason("why.zero-once", "Z2")


def test_Z2_two_zero_dice_a_round_then_they_are_gone() -> None:
    round_ = drafting("dR1 dR2 dR3 dB1 dB2 dB3 dG5", players=3)
    assert round_.zero_dice_left == 2
    round_ = act(round_, "zero dR1", "zero dR2")
    assert round_.zero_dice_left == 0
    assert not [action for action in legal(round_) if action.startswith("zero")]
    assert refusal(round_, "zero dB1") == reason("why.zero-gone", "Z2")


def test_C5_where_zero_is_declared_there_are_no_zero_dice() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3, edition="manual")
    assert round_.zero_dice_left is None
    assert legal(round_) == ["take dR1", "take dR2", "take dB1", "take dG5"]
    assert refusal(round_, "zero dB1") == reason("why.no-zero-dice", "C5")


def test_Z3_a_zero_die_counts_as_a_pick_so_one_die_is_always_left() -> None:
    round_ = drafting("dR1 dR2 dR3 dB1 dB2 dB3 dG5", players=3)
    round_ = act(round_, "zero dR1", "zero dR2", "take dR3", "take dB1", "take dB2", "take dB3")
    assert shown(round_.pool) == "dG5"
    assert [len(own) for own in round_.dice] == [2, 1, 1]
    assert round_.phase is Phase.PLAY


def test_Z3_a_zero_die_taken_as_the_very_last_pick() -> None:
    round_ = act(drafting("dR2 dG6 dB1 dB2", players=3), "take dB1", "take dB2")
    assert legal(round_) == ["take dR2", "take dG6", "zero dR2", "zero dG6"]
    round_ = act(round_, "zero dG6")
    assert round_.trump == one("dR2")
    assert round_.zero == (True, False, False)
    assert round_.dice[0] == ()


def test_Z4_untaken_zero_dice_are_out_of_the_round() -> None:
    round_ = act(drafting("dR1 dR2 dB1 dG5", players=3), "zero dR1", "take dR2", "take dB1")
    assert round_.phase is Phase.PLAY
    assert round_.zero_dice_left == 1
    assert refusal(round_, "play dG5").message == "why.not-held"
    assert round_.zero.count(True) == 1


def test_D5_what_was_rolled_stays_known_and_never_changes() -> None:
    start = drafting("dR1 dR2 dB1 dG5", players=3, drawn=["dY1", "dY2", "dY3"])
    end = act(start, "zero dR1", "take dR2", "take dB1")
    assert end.deal == start.deal
    assert end.deal.pool == dice("dR1 dR2 dB1 dG5")


def test_D6_only_picks_are_made_in_the_draft() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3)
    told = reason("why.phase", "D6", phase="draft")
    assert round_.why_not_play(one("R1")) == told
    with pytest.raises(IllegalAction) as refused:
        round_.apply(Play(one("R1")))
    assert refused.value.reason == told
    assert refused.value.tried == Play(one("R1"))

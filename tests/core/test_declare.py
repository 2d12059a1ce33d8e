"""Z5 to Z8: declaring zero after the draft."""

import pytest

from nokosu.core.actions import DeclareZero, Pass, Play, Take
from nokosu.core.errors import IllegalAction, reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Declaration, Phase
from nokosu.core.trick import Trick
from tests.builders import act, declaring, drafting, legal, pieces, playing, shown

pytestmark = pytest.mark.quick

THREE = ["dR1 dR2", "dG3 dG3", "dY5 dY6"]


def one(text: str) -> Piece:
    return pieces(text)[0]


def test_Z5_after_the_draft_the_dealers_left_speaks_first_then_clockwise() -> None:
    round_ = act(drafting("dR1 dR2 dB1 dG5", players=3, edition="manual", dealer=1), "take dR1", "take dR2", "take dB1")
    assert round_.phase is Phase.DECLARE
    assert round_.trump == one("dG5")
    order = []
    while round_.phase is Phase.DECLARE:
        order.append(round_.to_act)
        round_ = act(round_, "pass")
    assert order == [2, 0, 1]
    assert (round_.phase, round_.to_act, round_.trick) == (Phase.PLAY, 2, Trick(2))


def test_Z5_each_says_zero_or_not_openly() -> None:
    round_ = declaring("dB4", dice_of=THREE)
    assert legal(round_) == ["pass", "zero dG3"]
    round_ = act(round_, "pass")
    assert legal(round_) == ["pass", "zero dY5", "zero dY6"]
    round_ = act(round_, "zero dY5")
    assert round_.declarations == (Declaration(1, None), Declaration(2, one("dY5")))
    assert round_.zero == (False, False, True)


def test_Z6_who_declares_zero_returns_a_die_before_the_next_speaks() -> None:
    round_ = act(declaring("dB4", dice_of=THREE), "zero dG3")
    assert [shown(own) for own in round_.dice] == ["dR1 dR2", "dG3", "dY5 dY6"]
    assert round_.to_act == 2
    assert round_.phase is Phase.DECLARE


def test_Z6_only_an_own_die_can_be_returned() -> None:
    round_ = declaring("dB4", dice_of=THREE)
    with pytest.raises(IllegalAction) as refused:
        act(round_, "zero dR1")
    assert refused.value.reason == reason("why.not-your-die", "Z6", piece="dR1")


def test_Z7_any_number_of_players_may_declare_zero() -> None:
    round_ = act(declaring("dB4", dice_of=THREE), "zero dG3", "zero dY6", "zero dR1")
    assert round_.zero == (True, True, True)
    assert round_.phase is Phase.PLAY
    round_ = act(declaring("dB4", dice_of=THREE), "pass", "pass", "pass")
    assert round_.zero == (False, False, False)


def test_Z8_a_zero_contract_plays_every_coloured_die() -> None:
    round_ = act(declaring("dB4", dice_of=THREE), "zero dG3", "pass", "pass")
    assert legal(round_) == ["play dG3"]
    round_ = act(round_, "play dG3", "play dY6", "play dR2")
    assert round_.phase is Phase.OVER
    assert [shown(own) for own in round_.dice] == ["dR1", "", "dY5"]


def test_Z8_a_zero_die_holder_plays_all_and_the_others_keep_one() -> None:
    round_ = playing("dB4", ["R1"] * 3, ["dR2 dR3", "dG2", "dY2 dY3"], zero=[1])
    assert round_.ruleset.tricks == 2


def test_Z5_only_declarations_are_made_between_draft_and_play() -> None:
    round_ = declaring("dB4", dice_of=THREE)
    told = reason("why.phase", "Z5", phase="declare")
    assert round_.why_not_play(one("dG3")) == told
    for action in (Take(one("dB4")), Play(one("dG3"))):
        with pytest.raises(IllegalAction) as refused:
            round_.apply(action)
        assert refused.value.reason == told


def test_F1_only_plays_are_made_in_the_tricks() -> None:
    round_ = act(declaring("dB4", dice_of=THREE), "pass", "pass", "pass")
    for action in (Pass(), DeclareZero(one("dG3")), Take(one("dB4"))):
        with pytest.raises(IllegalAction) as refused:
            round_.apply(action)
        assert refused.value.reason == reason("why.phase", "F1", phase="play")


def test_M4_nothing_is_done_when_the_round_is_over() -> None:
    round_ = act(declaring("dB4", dice_of=["dR1 dR2"] * 3), "pass", "pass", "pass", *["play dR1"] * 3)
    assert round_.phase is Phase.OVER
    assert (round_.to_act, round_.trick, round_.legal()) == (None, None, ())
    told = reason("why.phase", "M4", phase="over")
    assert round_.why_not_play(one("dR2")) == told
    with pytest.raises(IllegalAction) as refused:
        round_.apply(Play(one("dR2")))
    assert refused.value.reason == told

"""S2: what the leftover die, or zero, asks for."""

import pytest

from nokosu.core.contract import Contract, final_contract, open_targets
from tests.builders import contract, dice, pieces


@pytest.mark.parametrize("number", range(1, 7))
def test_S2_the_leftover_die_asks_for_exactly_its_number(number: int) -> None:
    asked = contract(f"dG{number}")
    assert asked.target == number
    assert [won for won in range(15) if asked.made_by(won)] == [number]
    assert not asked.is_zero


def test_S2_a_zero_contract_asks_for_no_trick() -> None:
    asked = contract("zero")
    assert asked.is_zero
    assert asked.target == 0
    assert [won for won in range(15) if asked.made_by(won)] == [0]


def test_S2_the_one_die_left_is_the_contract() -> None:
    assert final_contract(dice("dG3"), zero=False) == Contract(pieces("dG3")[0])


def test_Z8_a_zero_contract_keeps_no_coloured_die() -> None:
    assert final_contract((), zero=True) == Contract(None)


@pytest.mark.parametrize("held", ["", "dG3 dG4"])
def test_S2_before_the_last_trick_there_is_no_final_contract(held: str) -> None:
    with pytest.raises(ValueError, match="unpack"):
        final_contract(dice(held), zero=False)


def test_H2_targets_still_open_lie_between_what_is_won_and_what_can_be() -> None:
    held = dice("dR1 dG3 dY3 dP6")
    assert open_targets(held, zero=False, won=0, tricks_left=6) == (1, 3, 6)
    assert open_targets(held, zero=False, won=0, tricks_left=5) == (1, 3)
    assert open_targets(held, zero=False, won=1, tricks_left=5) == (1, 3, 6)
    assert open_targets(held, zero=False, won=2, tricks_left=5) == (3, 6)
    assert open_targets(held, zero=False, won=4, tricks_left=1) == ()
    assert open_targets(dice("dG3"), zero=False, won=3, tricks_left=0) == (3,)


def test_H2_zero_is_open_until_the_first_trick_is_won() -> None:
    held = dice("dR1 dG3")
    assert open_targets(held, zero=True, won=0, tricks_left=4) == (0,)
    assert open_targets(held, zero=True, won=0, tricks_left=0) == (0,)
    assert open_targets(held, zero=True, won=1, tricks_left=4) == ()

"""The fixed integer action space."""

import pytest

from nokosu.core.errors import NotationError
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.kernel import _kernel
from nokosu.kernel.actions import RUNS, SIZE, TABLE, action_of, number_of, parse, text_of
from tests.kernel.positions import NAMES, RULESETS, positions


def test_both_sides_count_the_same_actions() -> None:
    assert len(TABLE) == SIZE == _kernel.ACTIONS == 161


def test_every_number_has_an_action_and_back() -> None:
    assert [number_of(action_of(number)) for number in range(SIZE)] == list(range(SIZE))


def test_every_text_is_read_back_in_its_phase() -> None:
    for _, phase, first, end in RUNS:
        assert [parse(text_of(number), phase) for number in range(first, end)] == list(range(first, end))


def test_the_runs_cover_the_space_once() -> None:
    assert [number for _, _, first, end in RUNS for number in range(first, end)] == list(range(SIZE))


@pytest.mark.parametrize(("number", "text"), [(0, "take dR1"), (59, "zero dP6"), (60, "pass"), (130, "play P7")])
def test_some_known_numbers(number: int, text: str) -> None:
    assert text_of(number) == text


@pytest.mark.parametrize("number", [-1, SIZE, 1 << 70])
def test_numbers_outside_of_the_space_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="there is no action"):
        action_of(number)


def test_text_of_another_phase_is_refused() -> None:
    with pytest.raises(NotationError):
        parse("play R5", Phase.DRAFT)


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_numbers_ascend_in_the_order_of_the_protocol(ruleset: Ruleset) -> None:
    for match, state in positions(ruleset, 5):
        numbers = [number_of(action) for action in match.legal()]
        assert numbers == sorted(numbers) == state.legal()
        assert [number for number, flag in enumerate(state.legal_mask()) if flag] == numbers

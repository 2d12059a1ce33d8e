"""The rule documents' own examples in the kernel."""

from __future__ import annotations

import pytest

from nokosu.kernel.state import State
from tests.builders import pieces
from tests.rule_documents import FOLLOWING, WINNING, Following, Winning, answers, following, winning


@pytest.mark.parametrize("example", FOLLOWING, ids=lambda example: example.name)
def test_T2_F4_F5_F6_the_documents_examples_of_following(example: Following) -> None:
    state = State.from_round(following(example))
    assert answers(example, state.legal_actions()) == example.legal


@pytest.mark.parametrize("example", WINNING, ids=lambda example: example.name)
def test_W1_W2_W3_W4_the_documents_examples_of_tricks(example: Winning) -> None:
    won = State.from_round(winning(example)).won
    assert won.index(1) == (1 + example.winner) % len(pieces(example.plays))

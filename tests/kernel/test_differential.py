"""Core and kernel agree, decision by decision, in every edition and for every number of players."""

import pytest

from tests.kernel.differential import PAIRS, Tally, play_both

# Together some ten thousand rounds; `make differential` plays as many as one likes.
ROUNDS_EACH = 840


@pytest.mark.parametrize("pair", range(len(PAIRS)), ids=[f"{name}-{players}" for name, players in PAIRS])
def test_core_and_kernel_agree_at_every_decision(pair: int) -> None:
    total = Tally()
    for turn in range(ROUNDS_EACH):
        total += play_both(pair + turn * len(PAIRS))
    assert total.differences == ()
    assert total.rounds == ROUNDS_EACH

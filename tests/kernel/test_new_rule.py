"""A rule that came later (T3), in the kernel, its bots and the shipped network; see tests/editions/test_new_rule.py."""

import pytest

from nokosu.bots.neural import layout as network_layout
from nokosu.bots.neural.weights import shipped
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.kernel import layout
from nokosu.kernel.state import State
from tests.builders import NO_PAIRS, rules


@pytest.mark.parametrize("bot", ["random", "greedy", "beginner", "club", "search:100", "neural"])
def test_T3_every_bot_plays_by_it(bot: str) -> None:
    players = [make(bot)] * 3
    match = Match.start(rules(3, NO_PAIRS, rounds=1), seed_from_number(2))
    choose = Stream(seed_from_number(3), bot)
    while not match.over:
        assert match.to_act is not None
        match = match.apply(players[match.to_act].choose(view(match, match.to_act), choose))


def test_the_shipped_network_reads_what_it_was_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields of later versions change neither the offsets of earlier ones nor the digest that weights name."""
    first = [field for field in layout.OBSERVATION.values() if field.version == 1]
    assert first[-1].end == 852
    assert layout.OBSERVATION_VERSION > 1
    assert shipped().tensors
    before = network_layout.layout_digest()
    monkeypatch.setattr(network_layout, "OBSERVATION", {field.name: field for field in first})
    assert network_layout.layout_digest() == before
    monkeypatch.setattr(network_layout, "VERSION", layout.OBSERVATION_VERSION)
    monkeypatch.setattr(network_layout, "OBSERVATION", layout.OBSERVATION)
    assert network_layout.layout_digest() != before, "a network that read the later fields would be another"


def test_a_state_that_an_older_version_wrote_is_read() -> None:
    """Format 1 had fourteen bytes of rules and did not say so."""
    state = State.from_seed(rules(4), seed_from_number(1), 0, 0)
    new = state.to_bytes()
    assert new[0] == 2
    old = bytes([1]) + new[2 : 2 + 14] + new[2 + new[1] :]
    assert State.from_bytes(old) == state

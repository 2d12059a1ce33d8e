"""The network in the kernel says what the same network in NumPy says, and refuses weights that do not fit."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import resources

import numpy as np
import pytest

from nokosu import editions
from nokosu.bots.neural.layout import layout_digest
from nokosu.bots.neural.network import Actor, Critic
from nokosu.bots.neural.weights import Array, loads
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.kernel.network import Network
from nokosu.kernel.state import Refused, State
from tests.kernel.builds import ROOT

DATA = resources.files("nokosu.bots.neural").joinpath("weights.bin").read_bytes()
ROUNDING = 2e-3
"""Of the largest logit: activations have fourteen bits in the kernel. The usual difference is a tenth of this."""


def positions(each: int = 6) -> Iterator[State]:
    """Positions of every edition and number of players, from the first pick to the last trick."""
    chance = random.Random(17)
    for name, players in editions.pairs():
        for game in range(each):
            state = State.deal_fast(rules_bytes(editions.ruleset(name, players)), 5, game, 0)
            for _ in range(chance.randrange(len(state.playout(0).actions))):
                state.step(chance.choice(state.legal()))
            yield state


def same(found: Sequence[float], expected: Array) -> bool:
    return bool(np.abs(np.asarray(found) - expected).max() < ROUNDING * np.abs(expected).max())


def test_kernel_and_numpy_agree_to_rounding() -> None:
    network, actor, critic = Network(DATA), Actor(loads(DATA)), Critic(loads(DATA))
    seen = [(state.observe(state.to_act or 0), state.observe_hidden(state.to_act or 0)) for state in positions()]
    said = network.said(b"".join(observation for observation, _ in seen))
    outlooks = network.outlooks(
        b"".join(observation for observation, _ in seen), b"".join(hidden for _, hidden in seen)
    )
    for (observation, hidden), one, outlook in zip(seen, said, outlooks, strict=True):
        for found, expected in zip((one.actions, one.outlook, one.belief), actor(observation), strict=True):
            assert same(found, expected)
        assert same(outlook, critic(observation, hidden))


def test_an_answer_does_not_depend_on_the_batch() -> None:
    network = Network(DATA)
    seen = [state.observe(state.to_act or 0) for state in positions(1)]
    together = network.said(b"".join(seen))
    assert [network.said(observation)[0] for observation in seen] == together


_PROGRAM = """
from tests.kernel.test_network import DATA, Network, positions
print(Network(DATA).actor(b"".join(state.observe(0) for state in positions(2))).hex())
"""


def test_portable_code_gives_the_same_answer() -> None:
    plain = {key: value for key, value in os.environ.items() if key != "NOKOSU_PORTABLE"}
    fast, portable = (
        subprocess.run([sys.executable, "-c", _PROGRAM], env=env, check=True, capture_output=True, cwd=ROOT).stdout
        for env in (plain, {**plain, "NOKOSU_PORTABLE": "1"})
    )
    assert fast == portable


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (DATA, b"", "not a file of network weights"),
        (DATA, b"{}\n", "not a file of network weights"),
        (b"nokosu-network/1", b"nokosu-network/2", "expected nokosu-network/1, found nokosu-network/2"),
        (layout_digest().encode(), b"0123456789abcdef", "for observation layout 0123456789abcdef"),
        (DATA[-100:], b"", "is not complete"),
        (b"critic.head.weight", b"critic.haed.weight", r"critic\.head\.weight is missing"),
        (b"[128, 512]", b"[64, 1024]", "critic.head has another size"),
    ],
    ids=["nothing", "no-head", "format", "layout", "short", "name", "shape"],
)
def test_weights_that_do_not_fit_are_refused(old: bytes, new: bytes, said: str) -> None:
    assert old in DATA
    with pytest.raises(Refused, match=said):
        Network(DATA.replace(old, new, 1))


def test_rows_of_the_wrong_size_are_refused() -> None:
    with pytest.raises(Refused, match=f"rows of {OBSERVATION_SIZE} bytes"):
        Network(DATA).said(b"123")
    with pytest.raises(TypeError):
        Network()  # type: ignore[call-arg]  # that is the point

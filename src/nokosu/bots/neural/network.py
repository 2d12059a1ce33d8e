"""The network in NumPy: what the actor and the critic make of an observation."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import (
    ACTIONS,
    AMOUNTS,
    BELIEF,
    CRITIC_WIDTH,
    DECLARATION_TABLE,
    OUTLOOK,
    PICK_TABLE,
    PLAY_TABLE,
    READ,
    SCALES,
    WIDTH,
)
from nokosu.bots.neural.weights import Array, Network
from nokosu.kernel.layout import OBSERVATION

_SCALES: Final = np.array(SCALES, np.float32)
_PLAYS: Final = np.array(PLAY_TABLE, np.float32)
_PICKS: Final = np.array(PICK_TABLE, np.float32)
_DECLARATIONS: Final = np.array(DECLARATION_TABLE, np.float32)
_NUMBERS: Final = np.array([-1, *(card % 8 for card in range(40)), *(die % 6 + 1 for die in range(30))])
_EPSILON: Final = 1e-5


def inputs(observation: bytes) -> Array:
    """Turn an observation into inputs: scaled amounts, then the history with every piece spelt out."""
    seen = np.frombuffer(observation, np.uint8)

    def field(name: str) -> NDArray[np.uint8]:
        where = OBSERVATION[name]
        return seen[where.offset : where.end]

    plays = field("plays")
    trump = field("trump_number")
    by_number = (_NUMBERS[plays] == trump.argmax() + 1) & bool(trump.any())
    out = np.zeros(WIDTH, np.float32)
    out[:READ] = np.concatenate(
        [
            seen[:AMOUNTS] * _SCALES,
            _PLAYS[plays].ravel(),
            by_number,
            _PICKS[field("draft")].ravel(),
            _DECLARATIONS[field("declarations")].ravel(),
        ]
    )
    return out


class _Body:
    """A trunk of residual blocks and a head."""

    def __init__(self, network: Network, name: str, head: str) -> None:
        self.tensors, self.name, self.head = network.tensors, name, head
        self.blocks = sum(key.endswith(".first.weight") and key.startswith(f"{name}.") for key in self.tensors)

    def __call__(self, x: Array) -> Array:
        """Return the head's outputs."""
        x = self._linear("trunk.into", x)
        for number in range(self.blocks):
            block = f"trunk.blocks.{number}"
            hidden = self._linear(f"{block}.first", self._normal(f"{block}.norm", x))
            x = x + self._linear(f"{block}.second", np.maximum(hidden, 0))
        return self._linear(self.head, np.maximum(self._normal("trunk.norm", x), 0))

    def _linear(self, layer: str, x: Array) -> Array:
        result: Array = self._tensor(f"{layer}.weight") @ x + self._tensor(f"{layer}.bias")
        return result

    def _normal(self, layer: str, x: Array) -> Array:
        middle = x - x.mean()
        rate = 1 / np.sqrt((middle * middle).mean() + _EPSILON)
        result: Array = middle * rate * self._tensor(f"{layer}.weight") + self._tensor(f"{layer}.bias")
        return result

    def _tensor(self, name: str) -> Array:
        return self.tensors[f"{self.name}.{name}"]


class Actor:
    """The policy: logits of all actions, and from the same trunk the outlook and the beliefs."""

    def __init__(self, network: Network) -> None:
        self._body = _Body(network, "actor", "heads")

    def __call__(self, observation: bytes) -> tuple[Array, Array, Array]:
        """Logits of actions, outlook and beliefs."""
        out = self._body(inputs(observation))
        return out[:ACTIONS], out[ACTIONS : ACTIONS + OUTLOOK], out[ACTIONS + OUTLOOK : ACTIONS + OUTLOOK + BELIEF]


class Critic:
    """The critic: how the round ends, given all hands."""

    def __init__(self, network: Network) -> None:
        self._body = _Body(network, "critic", "head")

    def __call__(self, observation: bytes, hidden: bytes) -> Array:
        """Logits of the outlook."""
        seen = np.frombuffer(hidden, np.uint8).astype(np.float32)
        spare = np.zeros(CRITIC_WIDTH - WIDTH - seen.size, np.float32)
        return self._body(np.concatenate([inputs(observation), seen, spare]))[:OUTLOOK]

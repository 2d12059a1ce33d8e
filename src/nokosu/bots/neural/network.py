"""The network in NumPy: what the actor makes of an observation."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import (
    ACTIONS,
    AMOUNTS,
    BELIEF,
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
    """What the network reads of an observation: amounts, scaled, then the history, each piece spelt out."""
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


class Actor:
    """The policy: logits of all actions, and from the same trunk the outlook and the beliefs."""

    def __init__(self, network: Network) -> None:
        self.tensors = network.tensors
        self.blocks = sum(name.endswith(".first.weight") and name.startswith("actor.") for name in self.tensors)

    def __call__(self, observation: bytes) -> tuple[Array, Array, Array]:
        """Logits of actions, outlook and beliefs."""
        x = self._linear("trunk.into", inputs(observation))
        for number in range(self.blocks):
            block = f"trunk.blocks.{number}"
            hidden = self._linear(f"{block}.first", self._normal(f"{block}.norm", x))
            x = x + self._linear(f"{block}.second", np.maximum(hidden, 0))
        out = self._linear("heads", np.maximum(self._normal("trunk.norm", x), 0))
        return out[:ACTIONS], out[ACTIONS : ACTIONS + OUTLOOK], out[ACTIONS + OUTLOOK : ACTIONS + OUTLOOK + BELIEF]

    def _linear(self, name: str, x: Array) -> Array:
        result: Array = self.tensors[f"actor.{name}.weight"] @ x + self.tensors[f"actor.{name}.bias"]
        return result

    def _normal(self, name: str, x: Array) -> Array:
        middle = x - x.mean()
        result: Array = (
            middle / np.sqrt((middle * middle).mean() + _EPSILON) * self.tensors[f"actor.{name}.weight"]
            + self.tensors[f"actor.{name}.bias"]
        )
        return result

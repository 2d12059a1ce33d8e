"""A small learned network as arrays: how it plays, how it is measured, and how it is a bot.

A file has one network for all seats, or one per seat: matrices `SEAT/LAYER/weights` and `SEAT/LAYER/bias`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import AMOUNTS, SCALES
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel import colours
from nokosu.kernel.actions import action_of
from nokosu.kernel.state import State
from nokosu.wire.struct import convert
from nokosu.wire.views import View as WireView
from nokosu.wire.views import view_from_json

Array = NDArray[np.float32]
Layers = list[tuple[Array, Array]]

MEASURED: Final = 2048
"""Rounds of a measurement; its deals are the same for everybody, and nobody learns from them."""
DEALS: Final = 1_000_003
POINTS: Final = 20
"""The environment's reward is the margin in units of so many points."""
_SCALE: Final = np.array(SCALES, np.float32)


def inputs(observations: NDArray[np.uint8]) -> Array:
    """Return the amounts of observations, about one in size."""
    amounts: Array = observations[..., :AMOUNTS] * _SCALE
    return amounts


class Policy:
    """One network for all seats, or one per seat; it takes the action that it rates highest."""

    def __init__(self, networks: list[Layers], activation: str) -> None:
        self.networks = networks
        self.activation = activation

    def ratings(self, seen: Array, seat: int = 0) -> Array:
        """Return what the network of a seat makes of every action."""
        layers = self.networks[seat % len(self.networks)]
        for weights, bias in layers[:-1]:
            seen = seen @ weights.T + bias
            seen = np.tanh(seen) if self.activation == "tanh" else np.maximum(seen, 0)
        weights, bias = layers[-1]
        result: Array = seen @ weights.T + bias
        return result

    def actions(self, seen: Array, masks: NDArray[Any], seat: int = 0) -> NDArray[np.int64]:
        """Return the best legal action of every row."""
        best: NDArray[np.int64] = np.where(masks != 0, self.ratings(seen, seat), -np.inf).argmax(-1)
        return best

    def choose(self, view: View) -> Action:
        """Return its action at a table, whose colours are not those of the seat's own order."""
        assert view.seat is not None
        state = State.from_view(view)
        order = state.colour_order(view.seat)
        mask = np.frombuffer(colours.to_canonical(order).mask(state.legal_mask()), np.uint8)[None]
        seen = inputs(np.frombuffer(state.observe(view.seat), np.uint8)[None])
        return action_of(colours.to_table(order).action(int(self.actions(seen, mask, view.seat)[0])))

    def save(self, path: Path) -> None:
        """Write it to a file."""
        parts: dict[str, Any] = {"activation": np.array(self.activation)}
        for seat, layers in enumerate(self.networks):
            for number, (weights, bias) in enumerate(layers):
                parts |= {f"{seat}/{number}/weights": weights, f"{seat}/{number}/bias": bias}
        np.savez_compressed(path, **parts)

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read it from a file."""
        with np.load(path) as parts:
            seats = sorted({int(name.split("/")[0]) for name in parts.files if "/" in name})
            return cls([list(_layers(parts, seat)) for seat in seats], str(parts["activation"]))


def _layers(parts: Mapping[str, Any], seat: int) -> Iterable[tuple[Array, Array]]:
    number = 0
    while f"{seat}/{number}/weights" in parts:
        yield parts[f"{seat}/{number}/weights"], parts[f"{seat}/{number}/bias"]
        number += 1


def measured(policy: Policy, rounds: int = MEASURED) -> tuple[float, float]:
    """Return the mean margin over three `greedy` players in points per round, and its 95 % half-width."""
    import gymnasium  # noqa: PLC0415  (playing does not need it, and starts faster without)

    envs: Any = gymnasium.make_vec("nokosu.research.gymnasium:nokosu/Nokosu-v0", rounds, opponents="greedy", threads=1)
    observations, infos = envs.reset(seed=DEALS)
    over, rewards = np.zeros(rounds, bool), np.zeros(rounds)
    while not over.all():  # rounds of one edition have equal length, so all games end together
        actions = policy.actions(inputs(observations), infos["action_mask"])
        observations, rewards, over, _, infos = envs.step(actions)
    envs.close()
    points = rewards * POINTS
    return float(points.mean()), float(1.96 * points.std() / rounds**0.5)


class LearnedBot:
    """A network as a bot of a package (docs/writing-a-bot.md), so that the benchmark starts no process per round."""

    name = "learned"

    def __init__(self, file: str) -> None:
        self.policy = Policy.load(Path(file))

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (it leaves nothing to chance)
        """Return what the network rates highest."""
        return self.policy.choose(view)


def play(policy: Policy) -> None:
    """Speak the bot protocol (docs/bot-protocol.md)."""
    for line in sys.stdin:
        message = json.loads(line) if line.strip() else {}
        if message.get("type") == "hello":
            print(json.dumps({"type": "ready", "name": "learned"}), flush=True)
        elif message.get("type") == "act":
            view = view_from_json(convert(message["view"], WireView))
            print(json.dumps({"id": message["id"], "action": str(policy.choose(view))}), flush=True)
        elif message.get("type") == "end":
            break

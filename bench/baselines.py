"""Learned baselines at the size of one core: PPO with a linear policy and a linear critic, NumPy alone, five seeds.

python bench/baselines.py --seeds 5 --rounds 200000 [--json]

It learns against three `greedy` players and is measured against them, on rounds that it did not learn from. The margin
is in points per round. examples/sb3_ppo.py is the same task with a network.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import AMOUNTS, SCALES
from nokosu.kernel.actions import SIZE as ACTIONS

Array = NDArray[np.float32]

MEASURES: Final = ("src/nokosu/research", "src/nokosu/kernel")
GAMES: Final = 256
EPOCHS: Final = 3
CLIP: Final = 0.2
RATE: Final = 0.4
CRITIC_RATE: Final = 0.02
MEASURED: Final = 2048
POINTS: Final = 20
"""The environment's reward is the margin in units of so many points."""
_SCALE: Final = np.array(SCALES, np.float32)


def inputs(observations: NDArray[np.uint8]) -> Array:
    """Return the amounts of observations, about one in size, and a one."""
    amounts = observations[:, :AMOUNTS] * _SCALE
    return np.concatenate([amounts, np.ones((len(amounts), 1), np.float32)], axis=1, dtype=np.float32)


def chances(weights: Array, seen: Array, masks: NDArray[Any]) -> Array:
    """Return the policy: softmax over the legal actions."""
    logits = np.where(masks != 0, seen @ weights, -np.inf)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    result: Array = odds / odds.sum(1, keepdims=True)
    return result


class Learner:
    """PPO on whole rounds: the advantage is the round's margin less what the critic expected."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.weights = np.zeros((AMOUNTS + 1, ACTIONS), np.float32)
        self.critic = np.zeros(AMOUNTS + 1, np.float32)
        self.envs: Any = gymnasium.make_vec(
            "nokosu.research.gymnasium:nokosu/Nokosu-v0", GAMES, opponents="greedy", threads=1
        )
        self.observations, self.infos = self.envs.reset(seed=seed)

    def learn(self) -> float:
        """Play one round in every game and learn from it; return the mean margin in points."""
        rows: list[tuple[Array, NDArray[Any], NDArray[np.int64], Array]] = []
        over, rewards = np.zeros(GAMES, bool), np.zeros(GAMES)
        while not over.all():  # rounds of one edition have equal length, so all games end together
            seen, mask = inputs(self.observations), self.infos["action_mask"].copy()
            likely = chances(self.weights, seen, mask)
            actions = (likely.cumsum(1) > self.chance.random((GAMES, 1))).argmax(1)
            rows.append((seen, mask, actions, likely[np.arange(GAMES), actions]))
            self.observations, rewards, over, _, self.infos = self.envs.step(actions)
        margins = rewards.astype(np.float32)
        for _ in range(EPOCHS):
            self._update(rows, margins)
        return float(margins.mean() * POINTS)

    def _update(self, rows: list[tuple[Array, NDArray[Any], NDArray[np.int64], Array]], margins: Array) -> None:
        every = np.arange(GAMES)
        for seen, mask, actions, before in rows:
            expected = seen @ self.critic
            advantage = margins - expected
            self.critic += CRITIC_RATE * seen.T @ advantage / (GAMES * AMOUNTS**0.5)
            likely = chances(self.weights, seen, mask)
            ratio = likely[every, actions] / before
            held = ((ratio > 1 + CLIP) & (advantage > 0)) | ((ratio < 1 - CLIP) & (advantage < 0))
            gain = -likely
            gain[every, actions] += 1
            self.weights += RATE * seen.T @ (gain * np.where(held, 0, ratio * advantage)[:, None]) / GAMES

    def measure(self) -> tuple[float, float]:
        """Play rounds with the likeliest actions; the mean margin and its 95 % half-width."""
        envs: Any = gymnasium.make_vec(
            "nokosu.research.gymnasium:nokosu/Nokosu-v0", MEASURED, opponents="greedy", threads=1
        )
        observations, infos = envs.reset(seed=1_000_003)
        over = np.zeros(MEASURED, bool)
        rewards = np.zeros(MEASURED)
        while not over.all():
            actions = chances(self.weights, inputs(observations), infos["action_mask"]).argmax(1)
            observations, rewards, over, _, infos = envs.step(actions)
        envs.close()
        points = rewards * POINTS
        return float(points.mean()), float(1.96 * points.std() / MEASURED**0.5)


def curve(seed: int, rounds: int, points: int) -> Iterator[dict[str, float]]:
    """Learn with one seed; the margin at even steps."""
    learner, played, begun = Learner(seed), 0, time.process_time()
    for point in range(points + 1):
        while played < rounds * point / points:
            learner.learn()
            played += GAMES
        margin, reach = learner.measure()
        seconds = round(time.process_time() - begun)
        yield {"seed": seed, "rounds": played, "margin": round(margin, 2), "reach": round(reach, 2), "seconds": seconds}


def main() -> None:
    """Learn with every seed and print."""
    parser = argparse.ArgumentParser(description="Learned baselines at the size of one core.")
    parser.add_argument("--seeds", type=int, default=5, help="how many seeds (default: 5)")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds to learn from (default: 100000)")
    parser.add_argument("--points", type=int, default=8, help="points of the curve (default: 8)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    rows = []
    for seed in range(1, asked.seeds + 1):
        for row in curve(seed, asked.rounds, asked.points):
            rows.append(row)
            if not asked.json:
                print(*row.values(), sep="\t", flush=True)
    if asked.json:
        print(json.dumps({"algorithm": "PPO, linear", "opponents": "greedy", "rows": rows}))


if __name__ == "__main__":
    main()

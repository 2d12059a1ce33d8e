"""MaskablePPO from sb3-contrib learns Nokosu Dice against `greedy`, on the processor, in minutes.

pip install 'nokosu[examples]'
python examples/sb3_ppo.py --minutes 5

It trains on the vector environment, measures the margin over `greedy` as it goes, and prints the last one with its
95 % interval: points per round more than the mean of the three others.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import nokosu.research.gymnasium  # registers the environment
from nokosu.arena.provenance import commit
from nokosu.bots.neural.layout import AMOUNTS, SCALES

ID = nokosu.research.gymnasium.ID
MEASURES = 10
"""Points of the curve."""
LAST = 4
"""The last point is the answer: it takes this many times as many rounds."""


class Games(VecEnv):
    """Our vector environment as Stable-Baselines3 wants it; the network sees the amounts, not the codes."""

    def __init__(self, games: int, seed: int, options: dict[str, Any]) -> None:
        self.envs = gymnasium.make_vec(ID, games, **options)
        space = gymnasium.spaces.Box(0, np.inf, (AMOUNTS,), np.float32)
        super().__init__(games, space, gymnasium.spaces.Discrete(161))
        self._first_seed = seed
        self._scales = np.array(SCALES, np.float32)

    def reset(self) -> NDArray[np.float32]:
        seen, infos = self.envs.reset(seed=self._first_seed)
        self.masks = infos["action_mask"]
        return self._amounts(seen)

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        seen, rewards, over, _, infos = self.envs.step(self._actions)
        self.masks = infos["action_mask"]
        said: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(over):
            said[game]["terminal_observation"] = self._amounts(infos["final_obs"][game][None])[0]
        return self._amounts(seen), rewards.astype(np.float32), over, said

    def _amounts(self, seen: NDArray[np.uint8]) -> NDArray[np.float32]:
        return seen[:, :AMOUNTS] * self._scales

    def close(self) -> None:
        self.envs.close()

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def env_method(self, method_name: str, *_: object, **__: object) -> list[Any]:
        assert method_name == "action_masks", method_name
        return list(self.masks)

    def get_attr(self, attr_name: str, indices: object = None) -> list[Any]:
        return [getattr(self.envs, attr_name)] * len(self._get_indices(indices))

    def set_attr(self, attr_name: str, value: object, indices: object = None) -> None:
        raise NotImplementedError("all games share one batch: nothing can be set in a single one")

    def env_is_wrapped(self, wrapper_class: type, indices: object = None) -> list[bool]:  # noqa: ARG002  (never is)
        return [False] * len(self._get_indices(indices))


def margins(model: MaskablePPO, rounds: int, options: dict[str, Any]) -> Iterator[float]:
    """Margins of independent rounds against the opponents, on deals that training never sees."""
    games = Games(min(rounds, 1000), seed=2**62, options=options)
    seen = games.reset()
    found = 0
    while found < rounds:
        actions, _ = model.predict(seen, action_masks=games.masks, deterministic=True)
        seen, rewards, over, _ = games.step(actions)
        yield from (20 * rewards[over]).tolist()[: rounds - found]
        found += int(over.sum())


class Curve(BaseCallback):
    """Stops after some minutes; moves the bar, and measures the margin now and then."""

    def __init__(self, minutes: float, rounds: int, options: dict[str, Any], bar: Progress) -> None:
        super().__init__()
        self.seconds, self.rounds, self.options, self.bar = 60 * minutes, rounds, options, bar
        self.task = bar.add_task("learning", total=self.seconds, margin="")
        self.points: list[dict[str, float]] = []
        self.begin, self.measuring = time.monotonic(), 0.0

    def _on_rollout_start(self) -> None:
        spent = time.monotonic() - self.begin - self.measuring
        if len(self.points) * self.seconds / MEASURES <= spent < self.seconds:
            self.measure(spent, self.rounds)

    def measure(self, spent: float, rounds: int) -> None:
        """Add a point to the curve; its time does not count."""
        start = time.monotonic()
        found = np.array(list(margins(self.model, rounds, self.options)))
        reach = 1.96 * found.std(ddof=1) / len(found) ** 0.5
        point = {
            "seconds": spent,
            "steps": self.num_timesteps,
            "margin": found.mean(),
            "reach": reach,
            "rounds": rounds,
        }
        self.points.append({name: round(float(value), 2) for name, value in point.items()})
        self.measuring += time.monotonic() - start
        self.bar.update(self.task, margin=f"{found.mean():+.1f} ± {reach:.1f}")

    def _on_step(self) -> bool:
        spent = time.monotonic() - self.begin - self.measuring
        self.bar.update(self.task, completed=min(spent, self.seconds))
        return spent < self.seconds


def main() -> None:
    """Learn, measure, print."""
    parser = argparse.ArgumentParser(description="MaskablePPO learns Nokosu Dice against a bot, on the processor.")
    parser.add_argument("--minutes", type=float, default=5, help="time to learn (default: 5)")
    parser.add_argument("--edition", default="second", help="edition of the rules (default: second)")
    parser.add_argument("--players", type=int, default=4, help="3, 4 or 5 (default: 4)")
    parser.add_argument("--opponents", default="greedy", help="random, greedy or club (default: greedy)")
    parser.add_argument("--games", type=int, default=256, help="games side by side (default: 256)")
    parser.add_argument(
        "--rounds",
        type=int,
        default=2000,
        help=f"rounds of each measurement (default: 2000); the last has {LAST} times as many",
    )
    parser.add_argument(
        "--threads", type=int, default=1, help="PyTorch's threads; on a busy machine 1 is fastest (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and network (default: 1)")
    parser.add_argument("--save", type=Path, help="write the model to this file (.zip)")
    parser.add_argument("--curve", type=Path, help="write the curve to this file (.json)")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # checks for debugging
    options = {"edition": asked.edition, "players": asked.players, "opponents": asked.opponents}
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[margin]}"),
    ]
    model = MaskablePPO(
        "MlpPolicy",
        Games(asked.games, asked.seed, options),
        n_steps=34,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64, 64]},
        seed=asked.seed,
        device="cpu",
    )
    with Progress(*columns) as bar:
        curve = Curve(asked.minutes, asked.rounds, options, bar)
        model.learn(10**12, callback=curve)
        curve.measure(curve.seconds, LAST * asked.rounds)
    last = curve.points[-1]
    low, high = last["margin"] - last["reach"], last["margin"] + last["reach"]
    interval = f"95 % interval {low:+.2f} to {high:+.2f}"
    print(f"margin over {asked.opponents}: {last['margin']:+.2f} points per round, {interval}")
    print(f"{LAST * asked.rounds} rounds, after {last['steps']:,.0f} steps of learning")
    if asked.save:
        model.save(asked.save)
    if asked.curve:
        said = {name: str(value) if isinstance(value, Path) else value for name, value in vars(asked).items()}
        run = {"commit": commit(), "arguments": said, "curve": curve.points}
        asked.curve.write_text(json.dumps(run, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

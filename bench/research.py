"""Steps per second of each research interface, beside the card games of the same libraries.

    python bench/research.py            print the table
    python bench/research.py --write    write docs/benchmarks/research.json; see tools/pages/research.py

One core, CPU time, everybody in turn (bench/timing.py). A step is one decision of one player, chosen at random from the
legal actions; in Gymnasium it is the learner's, and the bots' answers belong to it. OpenSpiel's steps count chance too.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import gymnasium
import numpy as np

from bench.timing import DOCS, Contender, provenance, take_turns
from nokosu import editions
from nokosu.kernel.actions import SIZE as ACTIONS
from nokosu.kernel.env import BatchEnv, choose
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.research import pettingzoo as ours
from nokosu.research.gymnasium import ID

MEASURES: Final = (
    "src/nokosu/research",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

TURNS: Final = 7
GAMES: Final = 1024
PETTINGZOO: Final = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
RLCARD: Final = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy", "bridge", "doudizhu")
OPEN_SPIEL: Final = ("python_kuhn_poker", "python_liars_poker", "python_block_dominoes", "python_team_dominoes")
PACKAGES: Final = ("gymnasium", "pettingzoo", "rlcard", "open_spiel", "numpy")


def batch() -> Contender:
    """Return the kernel's own batches, every seat played by the caller."""
    env = BatchEnv([editions.ruleset(editions.DEFAULT, 4)], GAMES, seed=1)
    masks, seen = np.zeros((GAMES, ACTIONS), np.uint8), np.zeros((GAMES, OBSERVATION_SIZE), np.uint8)
    rewards, ends = np.zeros((GAMES, 5), np.float32), np.zeros(GAMES, np.uint8)
    env.bind(masks=masks, observations=seen, rewards=rewards, ends=ends)
    env.reset()
    actions = np.zeros(GAMES, np.int64)

    def work() -> float:
        for step in range(400):
            choose(masks, actions, step)
            env.step(actions)
        return 400 * GAMES

    return Contender("kernel: BatchEnv", work)


def vector(opponents: str, *, copy: bool) -> Contender:
    """Return the vector environment, with new arrays for every step or not."""
    envs = gymnasium.make_vec(ID, GAMES, opponents=opponents, copy=copy)
    actions = np.zeros(GAMES, np.int64)
    _, infos = envs.reset(seed=1)

    def work() -> float:
        nonlocal infos
        for step in range(200):
            choose(infos["action_mask"].view(np.uint8), actions, step)
            _, _, _, _, infos = envs.step(actions)
        return 200 * GAMES

    return Contender(f"Gymnasium: make_vec, against {opponents}{'' if copy else ', copy=False'}", work)


def single(opponents: str) -> Contender:
    """Return the single environment as `make` returns it."""
    env = gymnasium.make(ID, opponents=opponents)
    chance = random.Random(1)

    def work() -> float:
        steps = 0
        for _ in range(60):
            _, info = env.reset(seed=1) if not steps else env.reset()
            over = False
            while not over:
                action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
                _, _, over, _, info = env.step(action)
                steps += 1
        return steps

    return Contender(f"Gymnasium: make, against {opponents}", work)


def aec(name: str, make: Callable[[], Any]) -> Contender:
    """Return a PettingZoo environment, driven as its own performance_benchmark does."""
    env = make()
    chance = random.Random(1)
    env.reset(seed=1)

    def work() -> float:
        steps = 0
        env.reset()
        while steps < 3000:
            for _ in env.agent_iter(env.num_agents):
                seen, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                action = None if over else chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
                env.step(action)
                steps += 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()
        return steps

    return Contender(f"PettingZoo: {name}", work)


def rlcard_game(name: str) -> Contender:
    """Return one of RLCard's games."""
    import rlcard  # noqa: PLC0415  (needed only to compare)

    env = rlcard.make(name, {"seed": 1})
    chance = random.Random(1)

    def work() -> float:
        steps = 0
        while steps < 1000:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return Contender(f"RLCard: {name}", work)


def spiel(name: str, title: str) -> Contender:
    """Return a game of OpenSpiel, driven from Python."""
    import pyspiel  # noqa: PLC0415  (the same)

    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def work() -> float:
        steps = 0
        while steps < 3000:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, odds)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps

    return Contender(f"OpenSpiel: {title}", work)


def contenders() -> Iterator[Contender]:
    """Ours first within each library."""
    yield batch()
    yield vector("random", copy=True)
    yield vector("random", copy=False)
    yield vector("greedy", copy=True)
    yield vector("club", copy=True)
    yield single("greedy")
    yield aec("Nokosu Dice", ours.env)
    for name in PETTINGZOO:
        yield aec(name, importlib.import_module(f"pettingzoo.classic.{name}").env)
    for name in RLCARD:
        yield rlcard_game(name)
    importlib.import_module("nokosu.research.openspiel")
    importlib.import_module("open_spiel.python.games")
    yield spiel("nokosu", "Nokosu Dice")
    for name in OPEN_SPIEL:
        yield spiel(name, name)
    yield spiel("hearts", "hearts (C++)")


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description="Measure the research interfaces beside their peers.")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of each contender (default: {TURNS})")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/research.json")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")  # old names of PettingZoo's environments
    rates = take_turns(list(contenders()), asked.turns)
    for name, rate in rates.items():
        print(f"{name:55} {rate.median:12,.0f} steps/s ({rate.low:,.0f} to {rate.high:,.0f})")
    if asked.write:
        packages = {name: metadata.version(name) for name in PACKAGES}
        rows = {name: asdict(rate) for name, rate in rates.items()}
        data = {**provenance(), "turns": asked.turns, "packages": packages, "rates": rows}
        (DOCS / "research.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

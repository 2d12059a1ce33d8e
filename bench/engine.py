"""How fast the kernel is beside its peers, in one run on one core: random play, the batched environment, the start.

    python bench/engine.py            a table
    python bench/engine.py --json     the same for programs
    python bench/engine.py --write    docs/benchmarks/engine.json, .md and .svg besides
    python bench/engine.py --build    builds the package too, which takes a while

Times are CPU time; contenders take turns; medians count (bench/timing.py). OpenSpiel and matplotlib are in the extra
`bench`. Without OpenSpiel there is nothing to compare with, and there are only our figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import numpy as np

from bench import openspiel
from bench.starting import KERNEL_ALONE, WITH_CORE, build_time, start_ms
from bench.timing import DOCS, Contender, Rate, provenance, take_turns
from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.kernel.actions import SIZE as ACTIONS
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.env import BatchEnv, choose
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE
from nokosu.kernel.state import State
from tools.pages import engine as engine_page
from tools.pages import write

MEASURES: Final = (
    "src/nokosu/kernel/base",
    "src/nokosu/kernel/batch",
    "src/nokosu/kernel/encode",
    "src/nokosu/kernel/rules",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

RULES: Final = editions.ruleset("second", 4, rounds=1)
OURS: Final = "Nokosu kernel"
CORE: Final = "Nokosu core, pure Python"
GAMES: Final = 256
MOST_PLAYERS: Final = OBSERVATION["won"].columns
STEPS: Final = 400
NOT_COMPARED: Final = {
    "pgx": "2.6.0 installs; none of its 20 games is a trick-taking one",
    "envpool": "1.2.5 installs; none of its 1651 environments is a trick-taking one",
}


def kernel_playouts() -> Contender:
    """Random rounds from a few deals, draft and all."""
    states = [State.from_seed(RULES, seed_from_number(number, "bench"), 0, 0) for number in range(4)]

    def work() -> float:
        return float(sum(state.playouts(6000, number)[0] for number, state in enumerate(states)))

    return Contender(OURS, work)


def core_playouts() -> Contender:
    """Return the referee's own rules, which also make sure that everything is allowed."""
    random = Random(1)

    def work() -> float:
        decisions, match = 0, Match.start(RULES, seed_from_number(random.randrange(1000), "bench"))
        while not match.over:
            match = match.apply(random.choice(match.legal()))
            decisions += 1
        return float(decisions)

    return Contender(CORE, work)


def _bound(*, observations: bool) -> tuple[BatchEnv, Any]:
    env = BatchEnv([RULES], GAMES, seed=7)
    masks = np.zeros((GAMES, ACTIONS), np.uint8)
    arrays: dict[str, object] = {
        "masks": masks,
        "seats": np.zeros(GAMES, np.int8),
        "ends": np.zeros(GAMES, np.uint8),
        "rewards": np.zeros((GAMES, MOST_PLAYERS), np.float32),
    }
    if observations:
        arrays["observations"] = np.zeros((GAMES, OBSERVATION_SIZE), np.uint8)
    env.bind(**arrays)
    env.reset()
    return env, masks


def stepping(name: str, *, observations: bool) -> list[Contender]:
    """Return three ways to step: actions known beforehand, chosen from the masks on the way, chosen inside."""
    env, masks = _bound(observations=observations)
    actions, taken = np.zeros(GAMES, np.int64), []
    for step in range(STEPS):
        choose(masks, actions, step)
        taken.append(actions.copy())
        env.step(actions)

    def known() -> float:
        again, _ = _bound(observations=observations)  # the same deals, so the same actions are legal
        for row in taken:
            again.step(row)
        return float(GAMES * STEPS)

    free, free_masks = _bound(observations=observations)

    def chosen() -> float:
        for step in range(STEPS):
            choose(free_masks, actions, step)
            free.step(actions)
        return float(GAMES * STEPS)

    inside, _ = _bound(observations=observations)

    def random() -> float:
        inside.step_random(STEPS)
        return float(GAMES * STEPS)

    works: tuple[tuple[str, Callable[[], float]], ...] = (
        ("step(actions)", known),
        ("choose(masks), then step(actions)", chosen),
        ("step_random", random),
    )
    return [Contender(f"{name}: {way}", work) for way, work in works]


def peers() -> tuple[list[Contender], list[Contender]]:
    """OpenSpiel inside C++, and a few of its games driven from Python; none where it is not installed."""
    try:
        openspiel.spiel()
    except ImportError:
        return [], []
    return [openspiel.playouts(name) for name in openspiel.GAMES], [openspiel.python_playouts("hearts")]


def measure(turns: int, *, build: bool) -> dict[str, Any]:
    """Return all figures."""
    inside, outside = peers()
    playing = [kernel_playouts(), *inside, *outside, core_playouts()]
    environment = [*stepping("masks", observations=False), *stepping("masks and observations", observations=True)]
    rates = take_turns([*playing, *environment], turns)
    best = max((contender.name for contender in inside), key=lambda name: rates[name].median, default=None)
    return {
        **provenance(),
        "open_spiel": openspiel.version() if inside else None,
        "edition": "second",
        "players": 4,
        "turns": turns,
        "decisions_per_s": _medians(rates, playing),
        "best_peer": best,
        "ratio_to_best_peer": round(rates[OURS].median / rates[best].median, 2) if best else None,
        "env_games": GAMES,
        "env_steps_per_s": _medians(rates, environment),
        "quartiles": {name: [round(rate.low), round(rate.high)] for name, rate in rates.items()},
        "start_ms": start_ms(KERNEL_ALONE.format(rules=rules_bytes(RULES).hex())),
        "start_with_core_ms": start_ms(WITH_CORE),
        "build": asdict(build_time()) if build else None,
        "not_compared": NOT_COMPARED,
    }


def _medians(rates: dict[str, Rate], contenders: list[Contender]) -> dict[str, int]:
    return {contender.name: round(rates[contender.name].median) for contender in contenders}


def main() -> None:
    """Measure and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--turns", type=int, default=15, help="turns of every contender (15)")
    parser.add_argument("--build", action="store_true", help="measure building the package too")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/engine.*")
    options = parser.parse_args()
    found = measure(options.turns, build=options.build)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        engine_page.show(found)
    if options.write:
        write("engine", found, engine_page.page(found))
        engine_page.plot(found, DOCS / "engine.svg")


if __name__ == "__main__":
    main()

"""Games of OpenSpiel for tests: loading them, walking through them."""

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from nokosu import editions
from nokosu.research.openspiel import REDUCED, NokosuState
from tests.night import NIGHTLY

PAIRS = editions.pairs()
QUICK = PAIRS if NIGHTLY else [("second", 4), ("first", 3), ("roger", 5)]
SMALL = {"edition": REDUCED, "players": 3}


def load(**parameters: Any) -> Any:
    return pyspiel.load_game("nokosu", parameters)


def act(state: Any, chance: random.Random) -> None:
    """One random step, by OpenSpiel's interface alone."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, probabilities)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def walk(game: Any, seed: int) -> Iterator[NokosuState]:
    """Every state on the way through one random game, the last one included."""
    state, chance = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        yield state
        act(state, chance)
    yield state

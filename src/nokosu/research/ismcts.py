"""OpenSpiel's ISMCTS on our game: its Python code unchanged, worlds from our sampler, random playouts from the kernel.

The kernel's playouts are what OpenSpiel's RandomRolloutEvaluator does, only quicker; that can be had as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from nokosu.research import needs_extra

try:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts
except ModuleNotFoundError as error:
    raise needs_extra(error, "openspiel") from None

from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View
from nokosu.kernel.actions import action_of
from nokosu.kernel.state import State
from nokosu.research.openspiel import NokosuGame, NokosuState, returns_of
from nokosu.research.openspiel_bot import Settings
from nokosu.research.tree import Position, Table

_AT_ONCE: Final = 64
_MOST: Final = 10_000_000
"""Simulations of a search that the clock ends."""


class Playouts(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """Random play to the end of the round, in the kernel."""

    def __init__(self, random: np.random.RandomState) -> None:
        self._random = random

    def evaluate(self, state: NokosuState) -> list[float]:
        """Return each seat's returns after one playout."""
        position = state.position
        assert position.state is not None
        _, points = position.state.playouts(1, int(self._random.randint(1 << 31)))
        return returns_of(points, margin=state.get_game().margin)

    def prior(self, state: NokosuState) -> list[tuple[int, float]]:
        """Return equal chances for all actions."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@dataclass(frozen=True, slots=True)
class Found:
    """How often each action was tried, and in how many simulations."""

    visits: dict[int, int]
    simulations: int

    @property
    def best(self) -> int:
        """The most visited action, of equals the first."""
        return max(sorted(self.visits), key=lambda action: self.visits[action])


class _TimeUp(Exception):
    """Raised between two simulations when the time is over."""


@lru_cache(maxsize=64)
def game_of(ruleset: Ruleset) -> NokosuGame:
    """Return one round by these rules, house rules included."""
    return NokosuGame({"players": ruleset.players}, Table.of(ruleset, match=False))


def search(
    game: NokosuGame,
    position: Position,
    *,
    seed: int,
    simulations: int = 0,
    seconds: float = 0.0,
    settings: Settings,
) -> Found:
    """Search for the seat to act. It sees nothing of the hidden cards: every simulation starts from another world."""
    random = np.random.RandomState([seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF])
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=Playouts(random) if settings.playouts == "kernel" else mcts.RandomRolloutEvaluator(1, random),
        uct_c=settings.exploration,
        max_simulations=simulations or _MOST,
        random_state=random,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
    )
    worlds = _worlds(game, position, random)
    end = time.perf_counter() + seconds if seconds else float("inf")
    done = 0

    def next_world(_state: Any, _player: int) -> NokosuState:  # noqa: ANN401  (OpenSpiel has no types)
        nonlocal done
        if done > 1 and time.perf_counter() >= end:
            raise _TimeUp
        done += 1
        return next(worlds)

    bot.set_resampler(next_world)
    root = next(worlds)
    with suppress(_TimeUp):
        bot.run_search(root)
    tried = bot._root_node.child_info  # OpenSpiel gives the final policy only
    return Found({int(action): int(child.visits) for action, child in tried.items()}, done)


def choose(view: View, *, seed: int, simulations: int, seconds: float, settings: Settings) -> Action:
    """Return the most visited action for the view's seat."""
    game = game_of(view.ruleset)
    position = Position.of_state(game.table, State.from_view(view, seed=seed))
    found = search(game, position, seed=seed, simulations=simulations, seconds=seconds, settings=settings)
    return action_of(found.best)


def _worlds(game: NokosuGame, position: Position, random: np.random.RandomState) -> Iterator[NokosuState]:
    while True:
        for world in position.worlds(position.to_act, int(random.randint(1 << 31)), _AT_ONCE):
            yield game.state_at(world)

"""OpenSpiel's trick-taking games as contenders. Its package is in the extra `bench`.

Random play stays in C++: an MCTSBot of two simulations plays thousands of rounds out from the position and from one of
its children, and does nothing else that costs time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from random import Random
from typing import Any, Final

from bench.timing import Contender

GAMES: Final = (
    "hearts",
    "spades",
    "oh_hell(players=4)",
    "oh_hell(players=4,num_tricks_fixed=12)",
    "skat",
    "euchre",
)
"""Default settings, and oh_hell with about as many tricks as Nokosu Dice: by default its number is random."""

ISMCTS_GAME: Final = "oh_hell(players=4,num_tricks_fixed=12)"
ROLLOUTS: Final = 400
DEALS: Final = 4


def spiel() -> Any:  # noqa: ANN401  (the module has no types)
    """Return the module; ImportError if it is not installed."""
    import pyspiel  # noqa: PLC0415  (needed only to compare)

    return pyspiel


def version() -> str:
    """Return the installed version."""
    return metadata.version("open_spiel")


def dealt(game: Any, random: Random) -> Any:  # noqa: ANN401
    """Return the first decision after a random deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def play(state: Any, random: Random) -> int:  # noqa: ANN401
    """Plays out at random, driven from Python; returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return decisions


def playouts(name: str) -> Contender:
    """Random rounds inside C++ from a few deals, in decisions."""
    module, random = spiel(), Random(1)
    game = module.load_game(name)
    states = [dealt(game, random) for _ in range(DEALS)]
    lengths = [sum(play(state.clone(), random) for _ in range(200)) / 200 for state in states]
    # The second simulation starts a decision later, at a random child.
    decisions = ROLLOUTS * sum(2 * length - 1 for length in lengths)
    bots = [
        module.MCTSBot(game, module.RandomRolloutEvaluator(ROLLOUTS, seed), 2.0, 2, 1000, False, seed, False)
        for seed in range(DEALS)
    ]

    def work() -> float:
        for bot, state in zip(bots, states, strict=True):
            bot.step(state)
        return decisions

    return Contender(f"OpenSpiel {name}", work)


def python_playouts(name: str) -> Contender:
    """Return the same game driven from Python a decision at a time."""
    random = Random(1)
    game = spiel().load_game(name)

    def work() -> float:
        return float(sum(play(dealt(game, random), random) for _ in range(40)))

    return Contender(f"OpenSpiel {name}, driven from Python", work)


def ismcts(simulations: int, players_bid: int = 3) -> Contender:
    """Information-set tree search at the first play of oh_hell, with one random rollout a simulation."""
    module, random = spiel(), Random(1)
    game = module.load_game(ISMCTS_GAME)
    states = [dealt(game, random) for _ in range(DEALS)]
    for state in states:
        for _ in range(game.num_players()):
            state.apply_action(_bid(state, players_bid))
    final = module.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def bot(seed: int) -> Callable[[Any], int]:
        made = module.ISMCTSBot(seed, module.RandomRolloutEvaluator(1, seed), 2.0, simulations, -1, final, False, False)
        step: Callable[[Any], int] = made.step
        return step

    bots = [bot(seed) for seed in range(DEALS)]

    def work() -> float:
        for think, state in zip(bots, states, strict=True):
            think(state)
        return float(simulations * DEALS)

    return Contender(f"OpenSpiel ISMCTS, {ISMCTS_GAME}, {simulations} simulations", work)


def _bid(state: Any, tricks: int) -> int:  # noqa: ANN401
    """Return the bid of so many tricks, or the nearest that is allowed."""
    bids: dict[int, str] = {action: state.action_to_string(action) for action in state.legal_actions()}
    return min(bids, key=lambda action: abs(int("".join(filter(str.isdigit, bids[action]))) - tricks))

"""OpenSpiel's ISMCTS plays Nokosu Dice against a bot of this package, and prints its margin with a 95 % interval.

    pip install 'nokosu[openspiel]'
    python examples/openspiel_ismcts.py --rounds 20 --simulations 200 --opponent club

Everything on OpenSpiel's side is its own: the game from `load_game`, its ISMCTSBot, its random rollouts. The bot
`openspiel:200` plays the same way, some twenty times as fast: its rollouts run in the kernel.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.progress import track

import nokosu.research.openspiel  # noqa: F401  (registers the game)
from nokosu import bots, editions
from nokosu.arena.statistics import clustered
from nokosu.core.errors import NokosuError
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View, view_of_round
from nokosu.kernel.actions import number_of


def main() -> None:
    """Play the rounds that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="rounds to play (default: 20)")
    parser.add_argument("--simulations", type=int, default=200, help="simulations per decision (default: 200)")
    parser.add_argument("--opponent", default="club", help="the bot in the other seats (default: club)")
    parser.add_argument("--edition", default="second", help="edition of the rules (default: second)")
    parser.add_argument("--players", type=int, default=4, help="number of players (default: 4)")
    parser.add_argument("--exploration", type=float, default=12.0, help="UCT's constant in points (default: 12)")
    parser.add_argument("--seed", type=int, default=1, help="number that determines all deals (default: 1)")
    options = parser.parse_args()
    if options.rounds < 1 or options.simulations < 2:
        parser.error("expected at least 1 round and 2 simulations")
    try:
        game = pyspiel.load_game("nokosu", {"players": options.players, "edition": options.edition})
        opponent = bots.get(options.opponent, seed=options.seed)
        ruleset = editions.ruleset(options.edition, options.players)
    except (pyspiel.SpielError, NokosuError) as error:
        parser.error(str(error))
    random = np.random.RandomState(options.seed)
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, random),
        uct_c=options.exploration,
        max_simulations=options.simulations,
        random_state=random,
    )
    margins = {}
    with opponent:
        for number in track(range(options.rounds), description="playing"):
            seat = number % options.players
            margins[number] = [play(game, ruleset, searcher, opponent, seat, random)]
    found = clustered(margins)
    interval = "" if found.low is None else f" ({found.low:+.1f} to {found.high:+.1f})"
    print(f"ISMCTS with {options.simulations} simulations over {options.opponent}: {found.mean:+.1f}{interval}")


def play(game: Any, ruleset: Ruleset, searcher: Any, opponent: Any, seat: int, random: Any) -> float:  # noqa: ANN401  (the same)
    """Play one round with the searcher in this seat, and return its margin."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=chances)
        elif state.current_player() == seat:
            action = searcher.step(state)
        else:
            action = number_of(opponent.choose(seen(state, ruleset)))
        state.apply_action(int(action))
    return float(state.returns()[seat])


def seen(state: Any, ruleset: Ruleset) -> View:  # noqa: ANN401  (OpenSpiel has no types)
    """Return what the seat to act knows, as the bots of this package take it."""
    return view_of_round(state.position.state.round(ruleset), 0, (), state.current_player())


if __name__ == "__main__":
    main()

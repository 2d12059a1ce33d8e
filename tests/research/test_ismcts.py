"""OpenSpiel's ISMCTS on our game, and the bot made of it."""

import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from nokosu import editions
from nokosu.bots import registry
from nokosu.bots.base import BotError
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.kernel.state import State
from nokosu.research.ismcts import Found, Playouts, game_of, search
from nokosu.research.openspiel_bot import Settings
from nokosu.research.tree import Position
from tests.kernel.positions import match_after
from tests.research.spiel import act, load, walk

SECOND = editions.ruleset("second", 4)


def after_the_deal(game: Any, seed: int, decisions: int = 0) -> Any:
    state, chance = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node() or decisions > 0:
        decisions -= not state.is_chance_node()
        act(state, chance)
    return state


def test_openspiels_bot_plays_with_nothing_but_the_games_own_interface() -> None:
    game = load(players=4)
    state = after_the_deal(game, 1, decisions=50)
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=20.0, max_simulations=20, random_state=random_state)
    assert bot.step(state) in state.legal_actions()


def test_resampling_keeps_what_the_player_knows_and_has_its_own_history() -> None:
    game = load(players=3)
    changed = 0
    for number, state in enumerate(walk(game, 2)):
        if state.is_chance_node() or number % 7:
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, random.Random(number).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            again = game.new_initial_state()
            for action in other.history():
                again.apply_action(action)
            assert str(again) == str(other)
            changed += str(other) != str(state)
    assert changed > 5


def test_playouts_are_distributed_like_openspiels_rollouts() -> None:
    state = after_the_deal(load(players=3), 4, decisions=34)
    own, theirs = Playouts(np.random.RandomState(1)), mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    mine, plain = (Counter(tuple(source.evaluate(state)) for _ in range(300)) for source in (own, theirs))
    assert max(mine.values()) < 300  # chance has a say
    assert sum((mine & plain).values()) > 220
    assert own.prior(state) == theirs.prior(state)


@pytest.mark.parametrize("playouts", ["kernel", "openspiel"])
def test_the_same_seed_gives_the_same_search(playouts: str) -> None:
    game, settings = game_of(SECOND), Settings(playouts=playouts)
    state = match_after(SECOND, 3, 60)
    position = Position.of_state(game.table, State.from_round(state.round))
    first, again = (search(game, position, seed=5, simulations=200, settings=settings) for _ in range(2))
    assert first == again
    assert first.simulations == 200
    assert sum(first.visits.values()) == 199  # the first simulation opens the tree
    assert first.best in position.legal()


def test_of_equally_visited_actions_the_first_is_taken() -> None:
    assert Found({7: 3, 2: 3, 5: 1}, 8).best == 2


@pytest.mark.parametrize(("edition", "players"), [("second", 4), ("first", 3), ("roger", 5)])
def test_the_bot_plays_a_round(edition: str, players: int) -> None:
    bot = registry.make("openspiel:3")
    assert bot.name == "openspiel:3"
    match = Match.start(editions.ruleset(edition, players, rounds=1), seed_from_number(4))
    asked = 0
    while match.to_act is not None:
        asked += 1
        match = match.apply(bot.choose(view(match, match.to_act), Stream(seed_from_number(1), "bot", asked)))
    assert match.over


def test_a_time_limit_ends_the_search() -> None:
    game = game_of(SECOND)
    position = Position.of_state(game.table, State.from_round(match_after(SECOND, 3, 12).round))
    began = time.perf_counter()
    found = search(game, position, seed=1, seconds=0.05, settings=Settings())
    assert time.perf_counter() >= began + 0.05
    assert found.simulations >= 2
    assert found.best in position.legal()


@pytest.mark.parametrize(
    "argument", ["0", "fast", "1000,exploration=-1", "1000,depth=3", "1000,exploration=x", "1000,playouts=mine"]
)
def test_bad_arguments_are_refused_in_one_line(argument: str) -> None:
    with pytest.raises(BotError) as refused:
        registry.make(f"openspiel:{argument}")
    assert "\n" not in str(refused.value)


def example(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "examples/openspiel_ismcts.py", *arguments]
    return subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)


def test_the_example_plays_and_says_how_it_went() -> None:
    done = example("--rounds", "2", "--simulations", "2", "--players", "3", "--opponent", "greedy")
    assert done.returncode == 0, done.stderr
    assert re.search(r"ISMCTS with 2 simulations over greedy: [+-]\d+\.\d \([+-]\d+\.\d to [+-]\d+\.\d\)", done.stdout)


def test_the_example_refuses_what_it_cannot_play() -> None:
    done = example("--players", "9")
    assert done.returncode == 2
    assert "the edition second is for 3, 4, 5 players, not 9" in done.stderr

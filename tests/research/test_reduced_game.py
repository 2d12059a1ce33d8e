"""The reduced game, small enough for exact algorithms: OpenSpiel's values check what we measure by playing."""

import random
from dataclasses import asdict
from functools import cache
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

from nokosu.arena.statistics import Interval, clustered
from nokosu.bots.search import club_weights
from nokosu.kernel import _kernel
from nokosu.kernel.search import Settings
from nokosu.kernel.state import State
from nokosu.research.openspiel import NokosuGame, NokosuState, reduced_table
from nokosu.research.tree import CHANCE, Position
from tests.night import NIGHTLY
from tests.research.spiel import SMALL, act, load
from tests.research.test_openspiel import passes

GAME: NokosuGame = load(**SMALL)
NODES = (41, 15414, 4024)
"""Chance, decision and terminal nodes."""
INFORMATION_STATES = 10229
SEAT = 1
"""The seat that leads, and plays well in these tests."""


class Bot(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """A policy of ours as one of OpenSpiel's; it is asked once for every information state."""

    def __init__(self, best: Any) -> None:
        super().__init__(GAME, list(range(GAME.num_players())))
        self._best = best
        self._known: dict[str, int] = {}

    def action_probabilities(self, state: NokosuState, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        information = state.position.information(seat)
        if information not in self._known:
            assert state.position.state is not None
            self._known[information] = self._best(state.position.state)
        return {action: float(action == self._known[information]) for action in state.legal_actions()}


def club(state: State) -> int:
    return max(_kernel.club(state, club_weights(3)), key=lambda row: row[1])[0]


@cache
def exact(bot: Any) -> float:
    """The margin of SEAT with this policy against random players, by OpenSpiel's traversal."""
    uniform = policy.UniformRandomPolicy(GAME)
    policies = [uniform if bot is None or seat != SEAT else bot for seat in range(3)]
    return float(expected_game_score.policy_value(GAME.new_initial_state(), policies)[SEAT])


def deals() -> list[State]:
    found: list[State] = []

    def visit(position: Position) -> None:
        if position.state is not None:
            found.append(position.state)
        elif position.to_act == CHANCE:
            for outcome, _ in position.draw.outcomes:
                visit(position.apply(outcome))

    visit(Position.start(reduced_table()))
    return found


def test_random_play_is_worth_what_openspiel_computes() -> None:
    """The kernel's playouts and scores against OpenSpiel's exact expectation."""
    each = 4000
    margins = []
    for number, state in enumerate(deals()):
        _, points = state.playouts(each, number)
        margins.append((points[SEAT] - (sum(points) - points[SEAT]) / 2) / each)
    measured = sum(margins) / len(margins)
    assert measured == pytest.approx(exact(None), abs=0.25)  # five standard errors of 96,000 rounds


def measured(bot: Bot, rounds: int) -> Interval:
    """The margin of SEAT over random players and its interval as the arena gives it, from rounds that are played."""
    chance = random.Random(1)
    margins: dict[int, list[float]] = {}
    for number in range(rounds):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == SEAT:
                chances = bot.action_probabilities(state)
                state.apply_action(max(chances, key=lambda action: chances[action]))
            else:
                act(state, chance)
        margins[number] = [state.returns()[SEAT]]
    return clustered(margins)


def agree(interval: Interval, value: float) -> bool:
    """Within two intervals, so that chance hardly ever says otherwise."""
    assert interval.high is not None
    return abs(interval.mean - value) < 2 * (interval.high - interval.mean)


def test_the_arenas_interval_holds_what_openspiel_computes() -> None:
    bot = Bot(club)
    value = exact(bot)
    found = measured(bot, 4000 if NIGHTLY else 400)
    assert agree(found, value)
    assert not agree(found, exact(None))  # the check can fail


def test_openspiels_sampling_cfr_runs() -> None:
    solver = mccfr.ExternalSamplingSolver(GAME, mccfr.AverageType.SIMPLE)
    for _ in range(3):
        solver.iteration()
    state = GAME.new_initial_state()
    while state.is_chance_node():
        act(state, random.Random(1))
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


def test_openspiels_own_search_runs_where_it_keeps_the_interpreter_lock() -> None:
    """`step` of its C++ bots crashes on every game written in Python; `step_with_policy` does not."""
    state = GAME.new_initial_state()
    while state.is_chance_node():
        act(state, random.Random(1))
    bot = pyspiel.MCTSBot(GAME, pyspiel.RandomRolloutEvaluator(1, 1), 12.0, 20, 10, False, 1, False)
    assert bot.step_with_policy(state)[1] in state.legal_actions()


if NIGHTLY:

    def searched(state: State) -> int:
        settings = {**asdict(Settings()), "simulations": 100, "seconds": 0.0}
        return max(_kernel.search(state, club_weights(3), 1, settings)[2], key=lambda row: row[1])[0]

    def test_no_player_of_ours_beats_openspiels_best_response() -> None:
        bots = {name: Bot(best) for name, best in (("club", club), ("search", searched))}
        best = best_response.BestResponsePolicy(GAME, SEAT, policy.UniformRandomPolicy(GAME))
        most = best.value(GAME.new_initial_state())
        for name, bot in bots.items():
            assert exact(bot) <= most + 1e-9, name
        assert exact(bots["search"]) > exact(None)
        assert agree(measured(bots["search"], 4000), exact(bots["search"]))

    def test_openspiels_cfr_comes_closer_to_an_equilibrium() -> None:
        solver = cfr.CFRPlusSolver(GAME)
        for _ in range(10):
            solver.evaluate_and_update_policy()
        before = exploitability.nash_conv(GAME, policy.UniformRandomPolicy(GAME))
        assert exploitability.nash_conv(GAME, solver.average_policy()) < before / 2

    def test_openspiels_api_tests_pass_on_the_full_tree() -> None:
        api_test.TOTAL_NUM_STATES["nokosu"] = NODES
        api_test.PERFECT_RECALL_NUM_STATES["nokosu"] = INFORMATION_STATES
        passes(type("OnTheFullTree", (api_test.EnforceAPIOnFullTreeBase,), {"game": GAME, "game_name": "nokosu"}))

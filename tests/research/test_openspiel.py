"""The game in OpenSpiel: its own test suites, chance, returns, parameters, the kept playthrough."""

import math
import random
import unittest
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, random_agent

from nokosu import editions
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.kernel.actions import action_of, number_of
from nokosu.kernel.state import State
from tests.night import NIGHTLY
from tests.research.spiel import QUICK, SMALL, act, load, walk

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
VARIANTS: list[dict[str, Any]] = [
    *({"edition": edition, "players": players} for edition, players in QUICK),
    {"players": 3, "returns": "points"},
    {"players": 3, "match": True},
    SMALL,
]


@pytest.mark.parametrize("parameters", VARIANTS, ids=str)
@pytest.mark.parametrize("serialize", [False, True])
def test_openspiels_random_simulations_pass(parameters: dict[str, Any], serialize: bool) -> None:
    if serialize and parameters.get("match") and not NIGHTLY:
        parameters = {**parameters, "match": False}
    pyspiel.random_sim_test(load(**parameters), num_sims=20 if NIGHTLY else 1, serialize=serialize, verbose=False)


def passes(case: type[unittest.TestCase]) -> None:
    """Run a class of OpenSpiel's own tests."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun
    assert [text for _, text in (*result.errors, *result.failures)] == []


@pytest.mark.parametrize("parameters", VARIANTS if NIGHTLY else [{"players": 4}, SMALL], ids=str)
def test_openspiels_api_tests_pass(parameters: dict[str, Any]) -> None:
    members = {"game": load(**parameters), "game_name": "nokosu"}
    passes(type("OnPartOfTheTree", (api_test.EnforceAPIOnPartialTreeBase,), members))


def test_the_first_dealer_the_cards_and_the_dice_have_exact_probabilities() -> None:
    game = load(players=4)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    logarithm = 0.0
    chance = random.Random(1)
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)
        action, probability = chance.choice(outcomes)
        logarithm += math.log(probability)
        state.apply_action(action)
    dealt = state.position.state
    deals = math.factorial(40) // math.factorial(10) ** 4
    colours = Counter(face // 6 for faces in (*dealt.drawn, dealt.pool_rolled) for face in faces)
    drawn = math.prod(math.perm(5, number) for number in colours.values()) / math.perm(25, 21)
    assert logarithm == pytest.approx(-math.log(4 * deals) + math.log(drawn) - 21 * math.log(6))


def test_every_deal_of_the_reduced_game_is_one_path_and_equally_likely() -> None:
    found: dict[tuple[int, ...], float] = {}

    def visit(state: Any, probability: float) -> None:
        if not state.is_chance_node():
            hands = state.position.state.hands
            assert hands not in found
            found[hands] = probability
            return
        for action, share in state.chance_outcomes():
            visit(state.child(action), probability * share)

    visit(load(**SMALL).new_initial_state(), 1.0)
    assert len(found) == 24
    assert list(found.values()) == pytest.approx([1 / 24] * 24)


@pytest.mark.parametrize("returns", ["margin", "points"])
@pytest.mark.parametrize(("edition", "players"), QUICK if NIGHTLY else QUICK[1:])
def test_a_match_is_the_cores(edition: str, players: int, returns: str) -> None:
    game = load(edition=edition, players=players, match=True, returns=returns)
    ruleset = editions.ruleset(edition, players)
    rounds: list[State] = []
    actions: list[Action] = []
    last = None
    for state in walk(game, players):
        last = state
        position = state.position
        if position.state is not None and not position.state.actions:
            rounds.append(position.state)
    assert last is not None
    for player, number in ((item.player, item.action) for item in last.full_history()):
        if player >= 0:
            actions.append(action_of(number))
    match = Match.from_deals(ruleset, rounds[0].dealer, [dealt.deal() for dealt in rounds])
    for action in actions:
        match = match.apply(action)
    assert match.over
    totals = match.totals
    margins = [own - (sum(totals) - own) / (players - 1) for own in totals]
    assert last.returns() == pytest.approx(list(totals) if returns == "points" else margins)


def test_our_quicker_methods_answer_as_openspiels_own() -> None:
    own = pyspiel.State
    for state in walk(load(**SMALL), 5):
        assert state.is_chance_node() == own.is_chance_node(state)
        assert state.legal_actions() == own.legal_actions(state)
        for seat in range(3):
            assert state.legal_actions(seat) == own.legal_actions(state, seat)
            assert state.information_state_string(seat) == own.information_state_string(state, seat)
        if state.current_player() >= 0:
            assert state.information_state_string() == own.information_state_string(state)
    asks: tuple[Callable[[Any], object], ...] = (state.legal_actions, state.information_state_string)
    for ask in asks:
        with pytest.raises(TypeError):
            ask("0")


def test_actions_are_strings_in_our_notation() -> None:
    for state in walk(load(players=4), 3):
        if state.current_player() >= 0:
            assert state.position.state is not None
            legal = state.position.state.legal_actions()
            assert [state.action_to_string(number_of(action)) for action in legal] == [str(action) for action in legal]
    start = load(players=3).new_initial_state()
    assert start.action_to_string(2) == "dealer 2"
    start.apply_action(2)
    assert start.action_to_string(0) == "R0 to seat 0"
    assert start.action_to_string(3) == "R0 aside"


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"players": 6}, "the edition second is for 3, 4, 5 players, not 6"),
        ({"players": 5, "edition": "first"}, "the edition first is for 3, 4 players, not 5"),
        ({"edition": "third"}, "there is no edition 'third'.* and reduced, for 3 players"),
        ({"edition": "reduced", "players": 4}, "the edition reduced is one round for 3 players"),
        ({"returns": "tricks"}, "expected returns margin or points, found 'tricks'"),
        ({"rounds": 2}, "Unknown parameter 'rounds'"),
    ],
)
def test_bad_parameters_raise_openspiels_error(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        load(**parameters)


def test_impossible_steps_raise_openspiels_error() -> None:
    state = load(players=4).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="4 is not an outcome"):
        state.apply_action(4)
    with pytest.raises(pyspiel.SpielError, match="only after the deal"):
        state.resample_from_infostate(0, lambda: 0.5)
    while state.is_chance_node():
        act(state, random.Random(1))
    with pytest.raises(pyspiel.SpielError, match="is not legal now"):
        state.apply_action(100)
    with pytest.raises(pyspiel.SpielError, match="chance does not act here"):
        state.chance_outcomes()


@pytest.mark.parametrize("name", ["reduced", "second_4"] if NIGHTLY else ["reduced"])
def test_the_kept_playthrough_is_what_openspiels_generator_writes(name: str) -> None:
    flags.FLAGS.mark_as_parsed()
    original, again = generate_playthrough.replay(str(PLAYTHROUGHS / f"{name}.txt"))
    assert again == original


def test_openspiels_learning_environment_plays_a_round() -> None:
    """What its deep algorithms are given: tensors, legal actions, rewards at the end."""
    environment = rl_environment.Environment(load(players=4), enable_legality_check=True)
    agents = [random_agent.RandomAgent(seat, environment.action_spec()["num_actions"]) for seat in range(4)]
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == 860
        step = environment.step([agents[seat].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)

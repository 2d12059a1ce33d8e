"""PettingZoo's own tests on our environment, and what they do not look at."""

import doctest
import random
import warnings
from contextlib import redirect_stdout
from io import StringIO

import numpy as np
import pettingzoo as library
import pytest
from pettingzoo.utils.env_logger import EnvLogger

import nokosu
from nokosu.core.match import Match
from nokosu.kernel.actions import action_of, at_table
from nokosu.kernel.state import State
from nokosu.research import pettingzoo
from tests.builders import random_match, rules
from tests.night import NIGHTLY
from tests.research.pairs import PAIRS, TIMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import an environment by its old name
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

KNOWN = {  # said of every environment whose observation holds the mask, PettingZoo's own excepted by name
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_api_test_passes(edition: str, players: int) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(edition=edition, players=players), num_cycles=20 * TIMES)
    assert {str(warning.message) for warning in said} <= KNOWN


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_seed_test_passes(edition: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(edition=edition, players=players), num_cycles=20 * TIMES)


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_render_test_passes(edition: str, players: int) -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        render_test(lambda render_mode: pettingzoo.env(edition=edition, players=players, render_mode=render_mode))
    assert "Your cards:" in printed.getvalue()


@pytest.mark.parametrize(("edition", "players"), PAIRS if NIGHTLY else [("second", 4)])
def test_performance_benchmark_runs(edition: str, players: int) -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        performance_benchmark(pettingzoo.env(edition=edition, players=players))
    assert "turns per second" in printed.getvalue()


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_a_round_is_the_cores(edition: str, players: int) -> None:
    env = pettingzoo.env(edition=edition, players=players)
    chance = random.Random(1)
    env.reset(seed=5)
    match: Match = nokosu.Match.start(edition, players=players, seed=5, rounds=1)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        assert seen is not None
        if over:
            assert not seen["action_mask"].any()
            others = [total for seat, total in enumerate(match.totals) if agent != f"player_{seat}"]
            own = sum(match.totals) - sum(others)
            assert reward == pytest.approx((own - sum(others) / len(others)) / 20)
            env.step(None)
            continue
        assert agent == f"player_{match.to_act}"
        assert match.to_act is not None
        order = State.from_round(match.round).colour_order(match.to_act)
        offered = {
            int(action): action_of(at_table(int(action), order)) for action in np.flatnonzero(seen["action_mask"])
        }
        assert set(offered.values()) == set(match.legal())
        chosen = chance.choice(sorted(offered))
        match = match.apply(offered[chosen])
        env.step(chosen)
    assert match.over


def test_the_example_runs() -> None:
    assert doctest.testmod(pettingzoo) == (0, 4)


def test_the_registry_knows_it() -> None:
    env = library.make("aec", "nokosu/Nokosu-v0", edition="roger", players=5)
    assert isinstance(env, pettingzoo.NokosuAEC)
    assert (env.ruleset.edition, env.max_num_agents) == ("roger", 5)


def test_points_are_a_choice_of_reward() -> None:
    env = pettingzoo.env(reward="points")
    env.reset(seed=5)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env._state is not None
    assert [20 * reward for reward in env.rewards.values()] == list(env._state.scores)
    assert sum(env.rewards.values()) > 0


def test_later_rounds_follow_from_the_seed_too() -> None:
    def deals(env: pettingzoo.NokosuAEC) -> list[bytes]:
        found = []
        for seed in (3, None, None):
            env.reset(seed=seed)
            found.append(env.state().tobytes())
        return found

    assert deals(pettingzoo.env()) == deals(pettingzoo.env())
    assert len(set(deals(pettingzoo.env()))) == 3
    fresh = pettingzoo.env(), pettingzoo.env()
    for env in fresh:
        env.reset()
    assert fresh[0].state().tobytes() != fresh[1].state().tobytes()


def test_an_illegal_action_ends_the_round_with_minus_one() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    mover = env.agent_selection
    EnvLogger.suppress_output()
    try:
        env.step(60)  # nobody passes in the draft
    finally:
        EnvLogger.unsuppress_output()
        EnvLogger.flush()
    assert env.rewards == {agent: -1.0 if agent == mover else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())


def test_a_round_can_go_on_from_a_state() -> None:
    match = random_match(rules(4), 30)
    env = pettingzoo.env(players=4)
    env.reset(options={"state": State.from_round(match.round)})
    assert env.agent_selection == f"player_{match.to_act}"
    with pytest.raises(ValueError, match="round by the rules of second for 3 players"):
        pettingzoo.env(players=3).reset(options={"state": State.from_round(match.round)})
    with pytest.raises(ValueError, match="expected a State of a round in progress"):
        env.reset(options={"state": State.from_round(match.round).playout(1)})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"edition": "tenth"}, "there is no edition 'tenth'"),
        ({"players": 6}, "the edition second is for 3, 4, 5 players, not 6"),
        ({"edition": "first", "players": 5}, "the edition first is for 3, 4 players, not 5"),
        ({"reward": "glory"}, "reward: expected 'margin', 'points'; got 'glory'"),
        ({"render_mode": "rgb_array"}, "render_mode: expected None, 'ansi', 'human'; got 'rgb_array'"),
    ],
)
def test_bad_parameters_raise_value_errors(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        pettingzoo.env(**options)  # type: ignore[arg-type]  # that is the point


def test_calls_out_of_order_raise_pettingzoos_errors() -> None:
    env = pettingzoo.env()
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.agent_iter, env.state):
        with pytest.raises(AssertionError, match="reset\\(\\) needs to be called before"):
            call()
    env.reset(seed=1)
    for action in (161, -1, None, 0.5):
        with pytest.raises(AssertionError, match="not in the action space"):
            env.step(action)  # type: ignore[arg-type]  # the same
    with pytest.warns(UserWarning, match="render\\(\\) needs a render mode"):
        env.render()

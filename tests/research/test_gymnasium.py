"""Gymnasium's own check on our environment, and what it does not look at."""

import doctest
import random
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from typing import Any

import gymnasium as library
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from nokosu.core.round import Round
from nokosu.kernel.actions import action_of, canonical, number_of
from nokosu.kernel.state import State
from nokosu.research import gymnasium
from nokosu.research.gymnasium import ID, NokosuEnv
from tests.builders import random_match, rules
from tests.night import NIGHTLY
from tests.research.pairs import PAIRS, TIMES

EXAMPLE = 6


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_check_env_passes(edition: str, players: int) -> None:
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("error")
        for seat in range(players) if NIGHTLY else (players - 1,):
            made = library.make(ID, edition=edition, players=players, seat=seat, render_mode="ansi")
            check_env(made.unwrapped)


def test_the_example_runs() -> None:
    assert doctest.testmod(gymnasium) == (0, EXAMPLE)


def rounds(env: NokosuEnv, number: int, seed: int = 3) -> list[tuple[list[bytes], list[int], float]]:
    """Play rounds at random; of each the observations, the actions and the reward."""
    chance, played = random.Random(seed), []
    for episode in range(number):
        seen, info = env.reset(seed=seed if episode == 0 else None)
        row, actions, over, reward = [seen.tobytes()], [], False, 0.0
        while not over:
            actions.append(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
            seen, reward, over, _, info = env.step(actions[-1])
            row.append(seen.tobytes())
        played.append((row, actions, reward))
    return played


@pytest.mark.parametrize(("edition", "players"), PAIRS)
@pytest.mark.parametrize("opponents", ["random", "greedy", "club", "beginner"])
def test_a_round_is_the_cores(edition: str, players: int, opponents: str) -> None:
    env = NokosuEnv(edition, players, opponents=opponents, seat=1)
    chance = random.Random(2)
    for episode in range(TIMES):
        seen, info = env.reset(seed=4 if episode == 0 else None)
        over = False
        while not over:
            state = env._state()
            round_ = state.round(env.ruleset)
            assert round_.to_act == 1
            order = state.colour_order(1)
            offered = {canonical(number_of(action), order): action for action in round_.legal()}
            assert set(np.flatnonzero(info["action_mask"]).tolist()) == set(offered)
            assert seen.tobytes() == state.observe(1)
            chosen = chance.choice(sorted(offered))
            seen, reward, over, truncated, info = env.step(chosen)
            assert not truncated
            if over:
                check_end(round_.apply(offered[chosen]), seen, reward, info)


def check_end(before: Round, seen: Any, reward: float, info: dict[str, Any]) -> None:
    """The learner's last action is the core's last, but for the others' in the last trick."""
    points = info["points"].tolist()
    others = [own for seat, own in enumerate(points) if seat != 1]
    assert reward == pytest.approx((points[1] - sum(others) / len(others)) / 20)
    assert not info["action_mask"].any()
    last = before.ruleset.tricks
    assert len(before.tricks) >= last - 1
    assert seen[532:536].tolist() == [0, 0, 0, 1]  # the phase: over
    assert sum(points) >= last  # S1: a point for every trick


def test_the_seed_decides_everything() -> None:
    first = rounds(NokosuEnv(opponents=["random", "beginner", "greedy"]), 3)
    assert first == rounds(NokosuEnv(opponents=["random", "beginner", "greedy"]), 3)
    assert first != rounds(NokosuEnv(opponents=["random", "beginner", "greedy"]), 3, seed=4)
    assert len({row[0] for row, _, _ in first}) == 3
    env = NokosuEnv()
    env.reset(seed=1)
    one = env._state()
    env.reset()
    two = env._state()
    assert one.deal() != two.deal()
    unseeded = [NokosuEnv(), NokosuEnv()]
    for each in unseeded:
        each.reset()
    assert unseeded[0]._state() != unseeded[1]._state()


def test_opponents_sit_clockwise_from_the_learner() -> None:
    env = NokosuEnv(opponents=["random", "greedy", "beginner"], seat=2)
    assert env._bots == ["greedy", None, None, "random"]
    assert env._asked == {1: "beginner"}


def test_an_illegal_action_ends_the_round_with_minus_one() -> None:
    env = NokosuEnv(opponents="random")
    seen, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    last, reward, over, truncated, said = env.step(illegal)
    assert (reward, over, truncated, said["illegal"]) == (-1.0, True, False, True)
    assert last.tobytes() == seen.tobytes()
    with pytest.raises(ResetNeeded, match="call reset\\(\\) first"):
        env.step(0)
    dealt = env._state().deal()
    env.reset()
    assert env._state().deal() != dealt


def test_a_round_can_go_on_from_a_state() -> None:
    match = random_match(rules(4), 30)
    assert match.to_act is not None
    env = NokosuEnv(players=4, seat=match.to_act, opponents="beginner")
    env.reset(options={"state": State.from_round(match.round)})
    assert env._state() == State.from_round(match.round)
    with pytest.raises(ValueError, match="expected a State of a round in progress, got 5"):
        env.reset(options={"state": 5})


def test_render_shows_the_learners_view() -> None:
    env = NokosuEnv(render_mode="ansi", seat=3)
    with pytest.raises(ResetNeeded, match="no round is in progress"):
        env.render()
    env.reset(seed=1)
    assert "Seat 3 (you)" in str(env.render())
    printed = StringIO()
    with redirect_stdout(printed):
        NokosuEnv(render_mode="human").reset(seed=1)
    assert "Your cards:" in printed.getvalue()
    with pytest.warns(UserWarning, match="render\\(\\) needs a render mode"):
        NokosuEnv().render()


@pytest.mark.parametrize("make", [library.make, partial(library.make_vec, num_envs=2)], ids=["single", "vector"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"edition": "tenth"}, "there is no edition 'tenth'"),
        ({"players": 2}, "the edition second is for 3, 4, 5 players, not 2"),
        ({"seat": 4}, "seat: expected 0, 1, 2, 3; got 4"),
        ({"seat": -1}, "seat: expected 0, 1, 2, 3; got -1"),
        ({"reward": "win"}, "reward: expected 'margin', 'points'; got 'win'"),
        ({"opponents": ["greedy"]}, "opponents: expected one bot or 3, one for each other seat; got 1"),
        ({"opponents": "gredy"}, "gredy"),
    ],
)
def test_bad_parameters_raise_value_errors(make: Callable[..., Any], options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make(ID, **options)


def test_bad_actions_raise_gymnasiums_error() -> None:
    env = NokosuEnv()
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (161, -1, 0.5, None):
        with pytest.raises(InvalidAction, match="expected an action from 0 to 160"):
            env.step(action)  # type: ignore[arg-type]  # that is the point


def test_an_answer_of_a_bot_is_given_in_its_colours() -> None:
    env = NokosuEnv(opponents=["beginner"] * 3, seat=0)
    env.reset(seed=8)
    for number in env._state().actions:
        assert str(action_of(number)).startswith(("take", "zero"))

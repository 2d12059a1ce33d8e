"""The batched environment: the same games as one by one, whatever the threads; arrays checked."""

import array
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nokosu.core.ruleset import Ruleset
from nokosu.kernel import _kernel
from nokosu.kernel.env import ARRAYS, BatchEnv, arrays
from nokosu.kernel.state import Refused, State
from tests.kernel.positions import RULESETS

GAMES = 3 * len(RULESETS)
TYPES = {"B": np.uint8, "b": np.int8, "f": np.float32}


def made(games: int = GAMES, rulesets: tuple[Ruleset, ...] = RULESETS, **options: Any) -> tuple[BatchEnv, Any]:
    """A batch with every array bound, and the arrays by name."""
    env = BatchEnv(rulesets, games, **options)
    bound = {name: np.full((games, *row), 77, TYPES[kind]) for name, (kind, row, _) in ARRAYS.items()}
    env.bind(**bound)
    env.reset()
    return env, bound


def copies(bound: dict[str, Any]) -> dict[str, bytes]:
    return {name: values.tobytes() for name, values in bound.items()}


@pytest.mark.parametrize("canonical", [True, False])
def test_every_row_is_what_the_games_own_state_says(canonical: bool) -> None:
    env, out = made(seed=3, canonical=canonical)
    chance = random.Random(1)
    ended = 0
    for _ in range(160):
        before = [env.state(game) for game in range(GAMES)]
        actions = np.zeros(GAMES, np.int64)
        for game, state in enumerate(before):
            actions[game] = chance.choice(np.flatnonzero(out["masks"][game]).tolist())
            check_row(game, state, out, canonical=canonical)
            state.step(at_table(state, int(actions[game]), canonical=canonical))
        env.step(actions)
        for game, state in enumerate(before):
            over = state.to_act is None
            ended += over
            assert out["ends"][game] == over
            check_result(game, state if over else None, out)
            assert env.state(game).actions == (b"" if over else state.actions)
    assert ended >= 2 * GAMES


def at_table(state: State, action: int, *, canonical: bool) -> int:
    """An action of the canonical frame in the table's colours."""
    if not canonical or action == 60:
        return action
    first, size = next(
        (first, size)
        for first, end, size in ((0, 30, 6), (30, 60, 6), (61, 91, 6), (91, 131, 8), (131, 161, 6))
        if first <= action < end
    )
    assert state.to_act is not None
    place, number = divmod(action - first, size)
    return first + state.colour_order(state.to_act)[place] * size + number


def check_row(game: int, state: State, out: dict[str, Any], *, canonical: bool) -> None:
    seat = state.to_act
    assert seat is not None
    assert out["seats"][game] == seat
    assert out["players"][game] == state.players
    offered = np.flatnonzero(out["masks"][game]).tolist()
    assert sorted(at_table(state, action, canonical=canonical) for action in offered) == state.legal()
    if canonical:
        assert out["observations"][game].tobytes() == state.observe(seat)
        assert out["privileged"][game].tobytes() == state.observe_hidden(seat)


def check_result(game: int, over: State | None, out: dict[str, Any]) -> None:
    scores = [0] * 5
    rewards = [0.0] * 5
    outcomes = [[0] * 4 for _ in range(5)]
    if over is not None:
        for seat, points in enumerate(over.scores):
            others = sum(over.scores) - points
            scores[seat] = points
            rewards[seat] = (points - others / (over.players - 1)) / 20
            target = 0 if over.zero[seat] else over.dice[seat][0] % 6 + 1
            outcomes[seat] = [over.won[seat], target, over.made[seat], over.zero[seat]]
    assert out["scores"][game].tolist() == scores
    assert out["rewards"][game].tolist() == pytest.approx(rewards)
    assert out["outcomes"][game].tolist() == outcomes


@pytest.mark.parametrize("canonical", [True, False])
def test_threads_change_nothing(canonical: bool) -> None:
    envs = [made(101, seed=9, threads=threads, canonical=canonical) for threads in (1, 2, 3)]
    assert [env.threads for env, _ in envs] == [1, 2, 3]
    actions = np.zeros(101, np.int32)
    for step in range(200):
        first, *others = (copies(out) for _, out in envs)
        assert all(other == first for other in others)
        _kernel.choose(envs[0][1]["masks"], actions, step)
        for env, _ in envs:
            if step % 3:
                env.step(actions)
            else:
                env.step_random(1)


def test_deals_follow_from_seed_game_and_episode() -> None:
    env, _ = made(seed=5)
    env.step_random(200)
    for game in range(GAMES):
        state = env.state(game)
        again = State.deal_fast(state.rules, 5, game, env.episode(game))
        assert state.deal() == again.deal()
        assert state.dealer == again.dealer
    assert len({env.state(game).to_bytes() for game in range(GAMES)}) == GAMES


def test_another_seed_gives_other_games() -> None:
    assert made(seed=1)[0].state(0) != made(seed=2)[0].state(0)


def test_reset_gives_up_what_was_begun() -> None:
    env, out = made(seed=1)
    first = env.state(0)
    env.reset()
    assert env.state(0) == first  # nothing was begun
    env.step_random(3)
    env.reset()
    assert env.state(0) != first
    assert env.episode(0) == 1
    assert not env.state(0).actions
    assert not out["ends"].any()


def test_an_illegal_action_moves_no_game() -> None:
    env, out = made(seed=1)
    actions = np.zeros(GAMES, np.int64)
    _kernel.choose(out["masks"], actions, 1)
    before = copies(out), [env.state(game) for game in range(GAMES)]
    for bad in (-1, 161, 91, 60, 1 << 40, actions[0] + (1 << 32)):
        wrong = actions.copy()
        wrong[20] = bad
        with pytest.raises(Refused, match="game 20 is not legal; no game has moved"):
            env.step(wrong)
    assert (copies(out), [env.state(game) for game in range(GAMES)]) == before
    env.step(actions)


@pytest.mark.parametrize("kind", ["B", "h", "i", "q", "l"])
def test_actions_come_in_any_common_integer(kind: str) -> None:
    env, out = made(seed=1)
    actions = array.array(kind, [0] * GAMES)
    _kernel.choose(out["masks"], actions, 1)
    env.step(actions)
    assert all(env.state(game).actions for game in range(GAMES))


def test_it_works_without_numpy() -> None:
    env = BatchEnv(RULESETS, GAMES, seed=1)
    views = arrays(GAMES, ARRAYS)
    env.bind(**views)
    env.reset()
    assert bytes(views["players"]) == bytes(ruleset.players for ruleset in RULESETS) * 3
    other, out = made(seed=1)
    assert {name: bytes(values) for name, values in views.items()} == copies(out)
    assert other.games == GAMES


def test_the_rulesets_can_be_assigned() -> None:
    env = BatchEnv(RULESETS, 3, table_of=[11, 0, 11])
    assert [env.state(game).players for game in range(3)] == [5, 3, 5]


def frozen(shape: tuple[int, ...]) -> Any:
    values = np.zeros(shape, np.uint8)
    values.flags.writeable = False
    return values


BAD_ARRAYS: dict[str, dict[str, Any]] = {
    "too short": {"masks": np.zeros((GAMES - 1, 161), np.uint8)},
    "too long": {"masks": np.zeros((GAMES, 162), np.uint8)},
    "of another type": {"masks": np.zeros((GAMES, 161), np.int32)},
    "floats too wide": {"rewards": np.zeros((GAMES, 5), np.float64)},
    "whole numbers for rewards": {"rewards": np.zeros((GAMES, 5), np.int32)},
    "unsigned seats": {"seats": np.zeros(GAMES, np.uint8)},
}


@pytest.mark.parametrize("name", BAD_ARRAYS)
def test_arrays_that_do_not_fit_are_refused(name: str) -> None:
    env, out = made()
    with pytest.raises(Refused):
        env.bind(**BAD_ARRAYS[name])
    env.step_random(1)  # what was bound before stays
    assert out["masks"].any()


def test_arrays_that_cannot_be_written_are_refused() -> None:
    env, _ = made()
    with pytest.raises((ValueError, BufferError)):
        env.bind(masks=frozen((GAMES, 161)))
    with pytest.raises((ValueError, BufferError)):
        env.bind(masks=np.zeros((GAMES, 322), np.uint8)[:, ::2])
    with pytest.raises(TypeError):
        env.bind(masks=[0])
    with pytest.raises(TypeError):
        env.bind(hands=None)  # type: ignore[call-arg]  # the same


@pytest.mark.parametrize(
    "options",
    [
        {"games": 0},
        {"games": -1},
        {"threads": 0},
        {"threads": 100_000},
        {"seed": -1},
        {"seed": 1 << 64},
        {"rulesets": ()},
        {"games": 2, "table_of": [0, len(RULESETS)]},
        {"games": 2, "table_of": [0]},
    ],
    ids=str,
)
def test_impossible_batches_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        BatchEnv(**{"rulesets": RULESETS, "games": 4, **options})


def test_actions_for_another_number_of_games_are_refused() -> None:
    env, _ = made()
    for wrong in (np.zeros(GAMES + 1, np.int64), np.zeros(GAMES, np.float64), np.zeros(GAMES, np.uint32)):
        with pytest.raises(Refused):
            env.step(wrong)


def test_choosing_takes_every_legal_action_and_no_other() -> None:
    masks = np.zeros((4000, 161), np.uint8)
    masks[:, [0, 7, 8, 159, 160]] = [1, 255, 1, 2, 1]
    actions = np.zeros(4000, np.int16)
    _kernel.choose(masks, actions, 3)
    chosen, counts = np.unique(actions, return_counts=True)
    assert chosen.tolist() == [0, 7, 8, 159, 160]
    assert counts.min() > 650
    with pytest.raises(Refused):
        _kernel.choose(masks[:, :160].copy(), actions, 3)


FORKED = """
import os
from nokosu.kernel.env import BatchEnv, arrays
from tests.kernel.positions import RULESETS
env, out = BatchEnv(RULESETS, 24, seed=4, threads=2), arrays(24, ["observations"])
env.bind(**out)
env.reset()
env.step_random(5)
child = os.fork()
env.step_random(5)
os.write(1, b"%d\\n" % hash(bytes(out["observations"])))  # at once, and not between the other's
if child:
    os.waitpid(child, 0)
else:
    os._exit(0)
"""


def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", FORKED], env=environment, cwd=root, capture_output=True, text=True, check=True
    )
    first, second = done.stdout.split()
    assert first == second


def test_two_callers_at_once_are_kept_apart() -> None:
    env, _ = made(seed=1)
    refusals: list[str] = []

    def work() -> None:
        for _ in range(200):
            try:
                env.step_random(5)
            except Refused as refused:
                refusals.append(str(refused))

    callers = [threading.Thread(target=work) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert set(refusals) <= {"this batch is at work in another thread"}
    for game in range(GAMES):  # every game is still one that can have been played
        assert env.state(game).players == RULESETS[game % len(RULESETS)].players

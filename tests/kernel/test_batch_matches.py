"""Batches for training: seeds, single games, given states, final observations, rewards and matches."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from nokosu import editions
from nokosu.core.ruleset import Ruleset
from nokosu.core.scoring import winners
from nokosu.kernel.colours import table_observation
from nokosu.kernel.env import ARRAYS, BatchEnv, choose
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.kernel.state import Refused, State
from tests.kernel.positions import RULESETS

GAMES = 24
TYPES = {"B": np.uint8, "b": np.int8, "f": np.float32}
SHORT = tuple(replace(ruleset, rounds=2, rounds_override=2) for ruleset in RULESETS)


def made(rulesets: tuple[Ruleset, ...] = RULESETS, **options: Any) -> tuple[BatchEnv, dict[str, Any]]:
    env = BatchEnv(rulesets, GAMES, **options)
    out = {name: np.zeros((GAMES, *row), TYPES[kind]) for name, (kind, row, _) in ARRAYS.items()}
    env.bind(**out)
    env.reset()
    return env, out


def copies(out: dict[str, Any]) -> dict[str, bytes]:
    return {name: values.tobytes() for name, values in out.items()}


def play(env: BatchEnv, out: dict[str, Any], steps: int, seed: int = 0) -> None:
    actions = np.zeros(GAMES, np.int64)
    for step in range(steps):
        choose(out["masks"], actions, seed + step)
        env.step(actions)


def states(env: BatchEnv) -> list[State]:
    return [env.state(game) for game in range(GAMES)]


def test_a_reset_with_a_seed_is_a_new_batch_with_that_seed() -> None:
    new, fresh = made(seed=7)
    used, out = made(seed=1)
    play(used, out, 100)
    used.reset(seed=7)
    for _ in range(2):
        assert copies(out) == copies(fresh)
        assert states(used) == states(new)
        play(used, out, 90, seed=5)
        play(new, fresh, 90, seed=5)
    used.reset()
    assert states(used) != states(new)  # without a seed the next episodes follow


def test_single_games_are_dealt_anew() -> None:
    env, out = made(seed=3)
    play(env, out, 30)
    before, rows = states(env), copies(out)
    env.reset(games=[4, 9])
    for game, state in enumerate(before):
        anew = game in {4, 9}
        assert (env.state(game) != state) is anew
        assert env.episode(game) == int(anew)
        if not anew:
            row = out["observations"].nbytes // GAMES
            assert out["observations"][game].tobytes() == rows["observations"][game * row : (game + 1) * row]
    assert env.state(4) == State.deal_fast(before[4].rules, 3, 4, 1)
    assert out["observations"][4].tobytes() == env.state(4).observe(int(out["seats"][4]))
    play(env, out, 1)
    with pytest.raises(Refused, match="found 24; no game was reset"):
        env.reset(games=[0, GAMES])
    with pytest.raises(Refused, match="leave out seed or games"):
        env.reset(seed=1, games=[0])


@pytest.mark.parametrize("canonical", [True, False])
def test_a_game_goes_on_from_a_given_state(canonical: bool) -> None:
    source, seen = made(seed=5, canonical=canonical)
    play(source, seen, 40)
    target, out = made(seed=6, canonical=canonical)
    for game in range(GAMES):
        target.set_state(game, source.state(game))
    for name in ("masks", "observations", "privileged", "seats"):
        assert (out[name] == seen[name]).all(), name
    play(source, seen, 1, seed=9)
    play(target, out, 1, seed=9)
    assert states(target)[:9] == states(source)[:9]


def test_states_that_a_game_cannot_go_on_from_are_refused() -> None:
    env, _ = made()
    before = states(env)
    with pytest.raises(Refused, match="game 0 is played by other rules"):
        env.set_state(0, before[1])
    with pytest.raises(Refused, match="is over"):
        env.set_state(0, before[0].playout(1))
    with pytest.raises(Refused, match="game"):
        env.set_state(GAMES, before[0])
    with pytest.raises(TypeError):
        env.set_state(0, b"")  # type: ignore[arg-type]  # what is refused here
    assert states(env) == before


def test_every_call_before_reset_says_what_is_missing() -> None:
    env = BatchEnv(RULESETS, GAMES)
    calls: tuple[Callable[[], object], ...] = (
        lambda: env.step(np.zeros(GAMES, np.int64)),
        lambda: env.step_random(1),
        lambda: env.reset(games=[0]),
        lambda: env.set_state(0, env.state(0)),
    )
    for call in calls:
        with pytest.raises(Refused, match=r"no game has begun: call reset\(\) first"):
            call()


@pytest.mark.parametrize("canonical", [True, False])
def test_finals_are_what_each_seat_knew_at_the_end(canonical: bool) -> None:
    env, out = made(seed=2, canonical=canonical)
    ended = 0
    actions = np.zeros(GAMES, np.int64)
    for step in range(80):
        before = states(env)
        masks = out["masks"].copy()
        choose(masks, actions, step)
        env.step(actions)
        for game, state in enumerate(before):
            if not out["ends"][game]:
                continue
            ended += 1
            assert state.to_act is not None
            state.step(only(state))
            for seat in range(5):
                expected = bytes(OBSERVATION_SIZE)
                if seat < state.players:
                    expected = state.observe(seat) if canonical else table_observation(state, seat)
                assert out["finals"][game, seat].tobytes() == expected
    assert ended >= GAMES
    env.reset()
    assert not out["finals"].any()


def only(state: State) -> int:
    """The last action of a round is forced: one playable piece is left."""
    (action,) = state.legal()
    return action


@pytest.mark.parametrize("reward", ["margin", "points", "win"])
def test_matches_are_counted_as_the_core_counts_them(reward: str) -> None:
    env, out = made(SHORT, seed=4, matches=True, reward=reward)
    totals = np.zeros((GAMES, 5))
    rounds = [0] * GAMES
    dealers = [env.state(game).dealer for game in range(GAMES)]
    finished = 0
    actions = np.zeros(GAMES, np.int64)
    for step in range(260):
        choose(out["masks"], actions, step)
        env.step(actions)
        for game in np.flatnonzero(out["ends"]).tolist():
            ruleset = SHORT[game % len(SHORT)]
            n = ruleset.players
            scores = out["scores"][game]
            totals[game] += scores
            rounds[game] += 1
            over = rounds[game] == 2
            assert out["ends"][game] == 1 + over
            expected = {
                "margin": [(own - (scores[:n].sum() - own) / (n - 1)) / 20 for own in scores[:n]],
                "points": [own / 20 for own in scores[:n]],
                "win": shares(ruleset, totals[game, :n].tolist(), out["outcomes"][game]) if over else [0.0] * n,
            }[reward]
            assert out["rewards"][game].tolist() == pytest.approx(expected + [0.0] * (5 - n))
            if over:
                finished += 1
                totals[game], rounds[game] = 0, 0
            else:
                assert env.state(game).dealer == (dealers[game] + 1) % n
            dealers[game] = env.state(game).dealer
        for game in range(GAMES):
            n, seat = int(out["players"][game]), int(out["seats"][game])
            expected = [*np.roll(totals[game, :n], -seat).tolist(), *[0.0] * (5 - n), rounds[game], 2 - rounds[game]]
            assert out["match"][game].tolist() == expected
    assert finished >= GAMES
    env.reset()
    assert not out["match"][:, :6].any()  # a reset gives up the match, not only the round


def shares(ruleset: Ruleset, totals: list[float], outcomes: Any) -> list[float]:
    class Leftover:
        def __init__(self, target: int) -> None:
            self.target = target

    kept = [Leftover(row[1]) for row in outcomes]
    best = winners(ruleset.tie_rule, [int(total) for total in totals], kept)  # type: ignore[arg-type]  # as much as it reads
    return [1 / len(best) if seat in best else 0.0 for seat in range(ruleset.players)]


def test_both_ways_to_break_ties_occur() -> None:
    """Many short matches, so that equal totals come up in both kinds of rules."""
    rulesets = tuple(replace(editions.ruleset(name, 3), rounds=1, rounds_override=1) for name in ("second", "first"))
    env = BatchEnv(rulesets, 400, seed=1, matches=True, reward="win")
    out = {"rewards": np.zeros((400, 5), np.float32), "scores": np.zeros((400, 5), np.float32)}
    ends = np.zeros(400, np.uint8)
    outcomes = np.zeros((400, 5, 4), np.uint8)
    env.bind(**out, ends=ends, outcomes=outcomes)
    env.reset()
    tied = [0, 0]
    for _ in range(60):
        env.step_random(1)
        for game in np.flatnonzero(ends).tolist():
            scores = out["scores"][game, :3]
            tied[game % 2] += int((scores == scores.max()).sum() > 1)
            expected = shares(rulesets[game % 2], scores.tolist(), outcomes[game])
            assert out["rewards"][game, :3].tolist() == pytest.approx(expected)
    assert min(tied) > 5


@pytest.mark.parametrize(
    ("options", "said"),
    [({"reward": "win"}, "needs matches=True"), ({"reward": "tricks"}, "expected the reward margin, points, win")],
)
def test_rewards_that_cannot_be_given_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        BatchEnv(RULESETS, GAMES, **options)

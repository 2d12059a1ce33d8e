"""The vector environment plays what the single one plays, step for step."""

import random
from typing import Any

import gymnasium as library
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded

from nokosu.research.gymnasium import ID, NokosuEnv
from nokosu.research.gymnasium_vector import NokosuVectorEnv
from tests.research.pairs import PAIRS, TIMES

GAMES = 5
STEPS = 45
"""More than two rounds of the longest kind."""


def vector(**options: Any) -> NokosuVectorEnv:
    made = library.make_vec(ID, num_envs=GAMES, **options)
    assert isinstance(made, NokosuVectorEnv)
    return made


def disagreement(games: NokosuVectorEnv, singles: list[NokosuEnv], *, mistakes: bool) -> str | None:
    """Where they differ first; with mistakes, some actions are illegal."""
    chance = random.Random(1)
    seen, infos = games.reset(seed=6)
    starts = [single.reset(seed=6, options={"game": game}) for game, single in enumerate(singles)]
    for game, (observation, info) in enumerate(starts):
        if (seen[game].tobytes(), infos["action_mask"][game].tobytes()) != (
            observation.tobytes(),
            info["action_mask"].tobytes(),
        ):
            return f"reset, game {game}"
    for step in range(STEPS * TIMES):
        masks = infos["action_mask"]
        actions = np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in masks])
        if mistakes and step % 7 == 3:
            actions[step % GAMES] = np.flatnonzero(masks[step % GAMES] == 0)[step % 50]
        seen, rewards, over, truncated, infos = games.step(actions)
        for game, single in enumerate(singles):
            observation, reward, ended, cut, info = single.step(int(actions[game]))
            if (rewards[game], over[game], truncated[game]) != (reward, ended, cut):
                return f"step {step}, game {game}: result"
            if ended:
                final = infos["final_info"]
                said = {name: final[name][game] for name in info}
                if not same(said, info) or infos["final_obs"][game].tobytes() != observation.tobytes():
                    return f"step {step}, game {game}: end"
                observation, info = single.reset()
            if seen[game].tobytes() != observation.tobytes() or not same(
                {"action_mask": infos["action_mask"][game]}, info
            ):
                return f"step {step}, game {game}: observation"
    return None


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in other)


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_it_agrees_with_the_single_environment(edition: str, players: int) -> None:
    opponents = (["greedy", "random", "club", "greedy"])[: players - 1]
    options: dict[str, Any] = {"edition": edition, "players": players, "opponents": opponents, "seat": players - 1}
    singles = [NokosuEnv(**options) for _ in range(GAMES)]
    assert disagreement(vector(**options, threads=2), singles, mistakes=True) is None


def test_another_seat_would_be_noticed() -> None:
    singles = [NokosuEnv(seat=int(game == GAMES - 1)) for game in range(GAMES)]
    assert disagreement(vector(), singles, mistakes=False) == f"reset, game {GAMES - 1}"


def test_another_reward_would_be_noticed() -> None:
    found = disagreement(vector(reward="points"), [NokosuEnv() for _ in range(GAMES)], mistakes=False)
    assert found is not None
    assert found.endswith("result")


def test_arrays_are_the_callers_unless_it_says_otherwise() -> None:
    games = vector()
    seen, infos = games.reset(seed=1)
    before = seen.tobytes(), infos["action_mask"].tobytes()
    games.step(infos["action_mask"].argmax(1))
    assert (seen.tobytes(), infos["action_mask"].tobytes()) == before
    bare = vector(copy=False)
    kept, said = bare.reset(seed=1)
    bare.step(said["action_mask"].argmax(1))
    assert kept.tobytes() != before[0]


def test_spaces_and_metadata_are_gymnasiums() -> None:
    games = vector()
    assert games.metadata["autoreset_mode"] is library.vector.AutoresetMode.SAME_STEP
    seen, infos = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    assert games.action_space.contains(infos["action_mask"].argmax(1))
    wrapped = library.wrappers.vector.RecordEpisodeStatistics(games)
    _, infos = wrapped.reset(seed=1)
    for _ in range(STEPS):
        _, _, over, _, infos = wrapped.step(infos["action_mask"].argmax(1))
        if over.any():
            assert infos["episode"]["l"][over].min() > 10


def test_other_bots_play_in_gymnasiums_own_vectors() -> None:
    made = library.make_vec(ID, 2, vectorization_mode="sync", opponents="beginner")
    _, infos = made.reset(seed=1)
    assert infos["action_mask"].shape == (2, 161)
    with pytest.raises(ValueError, match="other bots play with make_vec\\(…, vectorization_mode='sync'\\)"):
        vector(opponents="beginner")


def test_bad_actions_raise_gymnasiums_errors() -> None:
    games = vector()
    with pytest.raises(ResetNeeded):
        games.step(np.zeros(GAMES, np.int64))
    games.reset(seed=1)
    for actions in (np.full(GAMES, 161), np.full(GAMES, -1), np.zeros(GAMES + 1, np.int64)):
        with pytest.raises(InvalidAction, match=f"expected {GAMES} actions from 0 to 160"):
            games.step(actions)

"""Thousands of rounds at once for Gymnasium, played by the kernel: `gymnasium.make_vec("nokosu/Nokosu-v0", 1024)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from nokosu import editions
from nokosu.kernel.actions import SIZE
from nokosu.kernel.env import BOTS, SEATS
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.research import common
from nokosu.research.gymnasium import batch

Bools = NDArray[np.bool_]


class NokosuVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of `NokosuEnv` in lock-step. A round that ends is followed by the next in the same step.

    Game i of `reset(seed=s)` is what the single environment plays after `reset(seed=s, options={"game": i})`.
    `infos["action_mask"]` has the legal actions; where a round ended, `infos["final_obs"]` and `infos["final_info"]`
    say how. With `copy=False`, observations and masks are the kernel's own arrays, which the next step overwrites.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # type: ignore[misc]  # never changed

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = editions.DEFAULT,
        players: int = 4,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int = 0,
        reward: str = "margin",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.ruleset = common.ruleset(edition, players)
        self.opponents = common.opponents(opponents, players)
        self.seat = common.learning_seat(seat, players)
        common.one_of("reward", reward, common.REWARDS)
        for bot in self.opponents:
            if bot not in BOTS:
                raise ValueError(
                    f"opponents: the kernel plays {', '.join(BOTS)}, not {bot!r:.40}; other bots play with "
                    "make_vec(…, vectorization_mode='sync')"
                )
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = Box(0, 255, (OBSERVATION_SIZE,), np.uint8)
        self.single_action_space = Discrete(SIZE)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        bots = common.by_seat(self.opponents, self.seat)
        self._batch = batch(self.ruleset, num_envs, bots, reward=reward, threads=threads)
        self._masks = np.zeros((num_envs, SIZE), np.int8)
        self._observations = np.zeros((num_envs, OBSERVATION_SIZE), np.uint8)
        self._rewards, self._points = (np.zeros((num_envs, SEATS), np.float32) for _ in range(2))
        self._ends = np.zeros(num_envs, np.uint8)
        self._finals = np.zeros((num_envs, SEATS, OBSERVATION_SIZE), np.uint8)
        self._batch.bind(
            masks=self._masks.view(np.uint8),
            observations=self._observations,
            rewards=self._rewards,
            scores=self._points,
            ends=self._ends,
            finals=self._finals,
        )
        self._rows = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal every game again; a seed decides all deals from here on."""
        super().reset(seed=seed, options=options)
        if seed is None and self._begun:
            self._batch.reset()
        else:
            self._batch.reset(seed=int(self.np_random.integers(1 << 63)) if seed is None else seed)
        self._begun = True
        return self._kept(self._observations), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Return one action per game, for the learner; the kernel's bots then play until it is its turn again."""
        if not self._begun:
            raise ResetNeeded("no game has begun: call reset() first")
        chosen = np.array(actions, np.int64)  # a copy, in case some are not legal
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() >= SIZE:
            raise InvalidAction(f"expected {self.num_envs} actions from 0 to {SIZE - 1}, got {actions!r:.80}")
        illegal = self._masks[self._rows, chosen] == 0
        # An illegal action gives its round up, but the kernel moves all games or none.
        wrong = np.flatnonzero(illegal)
        last = {int(game): self._batch.state(int(game)).observe(self.seat) for game in wrong}
        chosen[wrong] = self._masks[wrong].argmax(1)
        self._batch.step(chosen)
        self._batch.reset(games=[game for game in last if not self._ends[game]])
        rewards = self._rewards[:, self.seat].astype(np.float64)
        rewards[wrong] = common.ILLEGAL_REWARD
        over = (self._ends != 0) | illegal
        infos = self._infos()
        if over.any():
            infos |= self._final_infos(over, illegal, last)
        return self._kept(self._observations), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _kept(self, rows: NDArray[Any]) -> NDArray[Any]:
        return rows.copy() if self.copy else rows

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._kept(self._masks), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, over: Bools, illegal: Bools, last: dict[int, bytes]) -> dict[str, Any]:
        """Return what the single environment returns at the end of a round, laid out as Gymnasium does it."""
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            final = last.get(int(game))
            seen[game] = (
                self._finals[game, self.seat].copy() if final is None else np.frombuffer(bytearray(final), np.uint8)
            )
        points = np.where(illegal[:, None], np.float32(0), self._points[:, : self.ruleset.players])
        info = {"action_mask": np.zeros((self.num_envs, SIZE), np.int8), "points": points, "illegal": illegal}
        marked = {f"_{name}": over.copy() for name in info}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": info | marked, "_final_info": over.copy()}

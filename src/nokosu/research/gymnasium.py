"""Nokosu Dice for Gymnasium: one learning seat against bots.

>>> import gymnasium
>>> import nokosu.research.gymnasium
>>> env = gymnasium.make("nokosu/Nokosu-v0", edition="second", players=4, opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, over, truncated, info = env.step(action)

`gymnasium.make_vec` makes thousands of them at once (gymnasium_vector.py).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, ClassVar

from nokosu.research import needs_extra

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise needs_extra(error, "gymnasium") from None

from nokosu import editions
from nokosu.bots.player import Player, get
from nokosu.bots.search import club_weights
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.kernel.actions import SIZE, canonical, number_of
from nokosu.kernel.env import BOTS, SEATS, BatchEnv
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.kernel.state import State
from nokosu.research import common
from nokosu.research.rounds import Rounds

ID = "nokosu/Nokosu-v0"


class NokosuEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One round per episode. The learner sits in `seat`, bots sit in the others; `info["action_mask"]` has its actions.

    `opponents` is the name of a bot, or one name per other seat from the learner's left. The kernel plays `random`,
    `greedy` and `club` itself; any other bot is asked with a view, as at a table. An illegal action ends the round with
    a reward of -1.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(common.RENDER_MODES), "render_fps": 1}  # type: ignore[misc]  # never changed

    def __init__(
        self,
        edition: str = editions.DEFAULT,
        players: int = 4,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int = 0,
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        self.ruleset = common.ruleset(edition, players)
        self.opponents = common.opponents(opponents, players)
        self.seat = common.learning_seat(seat, players)
        common.one_of("reward", reward, common.REWARDS)
        common.one_of("render_mode", render_mode, (None, *common.RENDER_MODES))
        self.reward = reward
        self.render_mode = render_mode
        self.observation_space = Box(0, 255, (OBSERVATION_SIZE,), np.uint8)
        self.action_space = Discrete(SIZE)
        bots = common.by_seat(self.opponents, self.seat)
        self._bots = [bot if bot in BOTS else None for bot in bots]
        self._asked = {seat: bot for seat, bot in enumerate(bots) if bot is not None and bot not in BOTS}
        self._players: dict[int, Player] = {seat: get(bot) for seat, bot in self._asked.items()}
        self._rounds = Rounds(self.ruleset)
        self._batch: BatchEnv | None = None
        self._dealt = self._in_round = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal a round; the rounds after a seed follow from it.

        Options: `game`, with a seed, plays that game of a vector environment with the same seed; `state` goes on from a
        kernel state.
        """
        super().reset(seed=seed)
        chosen = options or {}
        if seed is not None or self._batch is None:
            number = int(self.np_random.integers(1 << 63)) if seed is None else seed
            self._begin(number, chosen.get("game", 0))
        elif not self._dealt:
            self._batch.reset(games=[0])
        if "state" in chosen:
            assert self._batch is not None
            self._batch.set_state(0, common.in_progress(chosen["state"], self.ruleset))
        self._ends[0] = 0
        self._ask_others()
        self._dealt, self._in_round = False, True
        if self.render_mode == "human":
            self.render()
        return self._observations[0].copy(), {"action_mask": self.action_masks()}

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play for the learner, then for the bots until it is the learner's turn again or the round is over."""
        if not self._in_round or self._batch is None:
            raise ResetNeeded("the round is over, or none has begun: call reset() first")
        if not self.action_space.contains(action):
            raise InvalidAction(f"expected an action from 0 to {SIZE - 1}, got {action!r:.40}")
        if not self._masks[0, action]:
            self._in_round = False
            last = np.frombuffer(bytearray(self._state().observe(self.seat)), np.uint8)
            return last, common.ILLEGAL_REWARD, True, False, self._last_info(illegal=True)
        self._play(int(action))
        if not self._ends[0]:
            self._ask_others()
        if self._ends[0]:
            self._dealt, self._in_round = True, False
            return (
                self._finals[0, self.seat].copy(),
                float(self._rewards[0, self.seat]),
                True,
                False,
                self._last_info(illegal=False),
            )
        if self.render_mode == "human":
            self.render()
        return self._observations[0].copy(), 0.0, False, False, {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Return the learner's legal actions; the name that sb3-contrib looks for."""
        mask: NDArray[np.int8] = self._masks[0].copy()
        return mask

    def render(self) -> str | None:
        """Return the table as the learner sees it: as text, or printed in the mode `human`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: make(…, render_mode='ansi') or 'human'")
            return None
        if not self._in_round:
            raise ResetNeeded("no round is in progress: call reset() first")
        shown = common.text(self._state(), self.ruleset, self.seat)
        if self.render_mode == "ansi":
            return shown
        sys.stdout.write(shown + "\n\n")
        return None

    def close(self) -> None:
        """End the programs among the opponents."""
        for player in self._players.values():
            player.close()

    def _begin(self, seed: int, game: int) -> None:
        self._batch = batch(self.ruleset, 1, self._bots, reward=self.reward, first=game)
        self._masks: NDArray[np.int8] = np.zeros((1, SIZE), np.int8)
        self._observations = np.zeros((1, OBSERVATION_SIZE), np.uint8)
        self._rewards, self._points = np.zeros((1, SEATS), np.float32), np.zeros((1, SEATS), np.float32)
        self._seats, self._ends = np.zeros(1, np.int8), np.zeros(1, np.uint8)
        self._finals = np.zeros((1, SEATS, OBSERVATION_SIZE), np.uint8)
        self._batch.bind(
            masks=self._masks.view(np.uint8),
            observations=self._observations,
            rewards=self._rewards,
            scores=self._points,
            seats=self._seats,
            ends=self._ends,
            finals=self._finals,
        )
        self._batch.reset(seed=seed)
        self._dealt = False
        self.close()
        self._players = {
            seat: get(bot, seed=seed_from_number(seed, "gymnasium", seat)) for seat, bot in self._asked.items()
        }

    def _state(self) -> State:
        assert self._batch is not None
        return self._batch.state(0)

    def _play(self, action: int) -> None:
        assert self._batch is not None
        self._batch.step(np.array([action], np.int64))

    def _ask_others(self) -> None:
        """Ask the bots that the kernel does not play, until the learner is to act or the round is over."""
        while not self._ends[0] and (seat := int(self._seats[0])) != self.seat:
            state = self._state()
            chosen = self._players[seat].choose(self._rounds.view(state, seat))
            self._play(canonical(number_of(chosen), state.colour_order(seat)))

    def _last_info(self, *, illegal: bool) -> dict[str, Any]:
        points = np.zeros(self.ruleset.players, np.float32) if illegal else self._points[0, : self.ruleset.players]
        return {"action_mask": np.zeros(SIZE, np.int8), "points": points.copy(), "illegal": illegal}


def batch(
    ruleset: Ruleset, games: int, bots: Sequence[str | None], *, reward: str, first: int = 0, threads: int = 1
) -> BatchEnv:
    """Return the kernel's games, with these bots in their seats."""
    club = [club_weights(ruleset.players)]
    return BatchEnv([ruleset], games, reward=reward, bots=bots, club=club, first=first, threads=threads)  # type: ignore[arg-type]  # checked


gymnasium.register(
    ID,
    entry_point=f"{__name__}:NokosuEnv",
    vector_entry_point="nokosu.research.gymnasium_vector:NokosuVectorEnv",
)

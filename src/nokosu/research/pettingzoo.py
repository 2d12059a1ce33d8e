"""Nokosu Dice for PettingZoo: an AEC environment in which every seat is an agent.

>>> from nokosu.research import pettingzoo
>>> env = pettingzoo.env(edition="second", players=4)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     action = None if terminated else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

With this module imported, `pettingzoo.make("aec", "nokosu/Nokosu-v0", players=4)` makes one too.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any, ClassVar

from nokosu.research import needs_extra

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, register
    from pettingzoo.utils.env import AECIterable
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as error:
    raise needs_extra(error, "pettingzoo") from None

from nokosu import editions
from nokosu.core.deal import first_dealer
from nokosu.core.stream import seed_from_number
from nokosu.kernel.actions import SIZE
from nokosu.kernel.layout import OBSERVATION_SIZE, PRIVILEGED_SIZE
from nokosu.kernel.state import Refused, State
from nokosu.research import common

Observation = dict[str, NDArray[Any]]


class NokosuAEC(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]  # PettingZoo has no types
    """One round of Nokosu Dice per episode; `player_0` to `player_4` are the seats.

    Actions, masks and observations name colours in the order of the seat that they belong to. Only the agent to act has
    actions in its mask. As PettingZoo's own environments do it, an illegal action ends the round with a reward of -1
    for the agent that chose it and 0 for the others.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nokosu_v0",
        "render_modes": list(common.RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        edition: str = editions.DEFAULT,
        players: int = 4,
        *,
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.ruleset = common.ruleset(edition, players)
        common.one_of("reward", reward, common.REWARDS)
        common.one_of("render_mode", render_mode, (None, *common.RENDER_MODES))
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(SIZE) for agent in self.possible_agents}
        self.state_space = Box(0, 255, (OBSERVATION_SIZE + PRIVILEGED_SIZE,), np.uint8)
        self._state: State | None = None
        self._number = secrets.randbits(63)
        self._rounds = 0

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round, or go on from `options["state"]`, a kernel state of a round in progress.

        A seed deals as `nokosu.Match.start(…, seed=seed)` does; the rounds after it follow from the seed too.
        """
        if seed is not None:
            self._number, self._rounds = int(seed), 0
        given = (options or {}).get("state")
        if given is None:
            dealt = seed_from_number(self._number, self._rounds)
            self._rounds += 1
            self._state = State.from_seed(self.ruleset, dealt, 0, first_dealer(self.ruleset, dealt))
        else:
            self._state = common.in_progress(given, self.ruleset)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._turn(self._state)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what the agent may know. Its mask is empty unless it is to act."""
        state = self._state or self._begun("observe")
        seat = self._seat_of[agent]
        # A bytearray, so that the array can be written to: some frameworks insist.
        seen = np.frombuffer(bytearray(state.observe(seat)), np.uint8)
        if agent == self._to_act:
            mask = np.frombuffer(state.legal_mask(), np.int8).take(self._outward(state, seat))
        else:
            mask = np.zeros(SIZE, np.int8)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> NDArray[np.uint8]:
        """Return all cards: the observation of the seat to act (or seat 0) and what it may not know, for critics."""
        state = self._begun("state")
        seat = state.to_act or 0
        return np.frombuffer(state.observe(seat) + state.observe_hidden(seat), np.uint8)

    def step(self, action: int | None) -> None:
        """Play for the agent to act; None for one whose round is over."""
        state = self._state or self._begun("step")
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < SIZE or int(action) != action:
            raise AssertionError(
                f"action {action!r:.40} is not in the action space: a whole number from 0 to {SIZE - 1}"
            )
        self._cumulative_rewards[agent] = 0.0
        try:
            state.step(int(self._outward(state, self._seat_of[agent])[int(action)]))
        except Refused:
            EnvLogger.warn_on_illegal_move()
            self._end({**dict.fromkeys(self.agents, 0.0), agent: common.ILLEGAL_REWARD})
        else:
            if state.to_act is None:
                self._end(dict(zip(self.agents, common.rewards(state.scores, self.reward), strict=True)))
            else:
                self._turn(state)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the table as the agent to act sees it: as text, or printed in the mode `human`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: env(render_mode='ansi') or 'human'")
            return None
        state = self._begun("render")
        shown = common.text(state, self.ruleset, state.to_act)
        if self.render_mode == "ansi":
            return shown
        sys.stdout.write(shown + "\n\n")
        return None

    def close(self) -> None:
        """Do nothing: nothing is left open."""

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        self._begun("agent_iter")
        return super().agent_iter(max_iter)

    def _begun(self, before: str) -> State:
        if self._state is None:
            getattr(EnvLogger, f"error_{before}_before_reset")()
        assert self._state is not None
        return self._state

    def _turn(self, state: State) -> None:
        """Make the next seat the one to act."""
        seat = state.to_act
        assert seat is not None
        self.agent_selection = agent = self.possible_agents[seat]
        self._to_act: str | None = agent
        self._table_actions: NDArray[np.int64] | None = None

    def _outward(self, state: State, seat: int) -> NDArray[np.int64]:
        """Return the table's action for every action of the seat to act."""
        if self._table_actions is None:
            self._table_actions = common.outward(state.colour_order(seat))
        return self._table_actions

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._to_act = None
        self._accumulate_rewards()
        self._deads_step_first()


def _observation_space() -> Dict:
    return Dict(
        {
            "observation": Box(0, 255, (OBSERVATION_SIZE,), np.uint8),
            "action_mask": Box(0, 1, (SIZE,), np.int8),
        }
    )


env = raw_env = NokosuAEC
"""PettingZoo's names. There are no wrappers: the environment checks order and actions itself."""

register("aec", "nokosu/Nokosu-v0", entry_point=f"{__name__}:env")

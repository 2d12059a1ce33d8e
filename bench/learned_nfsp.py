"""Neural fictitious self-play of OpenSpiel as a learned baseline: one agent per seat, each playing with the others.

The agents are OpenSpiel's, unchanged. The rounds come from the kernel, which is much quicker than OpenSpiel's tree of
chance outcomes: an agent needs what a seat sees, what it may do, and the margin at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import torch
from open_spiel.python.pytorch.nfsp import NFSP
from open_spiel.python.rl_environment import StepType, TimeStep

from bench.learned_policy import Array, Layers, Policy, inputs
from nokosu import editions
from nokosu.bots.neural.layout import AMOUNTS
from nokosu.kernel.actions import SIZE
from nokosu.kernel.env import BatchEnv, arrays

PLAYERS: Final = 4
_NOTHING: Final = np.zeros(AMOUNTS, np.float32)


def agents(seed: int) -> list[Any]:
    """Return one agent per seat."""
    return [
        NFSP(
            player_id=seat,
            state_representation_size=AMOUNTS,
            num_actions=SIZE,
            hidden_layers_sizes=[64, 64],
            reservoir_buffer_capacity=100_000,
            replay_buffer_capacity=50_000,
            anticipatory_param=0.1,
            batch_size=128,
            rl_learning_rate=1e-3,
            sl_learning_rate=1e-3,
            optimizer_str="adam",
            loss_str="huber",
            min_buffer_size_to_learn=500,
            learn_every=16,
            update_target_network_every=200,
            epsilon_start=0.1,
            epsilon_end=0.01,
            epsilon_decay_duration=20_000,
            epsilon_decay_schedule_str="linear",
            seed=1000 * seed + 10 * seat,
        )
        for seat in range(PLAYERS)
    ]


def policy_of(players: list[Any]) -> Policy:
    """Return the average policies, which NFSP converges with."""
    networks: list[Layers] = []
    for player in players:
        linear = [each for each in player._avg_network.modules() if isinstance(each, torch.nn.Linear)]
        networks.append([(each.weight.detach().numpy().copy(), each.bias.detach().numpy().copy()) for each in linear])
    return Policy(networks, "relu")


def learn(seed: int, told: Callable[[int, Callable[[], Policy]], bool]) -> None:
    """Play rounds of four agents until told to stop."""
    torch.set_num_threads(1)
    players = agents(seed)
    env = BatchEnv([editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1)], 1, seed=seed)
    bound = arrays(1, ("masks", "observations", "rewards", "seats", "ends"))
    env.bind(**bound)
    seen = {name: np.asarray(array) for name, array in bound.items()}
    env.reset(seed=seed)
    rounds = 0
    while told(rounds, lambda: policy_of(players)):
        _round(env, seen, players)
        rounds += 1


def _round(env: BatchEnv, seen: dict[str, Any], players: list[Any]) -> None:
    """Play one round; a seat with one legal action is not asked."""
    seen["ends"][0] = 0
    while not seen["ends"][0]:
        seat, legal = int(seen["seats"][0]), np.flatnonzero(seen["masks"][0]).tolist()
        if len(legal) > 1:
            step = _step(seat, inputs(seen["observations"][0]), legal)
            action = int(players[seat].step(step).action)
        else:
            action = legal[0]
        env.step(np.array([action], np.int64))
    margins = seen["rewards"][0, :PLAYERS].tolist()
    for player in players:
        player.step(_step(-4, _NOTHING, [], margins))  # nobody is to act at the end


def _step(seat: int, amounts: Array, legal: list[int], margins: list[float] | None = None) -> Any:  # noqa: ANN401  (OpenSpiel has no types)
    observations = {
        "info_state": [amounts] * PLAYERS,
        "legal_actions": [legal] * PLAYERS,
        "current_player": seat,
    }
    kind = StepType.MID if margins is None else StepType.LAST
    return TimeStep(observations, margins or [0.0] * PLAYERS, [1.0] * PLAYERS, kind)

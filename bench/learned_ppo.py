"""MaskablePPO of sb3-contrib as a learned baseline, with the settings of examples/sb3_ppo.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from bench.learned_policy import Layers, Policy
from examples.sb3_ppo import Games

GAMES: Final = 256
DECISIONS: Final = 17
"""Of one seat in a round: three picks and fourteen plays."""


class _Told(BaseCallback):  # type: ignore[misc]  # Stable-Baselines3 may not be installed
    """Tells how far it is before every rollout."""

    def __init__(self, told: Callable[[int, Callable[[], Policy]], bool]) -> None:
        super().__init__()
        self._told, self._on = told, True

    def _on_rollout_start(self) -> None:
        self._on = self._told(self.num_timesteps // DECISIONS, lambda: policy_of(self.model))

    def _on_step(self) -> bool:
        return self._on


def policy_of(model: Any) -> Policy:  # noqa: ANN401  (Stable-Baselines3 has no types)
    """Return the actor's layers."""
    linear = [each for each in model.policy.mlp_extractor.policy_net if isinstance(each, torch.nn.Linear)]
    layers: Layers = [
        (each.weight.detach().numpy().copy(), each.bias.detach().numpy().copy())
        for each in (*linear, model.policy.action_net)
    ]
    return Policy([layers], "tanh")


def learn(seed: int, told: Callable[[int, Callable[[], Policy]], bool]) -> None:
    """Learn against three `greedy` players until told to stop."""
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # checks for debugging
    model = MaskablePPO(
        "MlpPolicy",
        Games(GAMES, seed, {"edition": "second", "players": 4, "opponents": "greedy"}),
        n_steps=2 * DECISIONS,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64, 64]},
        seed=seed,
        device="cpu",
    )
    model.learn(10**12, callback=_Told(told))

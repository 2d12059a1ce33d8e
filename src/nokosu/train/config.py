"""Everything that a training run can be told, kept with every checkpoint."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of a run. What changes falls from its first value to `…_end` from `origin` to `horizon` decisions."""

    seed: int = 1
    # The network.
    actor_width: int = 640
    actor_blocks: int = 3
    critic_width: int = 512
    critic_blocks: int = 3
    # Self-play.
    games: int = 16384
    """Games in each of the two half-batches; every update plays one round of each."""
    threads: int = 16
    main: str = "second:4"
    """The edition and number of players that the first half-batch always plays; `:club`, `:past` or `:rival` behind
    them gives all seats but one to the club bot, to an earlier copy of the network, or to another network."""
    others: tuple[str, ...] = ("second:3", "second:5", "first:4", "second:4", "first:3", "manual:3")
    """What the second half-batch plays, in turn."""
    league: int = 100
    """Updates after which `past` becomes a copy of the network as it is then; 0 keeps the first copy for good."""
    rival: str = ""
    """The file of weights of that other network, which does not learn."""
    zeros: float = 0.01
    zeros_end: float = 0.01
    """Share of the decisions that could take a zero contract in which the network is made to. So it learns how to play
    them and when they are worth taking; left alone, it soon takes none."""
    zeros_weight: float = 1.0
    """How many times as much the advantage of such a decision counts: they are few."""
    zeros_shift: float = 0.0
    """Added to the logits of zero contracts in exported weights: the policy is slow to trust them, and rollouts both
    ways (bench/zeros.py) say by how much."""
    overlap: bool = True
    """Play the next rounds while learning from the last ones."""
    # Learning.
    origin: float = 0.0
    horizon: float = 6e9
    batch: int = 65536
    sure_share: float = 0.3
    """Of the decisions that the policy was sure of (99 %), the share that is learnt from."""
    epochs: int = 1
    rate: float = 5e-4
    rate_end: float = 1e-4
    critic_rate: float = 5e-4
    critic_rate_end: float = 1.5e-4
    entropy: float = 0.015
    entropy_end: float = 0.003
    clip: float = 0.2
    gae_lambda: float = 0.85
    """Lambda of the generalised advantage estimates (GAE) along each seat's own decisions."""
    anchor: float = 0.0
    """Weight of the KL divergence from the policy that the run began with. It counts where no zero contract has been
    taken, and only among the other actions: zero contracts can be learnt while all else stays."""
    outlook_weight: float = 0.05
    belief_weight: float = 0.05
    gradient_norm: float = 0.5
    average: float = 0.995
    """Share of the averaged policy that stays with each update."""
    # Control experiment: rewards dealt to the wrong games. Nothing can be learnt from them.
    shuffle_rewards: bool = False

    def at(self, first: float, last: float, decisions: float) -> float:
        """Return a setting that has fallen from `first` towards `last`."""
        done = min(1.0, max(0.0, decisions - self.origin) / (self.horizon - self.origin))
        return first + (last - first) * done

    def dumps(self) -> str:
        """Return it as JSON text."""
        return json.dumps(asdict(self), indent=2) + "\n"


SMALL: Final = Config(
    actor_width=96,
    actor_blocks=1,
    critic_width=96,
    critic_blocks=1,
    games=256,
    threads=2,
    others=("second:4",),
    overlap=False,
    horizon=3e6,
    batch=4096,
    rate=2e-3,
    rate_end=5e-4,
    critic_rate=2e-3,
    critic_rate_end=5e-4,
)
"""A network that a processor can train in a minute, for tests and first tries."""


RENAMED: Final = {"trace": "gae_lambda"}
"""Settings by the names that they had in older checkpoints; both are understood."""


class ConfigError(ValueError):
    """A setting that does not exist or does not fit."""


def load(path: Path) -> Config:
    """Return the configuration in a JSON file."""
    return with_settings(Config(), json.loads(path.read_text("utf-8")))


def with_settings(config: Config, settings: dict[str, object]) -> Config:
    """Return the same with some settings changed; ConfigError names one that does not exist or has the wrong type."""
    known = {field.name: type(getattr(config, field.name)) for field in fields(config)}
    changed: dict[str, object] = {}
    for given, value in settings.items():
        name = RENAMED.get(given, given)
        if name not in known:
            raise ConfigError(f"unknown setting {name}: expected one of {', '.join(sorted(known))}")
        try:
            changed[name] = _typed(known[name], value)
        except (KeyError, TypeError, ValueError):
            raise ConfigError(f"setting {name}: expected {known[name].__name__}, found {value!r}") from None
    return replace(config, **changed)  # type: ignore[arg-type]  # each value was checked above


def _typed(kind: type, value: object) -> object:
    """Return a value as JSON or a command line has it, in the setting's own type."""
    if kind is bool and isinstance(value, str):
        return {"true": True, "false": False}[value.lower()]
    if kind is tuple:
        return tuple(value.split(",")) if isinstance(value, str) else tuple(map(str, value))  # type: ignore[call-overload]  # checked by map
    return kind(value)

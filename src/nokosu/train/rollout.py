"""Self-play in lock-step: two half-batches take turns, one with the processors and one with the GPU."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import torch
from torch import Tensor

from nokosu import editions
from nokosu.bots.neural.layout import ACTIONS, SEATS
from nokosu.core.ruleset import Ruleset
from nokosu.kernel.env import BatchEnv
from nokosu.kernel.layout import OBSERVATION_SIZE, PRIVILEGED_SIZE
from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor

LONGEST: Final = 76
"""Decisions of the longest round."""
MASK_BYTES: Final = 164
"""Bytes kept of a mask: a row can then be copied four bytes at a time."""


def ruleset_of(name: str) -> Ruleset:
    """The rules behind `second:4`: an edition and a number of players."""
    edition, _, players = name.partition(":")
    return editions.ruleset(edition, int(players))


def decisions(ruleset: Ruleset) -> int:
    """Decisions in a round: the same number in every round of a ruleset."""
    from nokosu.kernel.state import State  # noqa: PLC0415  (small, and only here)

    return len(State.from_seed(ruleset, bytes(32), 0, 0).playout(0).actions)


class Table:
    """Many games by one ruleset, their arrays in pinned memory, and the network's answers."""

    def __init__(self, ruleset: Ruleset, games: int, *, seed: int, threads: int, device: torch.device) -> None:
        self.players = ruleset.players
        self.games = games
        self.length = decisions(ruleset)
        self.env = BatchEnv([ruleset], games, seed=seed, threads=threads)
        pinned = device.type == "cuda"

        def array(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return torch.zeros(shape, dtype=dtype, pin_memory=pinned)

        self.observations = array(games, OBSERVATION_SIZE)
        self.privileged = array(games, PRIVILEGED_SIZE)
        self.masks = array(games, ACTIONS)
        self.seats = array(games, dtype=torch.int8)
        self.rewards = array(games, SEATS, dtype=torch.float32)
        self.outcomes = array(games, SEATS, 4)
        self.actions = array(games, dtype=torch.int64)
        self.env.bind(
            masks=self.masks.numpy(),
            observations=self.observations.numpy(),
            privileged=self.privileged.numpy(),
            seats=self.seats.numpy(),
            rewards=self.rewards.numpy(),
            outcomes=self.outcomes.numpy(),
        )
        self.env.reset()


@dataclass(slots=True)
class Rounds:
    """One whole round of every game of both half-batches, on the device: half × time × games."""

    observations: Tensor
    privileged: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    chances: Tensor
    """Logarithm of the chance that each action had."""
    rewards: Tensor
    outcomes: Tensor
    players: list[int]
    lengths: list[int]

    @classmethod
    def empty(cls, halves: int, games: int, device: torch.device) -> Rounds:
        """Room for rounds of any ruleset."""

        def array(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return torch.zeros((halves, *shape), dtype=dtype, device=device)

        return cls(
            observations=array(LONGEST, games, OBSERVATION_SIZE),
            privileged=array(LONGEST, games, PRIVILEGED_SIZE),
            masks=array(LONGEST, games, MASK_BYTES),
            seats=array(LONGEST, games, dtype=torch.int64),
            actions=array(LONGEST, games, dtype=torch.int64),
            chances=array(LONGEST, games, dtype=torch.float32),
            rewards=array(games, SEATS, dtype=torch.float32),
            outcomes=array(games, SEATS, 4),
            players=[0] * halves,
            lengths=[0] * halves,
        )


class Policy:
    """The actor as it stood when the round began, ready to answer a batch; on a GPU as a recorded graph."""

    def __init__(self, actor: Actor, games: int, device: torch.device, dtype: torch.dtype) -> None:
        self.actor = Actor(*_shape(actor)).to(device=device, dtype=dtype)
        self.inputs = Inputs(dtype).to(device)
        self.source = actor
        self.device = device
        self.refresh()
        self.observation = torch.zeros(games, OBSERVATION_SIZE, dtype=torch.uint8, device=device)
        self.mask = torch.zeros(games, ACTIONS, dtype=torch.uint8, device=device)
        self.mask[:, 0] = 1
        self.graph: torch.cuda.CUDAGraph | None = None
        self._logits = self._plain_logits
        if device.type == "cuda":
            self._logits = torch.compile(self._plain_logits)
            self._record()

    def _plain_logits(self, observation: Tensor) -> Tensor:
        return self.actor(self.inputs(observation))[0]

    @torch.no_grad()
    def refresh(self) -> None:
        """Take over the source's weights."""
        mine, theirs = list(self.actor.parameters()), list(self.source.parameters())
        torch._foreach_copy_(mine, theirs)

    def _record(self) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.answer = self._think()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.answer = self._think()

    @torch.no_grad()
    def _think(self) -> tuple[Tensor, Tensor]:
        logs = self._logits(self.observation).masked_fill(self.mask == 0, -1e9).log_softmax(1)
        noise = torch.rand_like(logs).clamp_(min=1e-20).log_().neg_().clamp_(min=1e-20).log_().neg_()  # Gumbel
        action = (logs + noise).masked_fill_(self.mask == 0, -1e30).argmax(1)
        return action, logs.gather(1, action.unsqueeze(1)).squeeze(1)

    def act(self) -> tuple[Tensor, Tensor]:
        """Actions and the logarithms of their chances for what is in the buffers; valid until the next call."""
        if self.graph is None:
            return self._think()
        self.graph.replay()
        return self.answer


def _shape(actor: Actor) -> tuple[int, int]:
    return actor.trunk.into.out_features, len(actor.trunk.blocks)


@dataclass(slots=True)
class Spent:
    """Seconds by kind of work."""

    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, since: float) -> float:
        """Book the time since then under a name; returns now."""
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - since
        return now


class _Seat:
    """One half-batch in play: asks the network, then moves all its games."""

    def __init__(self, half: int, table: Table, rounds: Rounds, policy: Policy, spent: Spent) -> None:
        self.half, self.table, self.rounds, self.policy, self.spent = half, table, rounds, policy, spent
        self.time = 0
        self.answered = torch.cuda.Event() if policy.device.type == "cuda" else None
        rounds.players[half], rounds.lengths[half] = table.players, table.length

    @property
    def over(self) -> bool:
        return self.time == self.table.length

    def ask(self) -> None:
        """Send what the games offer, and queue everything up to the copy of the answers."""
        now = time.perf_counter()
        table, rounds, policy, at = self.table, self.rounds, self.policy, (self.half, self.time)
        policy.observation.copy_(table.observations, non_blocking=True)
        policy.mask.copy_(table.masks, non_blocking=True)
        rounds.privileged[at].copy_(table.privileged, non_blocking=True)
        rounds.seats[at].copy_(table.seats, non_blocking=True)
        action, chance = policy.act()
        table.actions.copy_(action, non_blocking=True)
        if self.answered is not None:
            self.answered.record()
        rounds.observations[at].copy_(policy.observation)
        rounds.masks[at][:, :ACTIONS].copy_(policy.mask)
        rounds.actions[at].copy_(action)
        rounds.chances[at].copy_(chance)
        self.spent.add("launching", now)

    def step(self) -> None:
        """Wait for the answers and move every game."""
        now = time.perf_counter()
        if self.answered is not None:
            self.answered.synchronize()
        now = self.spent.add("waiting for the network", now)
        self.table.env.step(self.table.actions.numpy())
        self.time += 1
        self.spent.add("environment", now)
        if self.over:
            self.rounds.rewards[self.half].copy_(self.table.rewards)
            self.rounds.outcomes[self.half].copy_(self.table.outcomes)


def play(tables: Sequence[Table], rounds: Rounds, policies: Sequence[Policy], spent: Spent) -> int:
    """One round of every game of every table; returns the number of decisions."""
    seats = [_Seat(half, table, rounds, policies[half], spent) for half, table in enumerate(tables)]
    for seat in seats:
        seat.ask()
    while not all(seat.over for seat in seats):
        for seat in seats:
            if not seat.over:
                seat.step()
                if not seat.over:
                    seat.ask()
    return sum(table.games * table.length for table in tables)

"""Self-play in lock-step: two half-batches take turns, one with the processors and one with the GPU."""

from __future__ import annotations

import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import torch
from torch import Tensor

from nokosu import editions
from nokosu.bots.club.weights import tuned
from nokosu.bots.neural.layout import ACTIONS, SEATS
from nokosu.core.actions import DeclareZero, TakeZero
from nokosu.core.ruleset import Ruleset
from nokosu.kernel.actions import TABLE
from nokosu.kernel.env import BatchEnv
from nokosu.kernel.layout import OBSERVATION_SIZE, PRIVILEGED_SIZE
from nokosu.train.config import ConfigError
from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor

LONGEST: Final = 76
"""Decisions of the longest round."""
MASK_BYTES: Final = 164
"""Bytes kept of a mask: a row can then be copied four bytes at a time."""
ZEROS: Final = tuple(isinstance(action, TakeZero | DeclareZero) for action in TABLE)
"""Whether each action begins a zero contract."""
UNSURE: Final = 1 / 3
"""What the logits are multiplied by where a zero contract is forced: the policy hardly knows yet which is best."""


def ruleset_of(name: str) -> Ruleset:
    """Return the rules behind `second:4` or `second:4:club`: an edition and a number of players."""
    edition, players, *_ = name.split(":")
    return editions.ruleset(edition, int(players))


def opponent_of(name: str) -> str:
    """Return who plays against the network: `club`, `past`, `rival` (another network), or nothing for itself alone."""
    _, _, *opponent = name.split(":")
    if opponent not in ([], ["club"], ["past"], ["rival"]):
        raise ConfigError(f"unknown table {name}: expected EDITION:PLAYERS, then :club, :past, :rival or nothing")
    return "".join(opponent)


def decisions(ruleset: Ruleset) -> int:
    """Decisions in a round: the same number in every round of a ruleset."""
    from nokosu.kernel.state import State  # noqa: PLC0415  (small, and only here)

    return len(State.from_seed(ruleset, bytes(32), 0, 0).playout(0).actions)


class Table:
    """Many games by one ruleset, their arrays in pinned memory, and the network's answers.

    Against others the network has one seat per game, another one in each; otherwise it has all of them.
    """

    def __init__(
        self, ruleset: Ruleset, games: int, *, seed: int, threads: int, device: torch.device, opponent: str = ""
    ) -> None:
        self.players = ruleset.players
        self.opponent = opponent
        self.club = array("d", tuned(ruleset.players).flat()).tobytes()
        seat = (torch.arange(games) % ruleset.players).unsqueeze(1)
        self.own = (torch.arange(SEATS) == seat) if opponent else torch.ones(games, SEATS, dtype=torch.bool)
        self.games = games
        self.length = decisions(ruleset)
        self.opening = self.length - ruleset.players * ruleset.tricks
        """Decisions before the first trick."""
        self.env = BatchEnv([ruleset], games, seed=seed, threads=threads)
        pinned = device.type == "cuda"

        def room(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return torch.zeros(shape, dtype=dtype, pin_memory=pinned)

        self.observations = room(games, OBSERVATION_SIZE)
        self.privileged = room(games, PRIVILEGED_SIZE)
        self.masks = room(games, ACTIONS)
        self.seats = room(games, dtype=torch.int8)
        self.rewards = room(games, SEATS, dtype=torch.float32)
        self.outcomes = room(games, SEATS, 4)
        self.actions = room(games, dtype=torch.int64)
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
    log_probs: Tensor
    """Logarithm of the probability that the policy gave to each action."""
    forced: Tensor
    """Whether the network was made to choose it."""
    rewards: Tensor
    outcomes: Tensor
    own: Tensor
    """Seats that the network plays as it is now, and learns from."""
    players: list[int]
    lengths: list[int]

    @classmethod
    def empty(cls, halves: int, games: int, device: torch.device) -> Rounds:
        """Room for rounds of any ruleset."""

        def room(*shape: int, dtype: torch.dtype = torch.uint8) -> Tensor:
            return torch.zeros((halves, *shape), dtype=dtype, device=device)

        return cls(
            observations=room(LONGEST, games, OBSERVATION_SIZE),
            privileged=room(LONGEST, games, PRIVILEGED_SIZE),
            masks=room(LONGEST, games, MASK_BYTES),
            seats=room(LONGEST, games, dtype=torch.int64),
            actions=room(LONGEST, games, dtype=torch.int64),
            log_probs=room(LONGEST, games, dtype=torch.float32),
            forced=room(LONGEST, games, dtype=torch.bool),
            rewards=room(games, SEATS, dtype=torch.float32),
            outcomes=room(games, SEATS, 4),
            own=room(games, SEATS, dtype=torch.bool),
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
        self.forced = torch.zeros(games, dtype=torch.bool, device=device)
        """Where a zero contract has to be taken."""
        self.zero = torch.tensor(ZEROS, device=device)
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
        forced = self.forced.unsqueeze(1)
        allowed = (self.mask != 0) & (self.zero | ~forced)
        action = (torch.where(forced, logs * UNSURE, logs) + noise).masked_fill_(~allowed, -1e30).argmax(1)
        return action, logs.gather(1, action.unsqueeze(1)).squeeze(1)

    def act(self) -> tuple[Tensor, Tensor]:
        """Return actions and the policy's log probabilities of them, valid until the next call.

        They are for what is in the buffers; an action that was forced keeps the probability that it had unforced.
        """
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


@dataclass(frozen=True, slots=True)
class Policies:
    """The network of one half-batch, and those that it plays against there: `past`, `rival`."""

    now: Policy
    others: Mapping[str, Policy]


class _Seat:
    """One half-batch in play: asks the network, then moves all its games."""

    def __init__(self, half: int, table: Table, rounds: Rounds, policies: Policies, spent: Spent, zeros: float) -> None:
        self.half, self.table, self.rounds, self.spent, self.zeros = half, table, rounds, spent, zeros
        self.policy, self.other = policies.now, policies.others.get(table.opponent)
        self.time = 0
        self.answered = torch.cuda.Event() if self.policy.device.type == "cuda" else None
        rounds.players[half], rounds.lengths[half] = table.players, table.length
        rounds.own[half].copy_(table.own)

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
        mine = rounds.own[self.half].gather(1, rounds.seats[at].unsqueeze(1)).squeeze(1)
        policy.forced.copy_(self._forced(mine))
        rounds.forced[at].copy_(policy.forced)
        action, log_prob = policy.act()
        if self.other is not None:
            self.other.observation.copy_(policy.observation)
            self.other.mask.copy_(policy.mask)
            action = torch.where(mine, action, self.other.act()[0])
        table.actions.copy_(action, non_blocking=True)
        if self.answered is not None:
            self.answered.record()
        rounds.observations[at].copy_(policy.observation)
        rounds.masks[at][:, :ACTIONS].copy_(policy.mask)
        rounds.actions[at].copy_(action)
        rounds.log_probs[at].copy_(log_prob)
        self.spent.add("launching", now)

    def _forced(self, mine: Tensor) -> Tensor:
        """Return which of the network's seats have to take a zero contract now."""
        if self.time >= self.table.opening or not self.zeros:
            return torch.zeros_like(mine)
        able = (self.policy.mask * self.policy.zero).any(1)
        return mine & able & (torch.rand(able.shape, device=able.device) < self.zeros)

    def step(self) -> None:
        """Wait for the answers and move every game."""
        now = time.perf_counter()
        if self.answered is not None:
            self.answered.synchronize()
        now = self.spent.add("waiting for the network", now)
        table = self.table
        if table.opponent == "club":
            others = ~table.own.gather(1, table.seats.long().unsqueeze(1)).squeeze(1)
            table.env.ask_club(others.to(torch.uint8).numpy(), table.actions.numpy(), table.club)
            now = self.spent.add("club", now)
        table.env.step(table.actions.numpy())
        self.time += 1
        self.spent.add("environment", now)
        if self.over:
            self.rounds.rewards[self.half].copy_(self.table.rewards)
            self.rounds.outcomes[self.half].copy_(self.table.outcomes)


def play(tables: Sequence[Table], rounds: Rounds, policies: Sequence[Policies], spent: Spent, zeros: float) -> int:
    """Return one round of every game of every table; returns the number of decisions. `zeros` as in Config."""
    seats = [_Seat(half, table, rounds, policies[half], spent, zeros) for half, table in enumerate(tables)]
    for seat in seats:
        seat.ask()
    while not all(seat.over for seat in seats):
        for seat in seats:
            if not seat.over:
                seat.step()
                if not seat.over:
                    seat.ask()
    return sum(table.games * table.length for table in tables)

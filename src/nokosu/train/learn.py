"""Learning from played rounds: advantages along each seat's own decisions, then clipped policy steps and a critic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from nokosu.bots.neural.layout import ACTIONS, SEATS
from nokosu.train.config import Config
from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor, Critic, belief_loss, expected_margin, outlook_loss
from nokosu.train.rollout import Rounds

SCALE = 20.0
"""Rewards are margins over this, as in the batch."""
SURE = -0.01
"""Logarithm of the chance from which the policy is sure of an action."""
RARE = -6.0
"""Logarithm of the chance below which a forced action is not made rarer still."""
HEAVIEST = 2.0
"""Weight at most of an action that has become likelier since it was played."""


@dataclass(slots=True)
class Samples:
    """Decisions with more than one legal action: where they are in the rounds, and what came of them."""

    rounds: Rounds
    at: Tensor
    """Index among all decisions of the rounds."""
    advantages: Tensor
    tricks: Tensor
    makers: Tensor
    zeros: Tensor
    players: Tensor
    recent: Tensor | None = None
    """Logarithm of the chance that each action has when learning begins; None: the same as when it was played."""

    def __len__(self) -> int:
        return self.at.shape[0]

    def rows(self, which: Tensor) -> tuple[Tensor, ...]:
        """A batch: observation, privileged, mask, action, its two chances, advantage, and how the round ended."""
        at = self.at[which]
        rounds = self.rounds
        return (
            _bytes(rounds.observations, at),
            _bytes(rounds.privileged, at),
            _bytes(rounds.masks, at)[:, :ACTIONS],
            rounds.actions.flatten()[at],
            rounds.chances.flatten()[at],
            rounds.chances.flatten()[at] if self.recent is None else self.recent[which],
            self.advantages[which],
            self.tricks[which],
            self.makers[which],
            self.zeros[which],
            self.players[which],
        )


def _bytes(store: Tensor, at: Tensor) -> Tensor:
    """Rows of a store of bytes, copied four at a time."""
    return store.view(torch.int32).flatten(0, 2).index_select(0, at).view(torch.uint8)


Values = Callable[[Rounds, Tensor], Tensor]


@torch.no_grad()
def samples_of(rounds: Rounds, values_of: Values, config: Config, generator: torch.Generator) -> Samples:
    """What there is to learn from these rounds."""
    halves, longest, games = rounds.seats.shape
    parts: list[Samples] = []
    for half in range(halves):
        time, players = rounds.lengths[half], rounds.players[half]
        seats = rounds.seats[half, :time]
        own = rounds.own[half].unsqueeze(0).expand(time, -1, -1).gather(2, seats.unsqueeze(2)).squeeze(2)
        free = (rounds.masks[half, :time].sum(2, dtype=torch.int32) > 1) & own
        here = free.flatten().nonzero().squeeze(1)
        at = here + half * longest * games
        rewards, outcomes = rounds.rewards[half], rounds.outcomes[half]
        if config.shuffle_rewards:  # outcomes too: the critic would tell the policy what it must not know
            order = torch.randperm(games, generator=generator, device=rewards.device)
            rewards, outcomes = rewards[order], outcomes[order]
        values = torch.zeros(free.numel(), device=at.device)
        values[here] = values_of(rounds, at) / SCALE
        forced = rounds.forced[half, :time]
        advantages = _advantages(values.view_as(free), free, forced, seats, rewards, config.trace).flatten()[here]
        seat = seats.flatten()[here]
        tricks, makers, zeros = _ends(outcomes[here % games], seat, players)
        counts = torch.full_like(seat, players)
        fields = (at, advantages, tricks, makers, zeros, counts)
        chances = rounds.chances[half, :time].flatten()[here]
        # What was forced and went badly is no news where the policy would hardly have done it.
        news = ~forced.flatten()[here] | (advantages > 0) | (chances > RARE)
        news &= ~_before_forced(forced, seats).flatten()[here]
        taken = (_worth_learning(chances, config.sure_share, generator) & news).nonzero().squeeze(1)
        parts.append(Samples(rounds, *(part[taken] for part in fields)))
    names = ("at", "advantages", "tricks", "makers", "zeros", "players")
    whole = Samples(rounds, *(torch.cat([getattr(part, name) for part in parts]) for name in names))
    whole.advantages -= whole.advantages.mean()
    whole.advantages /= whole.advantages.std() + 1e-6
    return whole


def _worth_learning(chances: Tensor, share: float, generator: torch.Generator) -> Tensor:
    """All decisions but those that the policy was sure of, and a share of these: they hardly move it."""
    lot = torch.rand(chances.shape, generator=generator, device=chances.device)
    return (chances < SURE) | (lot < share)


def _before_forced(forced: Tensor, seats: Tensor) -> Tensor:
    """The decisions of seats that are forced later: their rounds do not end as the policy would end them."""
    time, game = forced.nonzero().unbind(1)
    when = torch.full((forced.shape[1], SEATS), -1, device=forced.device)
    when[game, seats[time, game]] = time  # a seat is forced once at most
    steps = torch.arange(forced.shape[0], device=forced.device).unsqueeze(1)
    return steps < when.T.gather(0, seats)


def _advantages(values: Tensor, free: Tensor, forced: Tensor, seats: Tensor, rewards: Tensor, trace: float) -> Tensor:
    """Generalised advantages; a seat's next state is its own next free decision, at last the end of the round.

    What was forced does not count for the decisions before it.
    """
    following = rewards.clone()  # games × seats: what the seat's next own decision is worth
    carried = torch.zeros_like(rewards)
    out = torch.zeros_like(values)
    for t in range(values.shape[0] - 1, -1, -1):
        seat = seats[t].unsqueeze(1)
        after = following.gather(1, seat).squeeze(1)
        carry = carried.gather(1, seat).squeeze(1)
        gain = after - values[t] + trace * carry
        out[t] = torch.where(free[t], gain, out[t])
        following.scatter_(1, seat, torch.where(free[t], values[t], after).unsqueeze(1))
        carried.scatter_(1, seat, torch.where(free[t], gain * ~forced[t], carry).unsqueeze(1))
    return out


def _ends(outcomes: Tensor, seat: Tensor, players: int) -> tuple[Tensor, Tensor, Tensor]:
    """How the rounds ended, seats counted from the one that decided."""
    turn = (torch.arange(SEATS, device=seat.device) + seat.unsqueeze(1)) % players
    turn = torch.where(torch.arange(SEATS, device=seat.device) < players, turn, SEATS - 1)
    rows = outcomes.long().gather(1, turn.unsqueeze(2).expand(-1, -1, 4))
    present = torch.arange(SEATS, device=seat.device) < players
    tricks, made, zero = rows[:, :, 0] * present, rows[:, :, 2] * present, rows[:, :, 3] * present
    makers = (made << torch.arange(SEATS, device=seat.device)).sum(1)
    return tricks, makers, (made * zero).float()


def actor_loss(
    actor: Actor, clip: float, weights: tuple[float, float], entropy_weight: Tensor, inputs: Tensor, *row: Tensor
) -> tuple[Tensor, Tensor]:
    """Loss, and measurements: entropy, difference from the old policy, share clipped, losses of the heads.

    `weights` are those of the outlook and of the beliefs. What changes during a run is a tensor: a compiled function
    would be compiled again for every new number.

    Steps are clipped around the policy that learning began with (`recent`), not around the older one that played
    (`old`): the difference between these two only weighs the samples.
    """
    hidden, mask, action, old, recent, advantage, tricks, makers, zeros, players = row
    logits, outlook, belief = actor(inputs)
    logs = logits.masked_fill(mask == 0, -1e9).log_softmax(1)
    now = logs.gather(1, action.unsqueeze(1)).squeeze(1)
    ratio = (now - recent).exp()
    weighed = (recent - old).exp().clamp(max=HEAVIEST) * advantage
    gain = torch.minimum(ratio * weighed, ratio.clamp(1 - clip, 1 + clip) * weighed).mean()
    entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
    ends = outlook_loss(outlook, tricks, makers, zeros, players).mean()
    where = belief_loss(belief, hidden.float()).mean()
    loss = -gain - entropy_weight * entropy + weights[0] * ends + weights[1] * where
    moved = ((ratio - 1) - (now - recent)).mean()
    clipped = ((ratio - 1).abs() > clip).float().mean()
    return loss, torch.stack([entropy, moved, clipped, ends, where]).detach()


class Learner:
    """Both networks, their optimisers, and one update at a time."""

    def __init__(self, actor: Actor, critic: Critic, config: Config, device: torch.device, dtype: torch.dtype) -> None:
        self.actor, self.critic, self.config, self.device, self.dtype = actor, critic, config, device, dtype
        self.inputs = Inputs(dtype).to(device)
        fused = device.type == "cuda"
        self.actor_optimiser = torch.optim.AdamW(
            actor.parameters(), betas=(0.9, 0.99), eps=1e-5, weight_decay=1e-4, fused=fused
        )
        self.critic_optimiser = torch.optim.AdamW(
            critic.parameters(), betas=(0.9, 0.99), eps=1e-5, weight_decay=1e-4, fused=fused
        )
        weights, clip = (config.outlook_weight, config.belief_weight), config.clip

        def losses(entropy: Tensor, seen: Tensor, hidden: Tensor, *row: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            with torch.no_grad():
                inputs = self.inputs(seen)
            loss, measured = actor_loss(actor, clip, weights, entropy, inputs, hidden, *row)
            return loss, outlook_loss(critic(inputs, hidden), *row[-4:]).mean(), measured

        def values(seen: Tensor, hidden: Tensor) -> Tensor:
            return expected_margin(critic(self.inputs(seen), hidden), seen)

        def chances(seen: Tensor, mask: Tensor, action: Tensor) -> Tensor:
            logs = actor(self.inputs(seen))[0].masked_fill(mask == 0, -1e9).log_softmax(1)
            return logs.gather(1, action.unsqueeze(1)).squeeze(1)

        self._losses, self._values, self._chances = losses, values, chances
        if device.type == "cuda":
            self._losses, self._values, self._chances = map(torch.compile, (losses, values, chances))

    def _autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, self.dtype, enabled=self.dtype != torch.float32)

    @torch.no_grad()
    def values(self, rounds: Rounds, at: Tensor) -> Tensor:
        """The critic's margins."""

        def of(full: Tensor) -> Tensor:
            return self._values(_bytes(rounds.observations, full), _bytes(rounds.privileged, full))

        return self._in_pieces(at, of)

    @torch.no_grad()
    def chances(self, rounds: Rounds, at: Tensor) -> Tensor:
        """Logarithms of the chances that the actor now gives to the actions that were played."""

        def of(full: Tensor) -> Tensor:
            mask = _bytes(rounds.masks, full)[:, :ACTIONS]
            return self._chances(_bytes(rounds.observations, full), mask, rounds.actions.flatten()[full])

        return self._in_pieces(at, of)

    def _in_pieces(self, at: Tensor, of: Callable[[Tensor], Tensor]) -> Tensor:
        """A function of many decisions, in pieces of a fixed size: compiled code wants one shape."""
        size = self.config.batch
        parts = []
        for start in range(0, at.shape[0], size):
            piece = at[start : start + size]
            with self._autocast():
                found = of(nn.functional.pad(piece, (0, size - piece.shape[0])))
            parts.append(found[: piece.shape[0]])
        return torch.cat(parts)

    def update(self, samples: Samples, decisions: float, generator: torch.Generator) -> Tensor:
        """One pass over the samples; the mean of the measurements, the critic's loss last."""
        config = self.config
        for optimiser, first, last in (
            (self.actor_optimiser, config.rate, config.rate_end),
            (self.critic_optimiser, config.critic_rate, config.critic_rate_end),
        ):
            for group in optimiser.param_groups:
                group["lr"] = config.at(first, last, decisions)
        entropy = torch.tensor(config.at(config.entropy, config.entropy_end, decisions), device=self.device)
        size = min(config.batch, len(samples))
        if config.overlap:
            samples.recent = self.chances(samples.rounds, samples.at)
        measured = []
        for _ in range(config.epochs):
            order = torch.randperm(len(samples), generator=generator, device=self.device)
            for start in range(0, len(samples) - size + 1, size):
                row = samples.rows(order[start : start + size])
                with self._autocast():
                    loss, critic, seen = self._losses(entropy, *row)
                self.actor_optimiser.zero_grad(set_to_none=True)
                self.critic_optimiser.zero_grad(set_to_none=True)
                (loss + critic).backward()
                nn.utils.clip_grad_norm_(self.actor.parameters(), config.gradient_norm)
                nn.utils.clip_grad_norm_(self.critic.parameters(), config.gradient_norm)
                self.actor_optimiser.step()
                self.critic_optimiser.step()
                measured.append(torch.cat([seen, critic.detach().unsqueeze(0)]))
        return torch.stack(measured).mean(0)

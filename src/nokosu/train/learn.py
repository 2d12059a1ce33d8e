"""Proximal policy optimisation (PPO): advantages (GAE) along each seat's decisions, clipped steps, a critic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from nokosu.bots.neural.layout import ACTIONS, SEATS
from nokosu.kernel.layout import OBSERVATION
from nokosu.train.config import Config
from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor, Critic, belief_loss, expected_margin, outlook_loss
from nokosu.train.rollout import ZEROS, Rounds

_ZERO = OBSERVATION["zero"]

SCALE = 20.0
"""Rewards are margins over this, as in the batch."""
SURE = -0.01
"""Log probability from which the policy is sure of an action."""
RARE = -6.0
"""Log probability below which a forced action is not made rarer still."""
HEAVIEST = 2.0
"""Largest importance weight of an action that has become likelier since it was played."""


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
    """Log probability of each action when learning begins; None: the same as when it was played."""

    def __len__(self) -> int:
        return self.at.shape[0]

    def rows(self, which: Tensor) -> tuple[Tensor, ...]:
        """Return a batch: observation, privileged, mask, action, its two log probabilities, advantage, and the end."""
        at = self.at[which]
        rounds = self.rounds
        return (
            _bytes(rounds.observations, at),
            _bytes(rounds.privileged, at),
            _bytes(rounds.masks, at)[:, :ACTIONS],
            rounds.actions.flatten()[at],
            rounds.log_probs.flatten()[at],
            rounds.log_probs.flatten()[at] if self.recent is None else self.recent[which],
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
    """Return what there is to learn from these rounds."""
    halves, longest, games = rounds.seats.shape
    parts: list[Samples] = []
    made_to: list[Tensor] = []
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
        advantages = _advantages(values.view_as(free), free, forced, seats, rewards, config.gae_lambda).flatten()[here]
        seat = seats.flatten()[here]
        tricks, makers, zeros = _ends(outcomes[here % games], seat, players)
        counts = torch.full_like(seat, players)
        fields = (at, advantages, tricks, makers, zeros, counts)
        log_probs = rounds.log_probs[half, :time].flatten()[here]
        # Skip failed forced actions that the policy would rarely choose.
        news = ~forced.flatten()[here] | (advantages > 0) | (log_probs > RARE)
        news &= ~_before_forced(forced, seats).flatten()[here]
        taken = (_worth_learning(log_probs, config.sure_share, generator) & news).nonzero().squeeze(1)
        parts.append(Samples(rounds, *(part[taken] for part in fields)))
        made_to.append(forced.flatten()[here][taken])
    names = ("at", "advantages", "tricks", "makers", "zeros", "players")
    whole = Samples(rounds, *(torch.cat([getattr(part, name) for part in parts]) for name in names))
    whole.advantages -= whole.advantages.mean()
    whole.advantages /= whole.advantages.std() + 1e-6
    whole.advantages[torch.cat(made_to)] *= config.zeros_weight
    return whole


def _worth_learning(log_probs: Tensor, share: float, generator: torch.Generator) -> Tensor:
    """Select all decisions but those that the policy was sure of, and a share of these: they hardly move it."""
    lot = torch.rand(log_probs.shape, generator=generator, device=log_probs.device)
    return (log_probs < SURE) | (lot < share)


def _before_forced(forced: Tensor, seats: Tensor) -> Tensor:
    """Return the decisions of seats that are forced later: their rounds do not end as the policy would end them."""
    time, game = forced.nonzero().unbind(1)
    when = torch.full((forced.shape[1], SEATS), -1, device=forced.device)
    when[game, seats[time, game]] = time  # a seat is forced once at most
    steps = torch.arange(forced.shape[0], device=forced.device).unsqueeze(1)
    return steps < when.T.gather(0, seats)


def _advantages(
    values: Tensor, free: Tensor, forced: Tensor, seats: Tensor, rewards: Tensor, gae_lambda: float
) -> Tensor:
    """Estimate generalised advantages (GAE); a seat's next state is its own next free decision, then the end.

    What was forced does not count for the decisions before it.
    """
    following = rewards.clone()  # games × seats: what the seat's next own decision is worth
    carried = torch.zeros_like(rewards)
    out = torch.zeros_like(values)
    for t in range(values.shape[0] - 1, -1, -1):
        seat = seats[t].unsqueeze(1)
        after = following.gather(1, seat).squeeze(1)
        carry = carried.gather(1, seat).squeeze(1)
        gain = after - values[t] + gae_lambda * carry
        out[t] = torch.where(free[t], gain, out[t])
        following.scatter_(1, seat, torch.where(free[t], values[t], after).unsqueeze(1))
        carried.scatter_(1, seat, torch.where(free[t], gain * ~forced[t], carry).unsqueeze(1))
    return out


def _ends(outcomes: Tensor, seat: Tensor, players: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return how the rounds ended, seats counted from the one that decided."""
    turn = (torch.arange(SEATS, device=seat.device) + seat.unsqueeze(1)) % players
    turn = torch.where(torch.arange(SEATS, device=seat.device) < players, turn, SEATS - 1)
    rows = outcomes.long().gather(1, turn.unsqueeze(2).expand(-1, -1, 4))
    present = torch.arange(SEATS, device=seat.device) < players
    tricks, made, zero = rows[:, :, 0] * present, rows[:, :, 2] * present, rows[:, :, 3] * present
    makers = (made << torch.arange(SEATS, device=seat.device)).sum(1)
    return tricks, makers, (made * zero).float()


def _no_zero_yet(observation: Tensor) -> Tensor:
    """Return 1.0 for every row in which no seat has a zero contract."""
    return (observation[:, _ZERO.offset : _ZERO.end].amax(1) == 0).float()


def anchor_loss(logits: Tensor, kept: Tensor, mask: Tensor, counts: Tensor) -> Tensor:
    """Return the KL divergence from the policy `kept` among the actions that take no zero contract, where it counts."""
    barred = (mask == 0) | torch.tensor(ZEROS, device=mask.device)
    old = kept.masked_fill(barred, -1e9).log_softmax(1)
    new = logits.masked_fill(barred, -1e9).log_softmax(1)
    return ((old.exp() * (old - new)).sum(1) * counts).mean()


def actor_loss(
    actor: Actor,
    clip: float,
    weights: tuple[float, float, float],
    entropy_weight: Tensor,
    inputs: Tensor,
    kept: tuple[Tensor, Tensor] | None,
    *row: Tensor,
) -> tuple[Tensor, Tensor]:
    """Return the loss and measurements: entropy, approximate KL divergence, share clipped, other losses.

    `weights` are those of the outlook, the beliefs and the anchor; `kept` are the anchor's logits and the rows in
    which it counts. What changes during a run is a tensor: a compiled function would be compiled again for every new
    number.

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
    away = gain.new_zeros(()) if kept is None else anchor_loss(logits, kept[0], mask, kept[1])
    loss = -gain - entropy_weight * entropy + weights[0] * ends + weights[1] * where + weights[2] * away
    approx_kl = ((ratio - 1) - (now - recent)).mean()
    clipped = ((ratio - 1).abs() > clip).float().mean()
    return loss, torch.stack([entropy, approx_kl, clipped, ends, where, away]).detach()


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
        self.anchor: Actor | None = None
        """The policy that the setting `anchor` holds on to."""
        weights, clip = (config.outlook_weight, config.belief_weight, config.anchor), config.clip

        def losses(entropy: Tensor, seen: Tensor, hidden: Tensor, *row: Tensor) -> tuple[Tensor, Tensor, Tensor]:
            with torch.no_grad():
                inputs = self.inputs(seen)
                kept = None if self.anchor is None else (self.anchor(inputs)[0], _no_zero_yet(seen))
            loss, measured = actor_loss(actor, clip, weights, entropy, inputs, kept, hidden, *row)
            return loss, outlook_loss(critic(inputs, hidden), *row[-4:]).mean(), measured

        def values(seen: Tensor, hidden: Tensor) -> Tensor:
            return expected_margin(critic(self.inputs(seen), hidden), seen)

        def log_probs(seen: Tensor, mask: Tensor, action: Tensor) -> Tensor:
            logs = actor(self.inputs(seen))[0].masked_fill(mask == 0, -1e9).log_softmax(1)
            return logs.gather(1, action.unsqueeze(1)).squeeze(1)

        self._losses, self._values, self._log_probs = losses, values, log_probs
        if device.type == "cuda":
            self._losses, self._values, self._log_probs = map(torch.compile, (losses, values, log_probs))

    def _autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, self.dtype, enabled=self.dtype != torch.float32)

    @torch.no_grad()
    def values(self, rounds: Rounds, at: Tensor) -> Tensor:
        """Return the critic's margins."""

        def of(full: Tensor) -> Tensor:
            return self._values(_bytes(rounds.observations, full), _bytes(rounds.privileged, full))

        return self._in_pieces(at, of)

    @torch.no_grad()
    def log_probs(self, rounds: Rounds, at: Tensor) -> Tensor:
        """Return the log probabilities that the actor now gives to the actions that were played."""

        def of(full: Tensor) -> Tensor:
            mask = _bytes(rounds.masks, full)[:, :ACTIONS]
            return self._log_probs(_bytes(rounds.observations, full), mask, rounds.actions.flatten()[full])

        return self._in_pieces(at, of)

    def _in_pieces(self, at: Tensor, of: Callable[[Tensor], Tensor]) -> Tensor:
        """Return a function of many decisions, in pieces of a fixed size: compiled code wants one shape."""
        size = self.config.batch
        parts = []
        for start in range(0, at.shape[0], size):
            piece = at[start : start + size]
            with self._autocast():
                found = of(nn.functional.pad(piece, (0, size - piece.shape[0])))
            parts.append(found[: piece.shape[0]])
        return torch.cat(parts)

    def update(self, samples: Samples, decisions: float, generator: torch.Generator) -> Tensor:
        """Return one pass over the samples; the mean of the measurements, the critic's loss last."""
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
            samples.recent = self.log_probs(samples.rounds, samples.at)
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

"""One seat for the network, all others for a named opponent: the margin on fixed seeds, as the arena counts it."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor
from nokosu.train.rollout import Table, ruleset_of


@dataclass(frozen=True, slots=True)
class Margin:
    """Points per round: mean, half the width of the 95 % interval; and what became of the network's contracts.

    A policy that never takes a zero contract any more, or takes nothing else, has stopped exploring.
    """

    mean: float
    half: float
    made: float
    """Share of the rounds in which it made its contract."""
    zero: float
    """Share of the rounds in which that was a zero contract, made or not."""
    rounds: int

    def __str__(self) -> str:
        shares = f"{self.made:.0%} made, {self.zero:.1%} zero contracts"
        return f"{self.mean:+.2f} ± {self.half:.2f} ({self.rounds} rounds, {shares})"


@torch.no_grad()
def margin_over(
    actor: Actor,
    opponent: str,
    *,
    table: str = "second:4",
    games: int,
    seed: int,
    threads: int,
    device: torch.device,
    dtype: torch.dtype,
    drawn: bool = False,
    network: Actor | None = None,
) -> Margin:
    """Return the policy against a field of `random`, `club`, `search:<simulations>`, or `network`, whatever its name.

    It takes its best actions, or with `drawn` actions drawn with its own chances.
    """
    ruleset = ruleset_of(table)
    players = ruleset.players
    batch = Table(ruleset, games, seed=seed, threads=threads, device=device)
    own = torch.arange(games) % players
    inputs = Inputs(dtype).to(device)
    name, _, simulations = opponent.partition(":")
    chance = torch.Generator().manual_seed(seed)
    for step in range(batch.length):
        mask = batch.masks.to(device)
        with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
            read = inputs(batch.observations.to(device))
            logits = actor(read)[0].masked_fill(mask == 0, -1e9)
            rival = network(read)[0].masked_fill(mask == 0, -1e9).argmax(1).cpu() if network is not None else None
        if drawn:
            best = torch.multinomial(logits.softmax(1).cpu(), 1, generator=chance).squeeze(1)
        else:
            best = logits.argmax(1).cpu()
        others = (batch.seats != own).to(torch.uint8)
        if rival is not None:
            batch.actions.copy_(torch.where(others > 0, rival, best))
        elif name == "random":
            weights = batch.masks.float()
            uniform = torch.multinomial(weights, 1, generator=chance).squeeze(1)
            batch.actions.copy_(torch.where(others > 0, uniform, best))
        else:
            batch.actions.copy_(best)
            if name == "club":
                batch.env.ask_club(others.numpy(), batch.actions.numpy(), batch.club)
            else:
                batch.env.ask_search(
                    others.numpy(), batch.actions.numpy(), batch.club, int(simulations), seed + 7919 * step
                )
        batch.env.step(batch.actions.numpy())
    margins = batch.rewards.gather(1, own.unsqueeze(1)).squeeze(1) * 20
    made, zero = batch.outcomes[torch.arange(games), own, 2:4].float().mean(0).tolist()
    # Games are dealt one by one, so rounds are independent.
    return Margin(margins.mean().item(), 1.96 * margins.std().item() / games**0.5, made, zero, games)

"""The two networks: an actor that knows what a seat may know, and a critic that sees all hands."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from nokosu.bots.neural.layout import (
    ACTIONS,
    BELIEF,
    CRITIC_HEAD,
    CRITIC_WIDTH,
    HEADS,
    MAKERS,
    OUTLOOK,
    SEATS,
    TRICK_COUNTS,
    WIDTH,
)
from nokosu.bots.neural.weights import Network
from nokosu.kernel.layout import OBSERVATION, PRIVILEGED_SIZE

_RULES = OBSERVATION["rules"].offset


class Block(nn.Module):
    """A residual block: normalise, widen nothing, two layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.second(nn.functional.relu(self.first(self.norm(x))))


class Trunk(nn.Module):
    """From inputs to what the heads read."""

    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        super().__init__()
        self.into = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Tensor) -> Tensor:
        x = self.into(x)
        for block in self.blocks:
            x = block(x)
        return nn.functional.relu(self.norm(x))


class Actor(nn.Module):
    """Logits of all actions; and, from the same trunk, how the round ends and where the unseen cards are."""

    def __init__(self, width: int, blocks: int) -> None:
        super().__init__()
        self.trunk = Trunk(WIDTH, width, blocks)
        self.heads = nn.Linear(width, HEADS)
        nn.init.normal_(self.heads.weight, std=0.01)
        nn.init.zeros_(self.heads.bias)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the actions, of the outlook, of the beliefs."""
        out = self.heads(self.trunk(inputs)).float()
        logits, outlook, belief, _ = out.split([ACTIONS, OUTLOOK, BELIEF, HEADS - ACTIONS - OUTLOOK - BELIEF], 1)
        return logits, outlook, belief


def actor_of(weights: Network) -> Actor:
    """Return the policy in a file of weights."""
    config = weights.about["config"]
    actor = Actor(config["actor_width"], config["actor_blocks"])
    fill(actor, weights, "actor")
    return actor.eval()


def fill(module: nn.Module, weights: Network, name: str) -> None:
    """Take the tensors whose names begin with `name` from a file of weights."""
    own = {key.removeprefix(f"{name}."): value for key, value in weights.tensors.items() if key.startswith(f"{name}.")}
    module.load_state_dict({key: torch.from_numpy(value.copy()) for key, value in own.items()})


class Critic(nn.Module):
    """How the round ends, for one who sees all hands."""

    def __init__(self, width: int, blocks: int) -> None:
        super().__init__()
        self.trunk = Trunk(CRITIC_WIDTH, width, blocks)
        self.head = nn.Linear(width, CRITIC_HEAD)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)

    def forward(self, inputs: Tensor, privileged: Tensor) -> Tensor:
        """Logits of the outlook."""
        spare = inputs.new_zeros(inputs.shape[0], CRITIC_WIDTH - WIDTH - PRIVILEGED_SIZE)
        x = torch.cat([inputs, privileged.to(inputs.dtype), spare], 1)
        return self.head(self.trunk(x))[:, :OUTLOOK].float()


def expected_margin(outlook: Tensor, observation: Tensor) -> Tensor:
    """Return the observer's points less the mean of the others', by these logits and the observed rules."""
    device = outlook.device
    rules = observation[:, _RULES : _RULES + 14].float()
    players, trick_points, bonus, zero_bonus = rules[:, 0:1], rules[:, 11:12], rules[:, 12:13], rules[:, 13:14]
    tricks, makers, zeros = split(outlook)
    counts = torch.arange(TRICK_COUNTS, device=device, dtype=torch.float32)
    expected_tricks = (tricks.softmax(2) * counts).sum(2)
    sets = torch.arange(MAKERS, device=device)
    made = ((sets.unsqueeze(1) >> torch.arange(SEATS, device=device)) & 1).float()  # sets × seats
    chance = makers.softmax(1)
    # Each maker gets the bonus for everyone who missed.
    bonuses = players * (chance @ made) - chance @ (made * made.sum(1, keepdim=True))
    points = trick_points * expected_tricks + bonus * bonuses + zero_bonus * zeros.sigmoid()
    present = torch.arange(SEATS, device=device) < players
    points = points * present
    return points[:, 0] - points[:, 1:].sum(1) / (players[:, 0] - 1)


def split(outlook: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Tricks (seats × counts), makers (sets), zeros made (seats)."""
    tricks, makers, zeros = outlook.split([SEATS * TRICK_COUNTS, MAKERS, SEATS], 1)
    return tricks.view(-1, SEATS, TRICK_COUNTS), makers, zeros


def outlook_loss(outlook: Tensor, tricks: Tensor, makers: Tensor, zeros: Tensor, players: Tensor) -> Tensor:
    """Cross entropy of how the rounds ended, per row: tricks by seat, set of makers, zeros made by seat."""
    said_tricks, said_makers, said_zeros = split(outlook)
    present = (torch.arange(SEATS, device=outlook.device) < players.unsqueeze(1)).float()
    by_seat = nn.functional.cross_entropy(said_tricks.flatten(0, 1), tricks.flatten(), reduction="none")
    of_tricks = (by_seat.view(-1, SEATS) * present).sum(1) / players
    of_makers = nn.functional.cross_entropy(said_makers, makers, reduction="none")
    of_zeros = nn.functional.binary_cross_entropy_with_logits(said_zeros, zeros, reduction="none")
    return of_tricks + of_makers + (of_zeros * present).sum(1) / players


def belief_loss(belief: Tensor, privileged: Tensor) -> Tensor:
    """Cross entropy of where the unseen cards are, mean over them, per row."""
    where = privileged.view(-1, 5, 40).transpose(1, 2)  # rows × cards × places, one-hot or 0
    logs = belief.view(-1, 40, 5).log_softmax(2)
    unseen = where.sum((1, 2)).clamp(min=1)
    return -(logs * where).sum((1, 2)) / unseen

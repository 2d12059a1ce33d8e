"""From observation bytes to what the network reads; `bots/neural/network.py` does the same with NumPy."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from nokosu.bots.neural.layout import AMOUNTS, DECLARATION_TABLE, PICK_TABLE, PLAY_TABLE, READ, SCALES, WIDTH
from nokosu.kernel.layout import OBSERVATION

_AT = {name: slice(field.offset, field.end) for name, field in OBSERVATION.items()}


class Inputs(nn.Module):
    """Amounts as they are, scaled; then the history, each piece spelt out."""

    scales: Tensor
    plays: Tensor
    picks: Tensor
    declarations: Tensor

    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype = dtype
        for name, values in (
            ("scales", SCALES),
            ("plays", PLAY_TABLE),
            ("picks", PICK_TABLE),
            ("declarations", DECLARATION_TABLE),
        ):
            self.register_buffer(name, torch.tensor(values, dtype=dtype), persistent=False)

    def forward(self, observation: Tensor) -> Tensor:
        """Rows of bytes to rows of numbers."""
        rows = observation.shape[0]
        amounts = observation[:, :AMOUNTS].to(self.dtype) * self.scales
        codes = observation[:, _AT["plays"]].int()
        plays = self.plays[codes]
        trump = torch.cat([observation.new_zeros(rows, 1), observation[:, _AT["trump_number"]]], 1).argmax(
            1, keepdim=True
        )
        number = torch.where(codes > 40, (codes - 41) % 6 + 1, (codes - 1) % 8)
        by_number = ((number == trump) & (codes > 0) & (trump > 0)).to(self.dtype)
        picks = self.picks[observation[:, _AT["draft"]].int()]
        declarations = self.declarations[observation[:, _AT["declarations"]].int()]
        spare = amounts.new_zeros(rows, WIDTH - READ)
        return torch.cat([amounts, plays.flatten(1), by_number, picks.flatten(1), declarations.flatten(1), spare], 1)

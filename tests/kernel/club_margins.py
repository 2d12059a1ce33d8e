"""Margins of every legal action of a position: sampled worlds, played out by the club player in the kernel."""

from __future__ import annotations

import struct
from statistics import fmean

from nokosu.bots.club.weights import Weights, tuned
from nokosu.core.actions import Action
from nokosu.core.round import Round
from nokosu.kernel import _kernel
from nokosu.kernel.state import State


def packed(weights: Weights) -> bytes:
    """Weights as the kernel takes them."""
    numbers = weights.flat()
    return struct.pack(f"{len(numbers)}d", *numbers)


def margins(round_: Round, worlds: int, seed: int = 1) -> dict[Action, tuple[float, ...]]:
    """By action: the margin in each world; the same worlds for every action."""
    weights = packed(tuned(round_.ruleset.players))
    rows = _kernel.club_margins(State.from_round(round_), weights, worlds, seed)
    return dict(zip(round_.legal(), rows, strict=True))


def mean_margins(round_: Round, worlds: int, seed: int = 1) -> dict[Action, float]:
    return {action: fmean(row) for action, row in margins(round_, worlds, seed).items()}

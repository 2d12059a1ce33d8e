"""The trained network in the kernel (network/network.hpp): what it says about a round, without NumPy."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE
from nokosu.kernel.layout import OBSERVATION_SIZE

OUTLOOK: Final = 112
"""Logits of how the round ends: 15 for each of five seats' tricks, 32 for the set of makers, 5 for zeros made."""
BELIEF: Final = 200
"""Logits of where each card is: with the four others, from the observer's left, or aside."""
_HEADS: Final = SIZE + OUTLOOK + BELIEF


@dataclass(frozen=True, slots=True)
class Said:
    """What the actor says about one observation, as logits."""

    actions: Sequence[float]
    """By number, in the observer's order of colours (`State.colour_order`)."""
    outlook: Sequence[float]
    belief: Sequence[float]


class Network(_kernel.Network):
    """A network from the bytes of its file; `Refused` if they do not fit this version."""

    __slots__ = ()

    def said(self, observations: bytes) -> list[Said]:
        """Return what the actor says about each of these observations."""
        found = array("f", self.actor(observations))
        rows = (found[at : at + _HEADS] for at in range(0, len(found), _HEADS))
        return [Said(row[:SIZE], row[SIZE : SIZE + OUTLOOK], row[SIZE + OUTLOOK :]) for row in rows]

    def outlooks(self, observations: bytes, hidden: bytes) -> list[Sequence[float]]:
        """Return what the critic, which sees the hidden cards too, says about how each round ends."""
        assert len(observations) % OBSERVATION_SIZE == 0
        found = array("f", self.critic(observations, hidden))
        return [found[at : at + OUTLOOK] for at in range(0, len(found), OUTLOOK)]

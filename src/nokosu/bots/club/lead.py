"""What counts when leading: trumps and the twin, length, voids, whether the lead will hold."""

from __future__ import annotations

from nokosu.bots.club.faces import TRUMP, TWIN_RANK
from nokosu.bots.club.position import Holding, Position
from nokosu.bots.club.weights import Row

_FOLLOWS: Row = (0.0,) * 7


def lead_terms(position: Position, holding: Holding, takes: float) -> Row:
    """Trump led, twin led, length, chance to hold, a lone plain piece, voids shown by others, plain rank."""
    if position.led >= 0:
        return _FOLLOWS
    trump = holding.suit == TRUMP
    length = position.length[holding.suit]
    voids = sum(position.void[seat][holding.suit] for seat in range(position.players) if seat != position.seat)
    return (
        float(trump),
        float(trump and holding.rank == TWIN_RANK),
        float(length - 1),
        takes,
        float(not trump and length == 1),
        float(voids),
        0.0 if trump else float(holding.rank),
    )

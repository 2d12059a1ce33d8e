"""Pieces as small numbers under a trump die: fast enough for a bot that thinks for a millisecond.

A face is colour * 8 + number, for cards and dice alike (C4). Under a trump die every face has a suit (T2) and a
rank within it: 0 to 7 by number, and among the trumps 8 for the trump die's number and 9 for its twin (W3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from nokosu.core.pieces import BLANK, Piece
from nokosu.core.trump import Suit

NUMBERS: Final = 8
FACES: Final = 5 * NUMBERS
RANKS: Final = 10
NUMBER_RANK: Final = 8
TWIN_RANK: Final = 9
TRUMP: Final = int(Suit.TRUMP)
SUITS: Final = TRUMP + 1


def face(piece: Piece) -> int:
    """C4: a card and a die of the same colour and number are the same thing in play."""
    return int(piece.colour) * NUMBERS + piece.number


@dataclass(frozen=True, slots=True)
class Order:
    """Suit and rank of every face under one trump die."""

    suit: tuple[int, ...]
    rank: tuple[int, ...]


@cache
def order(trump: Piece) -> Order:
    """T1 to T3, W3 under this trump die."""
    colour, number = int(trump.colour), trump.number
    suits, ranks = [], []
    for this in range(FACES):
        own_colour, own_number = divmod(this, NUMBERS)
        if own_number == number:
            suits.append(TRUMP)
            ranks.append(TWIN_RANK if own_colour == colour else NUMBER_RANK)
        else:
            suits.append(TRUMP if own_colour == colour else own_colour)
            ranks.append(own_number)
    return Order(tuple(suits), tuple(ranks))


@cache
def order_without_number_trumps(trump: Piece) -> Order:
    """Return the order for a player who forgets that the trump die's number is trump too."""
    colour, twin = int(trump.colour), face(trump) if trump.number != BLANK else -1
    suits = tuple(TRUMP if this // NUMBERS == colour else this // NUMBERS for this in range(FACES))
    ranks = tuple(TWIN_RANK if this == twin else this % NUMBERS for this in range(FACES))
    return Order(suits, ranks)

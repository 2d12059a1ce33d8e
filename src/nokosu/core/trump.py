"""The trump die and what it makes of every piece (T1 to T3, W3)."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final

from nokosu.core.pieces import BLANKS, Piece


class Suit(IntEnum):
    """T2: what must be followed. The first five are the colours without their trumps."""

    RED = 0
    BLUE = 1
    GREEN = 2
    YELLOW = 3
    PURPLE = 4
    TRUMP = 5

    __hash__ = int.__hash__

    @property
    def word(self) -> str:
        return _WORDS[self]


class TrumpKind(Enum):
    """W3: what a trump has of the trump die. The second edition's player board has a place for dice of each kind."""

    TWIN = "twin"
    NUMBER = "number"
    COLOUR = "colour"


_SUITS: Final = tuple(Suit)
_WORDS: Final = tuple(each.name.lower() for each in Suit)

_COLOUR_TRUMP: Final = 10
_NUMBER_TRUMP: Final = 20
_TWIN: Final = 30


def trump_of(stays: Piece, taken: Piece) -> Piece:
    """T3: return the trump die where a pair has no number trumps: blank if the die taken last shows the same number.

    A blank die has the colour of the die that stays, and a number that no piece has.
    """
    return BLANKS[stays.colour] if stays.number == taken.number else stays


def is_trump(piece: Piece, trump: Piece) -> bool:
    """T1: a piece is a trump if it has the trump die's colour or its number."""
    return piece.colour is trump.colour or piece.number == trump.number


def trump_kind(piece: Piece, trump: Piece) -> TrumpKind | None:
    """T1, W3: why a piece is a trump; None if it is not."""
    if piece.number == trump.number:
        return TrumpKind.TWIN if piece.colour is trump.colour else TrumpKind.NUMBER
    return TrumpKind.COLOUR if piece.colour is trump.colour else None


def suit(piece: Piece, trump: Piece) -> Suit:
    """T2: the trumps are a separate suit; a trump does not follow its colour."""
    return Suit.TRUMP if is_trump(piece, trump) else _SUITS[piece.colour]


def strength(piece: Piece, trump: Piece) -> int:
    """W3: how strong a piece is among the trumps or within its own colour; any trump beats any other piece.

    Twins of the trump die first, then its number (all equally strong), then its colour by number.
    """
    same_colour = piece.colour is trump.colour
    if piece.number == trump.number:
        return _TWIN if same_colour else _NUMBER_TRUMP
    return _COLOUR_TRUMP + piece.number if same_colour else piece.number

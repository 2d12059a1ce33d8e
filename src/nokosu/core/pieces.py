"""Cards and dice: the pieces of the game (C1 to C4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

HIGHEST_CARD: Final = 7
DIE_FACES: Final = 6
BLANK: Final = HIGHEST_CARD + 1
"""T3: the number of a trump die whose number is not trump. No other piece has it; it is written as a hyphen."""


class Colour(IntEnum):
    """C1: the five colours, in the order in which every list is sorted.

    >>> import nokosu
    >>> [colour.letter for colour in nokosu.Colour]
    ['R', 'B', 'G', 'Y', 'P']
    """

    RED = 0
    BLUE = 1
    GREEN = 2
    YELLOW = 3
    PURPLE = 4

    # Enum hashes by name, in Python code; the number is the identity here and hashes in C.
    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        return "RBGYP"[self]

    @property
    def word(self) -> str:
        return self.name.lower()


class Kind(IntEnum):
    """Cards sort before dice."""

    CARD = 0
    DIE = 1

    __hash__ = int.__hash__


@dataclass(frozen=True, order=True, slots=True)
class Piece:
    """C4: a card or a die. In play only colour and number matter; the kind says where it lies.

    Two dice of the same colour and number are equal, so equal situations are equal states.

    >>> import nokosu
    >>> die = nokosu.piece("dR4")
    >>> die, die.is_die, die.colour.word, die.number
    (dR4, True, 'red', 4)
    """

    kind: Kind
    colour: Colour
    number: int

    @property
    def is_die(self) -> bool:
        return self.kind is Kind.DIE

    def __str__(self) -> str:
        return _TEXTS[self.kind][self.colour][self.number]

    def __repr__(self) -> str:
        return str(self)


# Views, events and records are mostly pieces as text; looking it up is three times as fast as making it.
_TEXTS: Final = tuple(
    tuple(tuple(f"{prefix}{colour.letter}{number}" for number in "01234567-") for colour in Colour)
    for prefix in ("", "d")
)

CARDS: Final = tuple(Piece(Kind.CARD, colour, number) for colour in Colour for number in range(HIGHEST_CARD + 1))
"""C2: the forty cards, sorted."""

DICE: Final = tuple(Piece(Kind.DIE, colour, number) for colour in Colour for number in range(1, DIE_FACES + 1))
"""C3: the thirty faces that dice can show, sorted."""

BLANKS: Final = tuple(Piece(Kind.DIE, colour, BLANK) for colour in Colour)
"""T3: trump dice whose number is not trump, by colour. They only ever name the trump; no seat has one."""


def card(colour: Colour, number: int) -> Piece:
    """C2: the card of this colour and number, 0 to 7."""
    if not 0 <= number <= HIGHEST_CARD:
        raise ValueError(f"a card shows 0 to {HIGHEST_CARD}, not {number}")
    return CARDS[colour * (HIGHEST_CARD + 1) + number]


def die(colour: Colour, number: int) -> Piece:
    """C3: a die of this colour showing this number, 1 to 6."""
    if not 1 <= number <= DIE_FACES:
        raise ValueError(f"a die shows 1 to {DIE_FACES}, not {number}")
    return DICE[colour * DIE_FACES + number - 1]

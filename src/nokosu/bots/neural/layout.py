"""The network's inputs and outputs, as data that training and playing share."""

from __future__ import annotations

import hashlib
from typing import Final

from nokosu.kernel.layout import OBSERVATION

SEATS: Final = 5
TRICKS: Final = 14
PICKS_EACH: Final = 3
ACTIONS: Final = 161

VERSION: Final = 1
"""The version of the observation's layout that the network reads; later fields are left off."""

AMOUNTS: Final = OBSERVATION["draft"].offset
"""Bytes of an observation before the history."""

_SCALE: Final = {"won": 0.25, "cards_left": 0.2, "counts": 0.2, "rules": 0.1}


def _scales() -> list[float]:
    scales: list[float] = []
    for field in OBSERVATION.values():
        if field.offset >= AMOUNTS:
            break
        row = [_SCALE.get(field.name, 1.0)] * field.columns
        if field.name == "trick":
            row[3] = 0.25  # the number
        scales += row * field.rows
    return scales


SCALES: Final = tuple(_scales())
"""The factor of each amount, so that all are about one in size."""


def _one_hot(colour: int) -> list[float]:
    return [float(colour == other) for other in range(5)]


def _card(card: int) -> list[float]:
    return [1.0, 0.0, *_one_hot(card // 8), card % 8 / 7]


def _die(die: int) -> list[float]:
    return [1.0, 1.0, *_one_hot(die // 6), (die % 6 + 1) / 7]


PLAY_TABLE: Final = tuple(
    tuple(row) for row in ([0.0] * 8, *(_card(card) for card in range(40)), *(_die(die) for die in range(30)))
)
"""By code of a play: lies, is a die, colour one-hot, number."""

PICK_TABLE: Final = tuple(
    tuple(row) for row in ([0.0] * 8, *(_die(die) for die in range(30)), *([2.0, *_die(die)[1:]] for die in range(30)))
)
"""By code of a pick: 1 for a die taken and 2 for one removed, is a die, colour one-hot, number."""

DECLARATION_TABLE: Final = tuple(
    tuple(row) for row in ([0.0] * 8, [-1.0, *[0.0] * 7], *(_die(die) for die in range(30)))
)
"""By code of a declaration: -1 for a pass, 1 for zero, is a die, colour one-hot, number."""

READ: Final = AMOUNTS + TRICKS * SEATS * 9 + PICKS_EACH * SEATS * 8 + SEATS * 8
"""Numbers that the network reads: amounts; plays (8 each, then trump by number or not); picks; declarations."""
WIDTH: Final = 1600
"""The same with room for more: matrices of round sizes multiply faster."""
assert READ <= WIDTH

TRICK_COUNTS: Final = 15
"""A seat ends with 0 to 14 tricks."""
MAKERS: Final = 32
"""Sets of seats, counted from the observer, that make their contracts."""
OUTLOOK: Final = SEATS * TRICK_COUNTS + MAKERS + SEATS
"""Outputs about how the round ends: each seat's tricks, who makes it, whose zero is made."""
PLACES: Final = 5
"""Where an unseen card can be: with the four others, from the observer's left, or aside."""
BELIEF: Final = 40 * PLACES
HEADS: Final = 512
"""Outputs of the actor: actions, outlook, beliefs, and padding to a round size."""
CRITIC_HEAD: Final = 128
CRITIC_WIDTH: Final = WIDTH + 256
"""The critic's inputs: the same, then the other hands, the card set aside, and padding."""
assert ACTIONS + OUTLOOK + BELIEF <= HEADS
assert OUTLOOK <= CRITIC_HEAD


def layout_digest() -> str:
    """Identify the layout of what the network reads; weights for another layout are refused."""
    read = (field for field in OBSERVATION.values() if field.version <= VERSION)
    fields = [(field.name, field.offset, field.rows, field.columns) for field in read]
    tables = (SCALES, PLAY_TABLE, PICK_TABLE, DECLARATION_TABLE, WIDTH, OUTLOOK, BELIEF)
    return hashlib.sha256(repr((fields, tables)).encode()).hexdigest()[:16]

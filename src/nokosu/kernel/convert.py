"""The core's values as the kernel wants them, and back: rules, cards, dice, histories."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.pieces import BLANKS, CARDS, DICE, Piece
from nokosu.core.round import Declaration, Pick, Round, WonTrick
from nokosu.core.ruleset import NumberTrumps, Ruleset, ZeroRule
from nokosu.core.trick import Trick
from nokosu.core.view import View
from nokosu.kernel.actions import number_of
from nokosu.kernel.fields import RULE_FIELDS

_CARD: Final = {card: index for index, card in enumerate(CARDS)}
_DIE: Final = {die: index for index, die in enumerate(DICE)}
_ZERO_RULES: Final = {ZeroRule.BLACK_DICE: 0, ZeroRule.DECLARED: 1}
_NUMBER_TRUMPS: Final = {NumberTrumps.ALWAYS: 0, NumberTrumps.UNLESS_PAIR: 1}

TRUMPS: Final = (*DICE, *BLANKS)
"""The kernel's trumps by number."""


@lru_cache(maxsize=256)
def rules_bytes(ruleset: Ruleset) -> bytes:
    """Return what a round depends on, one byte per rule, in the order that the kernel states."""
    own = {
        "colours": sum(1 << colour for colour in ruleset.colours),
        "zero_rule": _ZERO_RULES[ruleset.zero_rule],
        "number_trumps": _NUMBER_TRUMPS[ruleset.number_trumps],
    }
    return bytes(own[name] if name in own else getattr(ruleset, name) for name in RULE_FIELDS)


def card_mask(cards: Iterable[Piece]) -> int:
    """Cards as a set of bits."""
    mask = 0
    for card in cards:
        mask |= 1 << _CARD[card]
    return mask


def cards_of(mask: int) -> tuple[Piece, ...]:
    """Return a set of bits as cards, sorted."""
    return tuple(card for index, card in enumerate(CARDS) if mask >> index & 1)


def die_bytes(dice: Iterable[Piece]) -> bytes:
    """Dice, a byte each."""
    return bytes(_DIE[die] for die in dice)


def dice_of(faces: bytes) -> tuple[Piece, ...]:
    """Bytes as dice, sorted as given."""
    return tuple(DICE[face] for face in faces)


def history(source: Round | View) -> bytes:
    """Return every action of a round so far, a byte each."""
    picked = [_pick(pick) for pick in source.draft]
    declared = [_declaration(declaration) for declaration in source.declarations]
    played = [Play(piece) for piece in _plays(source.tricks, source.trick)]
    return bytes(number_of(action) for action in (*picked, *declared, *played))


def _pick(pick: Pick) -> Action:
    return TakeZero(pick.die) if pick.zero else Take(pick.die)


def _declaration(declaration: Declaration) -> Action:
    return Pass() if declaration.returned is None else DeclareZero(declaration.returned)


def _plays(tricks: Iterable[WonTrick], under_way: Trick | None) -> Iterable[Piece]:
    for won in tricks:
        yield from won.trick.plays
    if under_way is not None:
        yield from under_way.plays

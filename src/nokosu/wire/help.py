"""Help as JSON, to be sent beside a view: what a client would need rules for, made from the view alone.

Reasons go as message ids with parameters; the client words them.
"""

from __future__ import annotations

from typing import Literal

from nokosu.core import errors
from nokosu.core import help as core
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit, TrumpKind
from nokosu.wire.base import Message, Reason, Seat
from nokosu.wire.views import Die, Json, PieceText, texts

SuitWord = Literal["red", "blue", "green", "yellow", "purple", "trump"]
TrumpWord = Literal["twin", "number", "colour"]


class Leading(Message, frozen=True, kw_only=True):
    """The seat that wins the trick so far, and its piece."""

    seat: Seat
    piece: PieceText


class SuitGroup(Message, frozen=True, kw_only=True):
    """The cards of one suit in one's hand, strongest first."""

    suit: SuitWord
    pieces: list[PieceText]


class PickNumber(Message, frozen=True, kw_only=True):
    """Which of its picks the seat to act makes: number 2 of 3."""

    number: int
    of: int


class Help(Message, frozen=True, kw_only=True):
    """Beside a view. For spectators everything about a hand is empty."""

    waiting: Reason | None
    """Why the reader can do nothing now; null when it is their turn."""
    unplayable: dict[PieceText, Reason]
    """In the tricks: for each own piece that may not be played, why."""
    must_follow: bool
    """In the tricks, on the reader's turn: whether they must play the led suit."""
    gives_up: dict[Die, int]
    """In the tricks: the own die that would end the last open target, with that target; empty if it must be played."""
    no_zero: Reason | None
    """In the draft: why the reader may not take a zero die."""
    pick: PickNumber | None
    """In the draft: which of its picks the seat to act makes."""
    led: SuitWord | None
    leading: Leading | None
    targets: list[list[int]]
    """For every seat the trick counts that would still make its contract."""
    tricks_left: int
    trumps: dict[PieceText, TrumpWord]
    """Every card and die that is a trump: like the trump die in both, in number or in colour. Empty in the draft."""
    order: list[SuitGroup]
    """The hand by suit, trumps first."""
    if_trump: dict[Die, list[PieceText]]
    """In the draft: for each die of the middle the own pieces that would be trumps if it stayed."""


def help_to_json(given: core.Help) -> Json:
    """Help as plain data: suits by their words, pieces in notation."""
    return {
        "waiting": reason_or_null(given.waiting),
        "unplayable": refusals_to_json(given.unplayable),
        "must_follow": given.must_follow,
        "gives_up": gives_up_to_json(given.gives_up),
        "no_zero": reason_or_null(given.no_zero),
        "pick": pick_or_null(given.pick),
        "led": suit_or_null(given.led),
        "leading": leading_to_json(given.leading),
        "targets": [list(targets) for targets in given.targets],
        "tricks_left": given.tricks_left,
        "trumps": trumps_to_json(given.trumps),
        "order": order_to_json(given.order),
        "if_trump": {str(die): texts(pieces) for die, pieces in given.if_trump},
    }


def refusals_to_json(refused: tuple[tuple[Piece, errors.Reason], ...]) -> Json:
    """Pieces that may not be played, and why."""
    return {str(piece): reason_to_json(why) for piece, why in refused}


def gives_up_to_json(dice: tuple[tuple[Piece, int], ...]) -> Json:
    """Dice that would end the last open target, and that target."""
    return {str(die): target for die, target in dice}


def pick_or_null(pick: core.PickNumber | None) -> Json | None:
    """Return the number of a pick, or null."""
    return None if pick is None else {"number": pick.number, "of": pick.of}


def suit_or_null(led: Suit | None) -> str | None:
    """Return a suit's word, or null."""
    return None if led is None else led.word


def leading_to_json(leading: core.Leading | None) -> Json | None:
    """Return the seat that wins so far, or null."""
    return None if leading is None else {"seat": leading.seat, "piece": str(leading.piece)}


def trumps_to_json(trumps: tuple[tuple[Piece, TrumpKind], ...]) -> Json:
    """Return every trump, and why it is one."""
    return {str(piece): kind.value for piece, kind in trumps}


def order_to_json(order: tuple[tuple[Suit, tuple[Piece, ...]], ...]) -> list[Json]:
    """Return a hand by suit."""
    return [{"suit": suit.word, "pieces": texts(pieces)} for suit, pieces in order]


def reason_to_json(why: errors.Reason) -> Json:
    """Return a reason: the id of its text, the text's parameters, the clause of docs/rules.md."""
    return {"message": why.message, "params": dict(why.params), "clause": why.clause}


def reason_or_null(why: errors.Reason | None) -> Json | None:
    """Return a reason, or null."""
    return None if why is None else reason_to_json(why)

"""What may be played, and why a piece may not (F1 to F6)."""

from __future__ import annotations

from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit, suit


def playable(cards: tuple[Piece, ...], dice: tuple[Piece, ...], *, zero: bool) -> tuple[Piece, ...]:
    """F1: all cards and all dice. F2: but without a zero contract the last die stays. Z8: with one it goes."""
    return cards + dice if zero or len(dice) > 1 else cards


def legal_plays(
    cards: tuple[Piece, ...],
    dice: tuple[Piece, ...],
    *,
    zero: bool,
    led: Suit | None,
    trump: Piece,
) -> tuple[Piece, ...]:
    """The pieces that may be played now, each once, in the order given.

    F3: the leader is free. F4: who can follow must; F6: dice follow like cards. F5: otherwise anything goes.
    """
    pieces = playable(cards, dice, zero=zero)
    if led is not None:
        pieces = tuple(piece for piece in pieces if suit(piece, trump) is led) or pieces
    return tuple(dict.fromkeys(pieces))


def why_not(
    piece: Piece,
    cards: tuple[Piece, ...],
    dice: tuple[Piece, ...],
    *,
    zero: bool,
    led: Suit | None,
    trump: Piece,
) -> Reason | None:
    """Why this piece may not be played now, or None if it may."""
    if piece not in (dice if piece.is_die else cards):
        return reason("why.not-held", "F1", piece=piece)
    if piece.is_die and piece not in playable(cards, dice, zero=zero):
        return reason("why.last-die-stays", "F2", piece=piece)
    legal = legal_plays(cards, dice, zero=zero, led=led, trump=trump)
    if piece in legal or led is None:
        return None
    return reason("why.follow", "F4", piece=legal[0], suit=led.word)

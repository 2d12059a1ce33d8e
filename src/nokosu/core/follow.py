"""What may be played, and why a piece may not (F1 to F6)."""

from __future__ import annotations

from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit, suit


def playable(cards: tuple[Piece, ...], dice: tuple[Piece, ...], *, zero: bool) -> tuple[Piece, ...]:
    """F1: all cards and all dice. F2: but without a zero contract the last die stays. Z8: with one it goes."""
    return cards + dice if zero or len(dice) > 1 else cards


def following(pieces: tuple[Piece, ...], led: Suit | None, trump: Piece) -> tuple[Piece, ...]:
    """F4: those of the pieces that are of the led suit. F3: nothing binds the leader. F6: dice follow like cards."""
    if led is None:
        return ()
    return tuple(piece for piece in pieces if suit(piece, trump) is led)


def legal_plays(
    cards: tuple[Piece, ...],
    dice: tuple[Piece, ...],
    *,
    zero: bool,
    led: Suit | None,
    trump: Piece,
) -> tuple[Piece, ...]:
    """The pieces that may be played now, each once, in the order given.

    F4: who can follow must. F3, F5: otherwise anything goes.
    """
    pieces = playable(cards, dice, zero=zero)
    return tuple(dict.fromkeys(following(pieces, led, trump) or pieces))


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
    pieces = playable(cards, dice, zero=zero)
    if piece not in pieces:
        return reason("why.last-die-stays", "F2", piece=piece)
    if led is None or suit(piece, trump) is led:
        return None
    bound = following(pieces, led, trump)
    return reason("why.follow", "F4", piece=bound[0], suit=led.word) if bound else None


def refusals(
    cards: tuple[Piece, ...],
    dice: tuple[Piece, ...],
    *,
    zero: bool,
    led: Suit | None,
    trump: Piece,
) -> tuple[tuple[Piece, Reason], ...]:
    """Every piece that may not be played now, each once, and why: `why_not` for all of them at the price of one."""
    pieces = playable(cards, dice, zero=zero)
    stay = [(piece, reason("why.last-die-stays", "F2", piece=piece)) for piece in (cards + dice)[len(pieces) :]]
    bound = following(pieces, led, trump)
    if led is None or not bound:
        return tuple(stay)
    follow = reason("why.follow", "F4", piece=bound[0], suit=led.word)
    others = [(piece, follow) for piece in dict.fromkeys(pieces) if suit(piece, trump) is not led]
    return (*others, *stay)

"""What may be played, and why a piece may not (F1 to F6)."""

from __future__ import annotations

from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit, TrumpKind, suit, trump_kind


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
    """Return the pieces that may be played now, each once, in the order given.

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
    lead: Piece | None,
    trump: Piece,
) -> Reason | None:
    """Return why this piece may not be played now, or None if it may; `lead` is the first piece of the trick."""
    if piece not in (dice if piece.is_die else cards):
        return reason("why.not-held", "F1", piece=piece)
    pieces = playable(cards, dice, zero=zero)
    if piece not in pieces:
        return reason("why.last-die-stays", "F2", piece=piece)
    if lead is None or suit(piece, trump) is suit(lead, trump):
        return None
    led = suit(lead, trump)
    bound = following(pieces, led, trump)
    if not bound:
        return None
    return _why_not_its_colour(piece, bound[0], led, trump) or _why_bound(bound[0], lead, trump)


def refusals(
    cards: tuple[Piece, ...],
    dice: tuple[Piece, ...],
    *,
    zero: bool,
    lead: Piece | None,
    trump: Piece,
) -> tuple[tuple[Piece, Reason], ...]:
    """Return every piece that may not be played now and why: `why_not` for all at the price of one."""
    pieces = playable(cards, dice, zero=zero)
    stay = [(piece, reason("why.last-die-stays", "F2", piece=piece)) for piece in (cards + dice)[len(pieces) :]]
    if lead is None:
        return tuple(stay)
    led = suit(lead, trump)
    bound = following(pieces, led, trump)
    if not bound:
        return tuple(stay)
    usual = _why_bound(bound[0], lead, trump)
    free = (piece for piece in dict.fromkeys(pieces) if suit(piece, trump) is not led)
    return (*((piece, _why_not_its_colour(piece, bound[0], led, trump) or usual) for piece in free), *stay)


def _why_not_its_colour(piece: Piece, bound: Piece, led: Suit, trump: Piece) -> Reason | None:
    """T2: that a refused piece is a trump by its number alone, and not of its colour; None if it is not.

    At most one of the pieces needs this or what `_why_bound` says of numbers: if the lead or the piece that follows is
    a trump, the other is one too and the refused piece is not.
    """
    if not _by_number(piece, trump):
        return None
    colour, number = Suit(piece.colour).word, piece.number
    return reason("why.follow-not-trump", "T2", played=piece, colour=colour, number=number, piece=bound, suit=led.word)


def _why_bound(bound: Piece, lead: Piece, trump: Piece) -> Reason:
    """F4, T2: which piece follows; and where its number or the lead's alone makes it a trump, that it does."""
    led = suit(lead, trump).word
    if _by_number(lead, trump):
        return reason("why.follow-trump-led", "T2", lead=lead, number=lead.number, piece=bound, suit=led)
    if _by_number(bound, trump):
        return reason("why.follow-trump-held", "T2", piece=bound, number=bound.number, suit=led)
    return reason("why.follow", "F4", piece=bound, suit=led)


def _by_number(piece: Piece, trump: Piece) -> bool:
    """T1: a trump whose colour does not show it."""
    return trump_kind(piece, trump) is TrumpKind.NUMBER

"""One trick: who led, what was played, who wins (W1 to W5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit, strength, suit


@dataclass(frozen=True, slots=True)
class Trick:
    """Pieces in order of play, from the leader on, clockwise."""

    leader: int
    plays: tuple[Piece, ...] = ()

    @property
    def lead(self) -> Piece | None:
        """The first piece; None while nothing lies."""
        return self.plays[0] if self.plays else None

    def with_play(self, piece: Piece) -> Trick:
        return Trick(self.leader, (*self.plays, piece))

    def seat_of(self, play: int, players: int) -> int:
        """Return the seat that made this play of the trick, counting from 0."""
        return (self.leader + play) % players


def led_suit(plays: Sequence[Piece], trump: Piece) -> Suit | None:
    """F4: the suit to follow, set by the first piece; none while nothing lies."""
    return suit(plays[0], trump) if plays else None


def winning_play(plays: Sequence[Piece], trump: Piece) -> int:
    """Return which of the plays wins, or would if the trick ended here.

    W1, W2: only trumps and the led suit can win. W4: of equally strong pieces the last played wins.
    """
    led = suit(plays[0], trump)
    best = 0
    for play, piece in enumerate(plays):
        can_win = suit(piece, trump) in (led, Suit.TRUMP)
        if can_win and strength(piece, trump) >= strength(plays[best], trump):
            best = play
    return best


def winner(trick: Trick, trump: Piece, players: int) -> int:
    """W1 to W4: the seat that takes the trick, or holds it so far. W5: it leads the next."""
    return trick.seat_of(winning_play(trick.plays, trump), players)

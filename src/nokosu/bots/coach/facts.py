"""What a seat's view proves about the trick under way: what must win, what cannot, which targets stay open."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.core.actions import Play
from nokosu.core.contract import open_targets
from nokosu.core.pieces import Piece
from nokosu.core.trick import led_suit, winning_play
from nokosu.core.trump import Suit, strength, suit
from nokosu.core.view import View


@dataclass(frozen=True, slots=True)
class Facts:
    """A position in play, as the seat to act sees it. `left` counts the trick under way."""

    view: View
    seat: int
    trump: Piece
    plays: tuple[Piece, ...]
    legal: tuple[Piece, ...]
    dice: tuple[Piece, ...]
    zero: bool
    won: int
    left: int
    targets: tuple[int, ...]
    """S2: the trick counts that would still make the contract."""

    @property
    def leads(self) -> bool:
        return not self.plays

    @property
    def is_last(self) -> bool:
        return len(self.plays) == self.view.ruleset.players - 1

    @property
    def led(self) -> Suit | None:
        """F4: the suit to follow."""
        return led_suit(self.plays, self.trump)

    @property
    def has_enough(self) -> bool:
        """Return whether one more trick would end the last open target."""
        return bool(self.targets) and self.targets[-1] == self.won

    @property
    def needs_more(self) -> bool:
        """Return whether every open target asks for another trick."""
        return bool(self.targets) and self.targets[0] > self.won

    @property
    def needs_all(self) -> bool:
        """Return whether every open target asks for every trick that is left."""
        return bool(self.targets) and self.targets[0] == self.won + self.left

    def strength(self, piece: Piece) -> int:
        """W3: return how strong a piece is among its suit."""
        return strength(piece, self.trump)

    def is_trump(self, piece: Piece) -> bool:
        return suit(piece, self.trump) is Suit.TRUMP

    def goes_ahead(self, piece: Piece) -> bool:
        """W1 to W4: return whether a piece wins the trick so far."""
        plays = (*self.plays, piece)
        return winning_play(plays, self.trump) == len(plays) - 1

    def cannot_win(self, piece: Piece) -> bool:
        """Return whether a piece loses whatever follows: what is ahead of it stays ahead of it."""
        return not self.goes_ahead(piece)

    def must_win(self, piece: Piece) -> bool:
        """Return whether a piece wins whatever follows."""
        if not self.goes_ahead(piece):
            return False
        return self.is_last or not any(self._overtakes(other, piece) for other in self._still_out())

    def open_after(self, piece: Piece, *, wins: bool) -> tuple[int, ...]:
        """S2: return the targets that stay open if this piece wins the trick, or loses it."""
        dice = list(self.dice)
        if piece.is_die:
            dice.remove(piece)
        return open_targets(tuple(dice), zero=self.zero, won=self.won + wins, tricks_left=self.left - 1)

    def _overtakes(self, other: Piece, piece: Piece) -> bool:
        return winning_play((*self.plays, piece, other), self.trump) > len(self.plays)

    def _still_out(self) -> set[Piece]:
        """Return every piece that a seat behind this one may have: dice in front of it, and all unseen cards."""
        view, players = self.view, self.view.ruleset.players
        behind = [(self.seat + turn) % players for turn in range(1, players - len(self.plays))]
        played = [piece for won in view.tricks for piece in won.trick.plays]
        unseen = set(view.ruleset.deck) - {*played, *self.plays, *(view.hand or ())}
        return unseen | {die for seat in behind for die in view.dice[seat]}


def facts(view: View) -> Facts:
    """Read the view of a seat that is to play."""
    assert view.seat is not None
    assert view.trump is not None
    assert view.trick is not None
    seat, left = view.seat, view.ruleset.tricks - len(view.tricks)
    dice, zero, won = view.dice[seat], view.zero[seat], view.won[seat]
    return Facts(
        view=view,
        seat=seat,
        trump=view.trump,
        plays=view.trick.plays,
        legal=tuple(action.piece for action in view.legal or () if isinstance(action, Play)),
        dice=dice,
        zero=zero,
        won=won,
        left=left,
        targets=open_targets(dice, zero=zero, won=won, tricks_left=left),
    )

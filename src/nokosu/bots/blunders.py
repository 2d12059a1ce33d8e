"""Moves that people call stupid, each kind defined on what the player can see. docs/characters.md counts them.

A kind names the stupid moves among the legal ones; it finds none where nothing better is left. The definitions err on
the side of the bot: a trick is won or lost only where no card that is out could change it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from nokosu.bots.certain import LAST, SEEN_WORLDS, sure_plays
from nokosu.core.actions import Action, Play
from nokosu.core.contract import open_targets
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trick import winning_play
from nokosu.core.trump import Suit, strength, suit
from nokosu.core.view import View
from nokosu.core.worlds import unseen_cards

Stupid = frozenset[Action]
NONE: Final[Stupid] = frozenset()


class Trick:
    """The trick under way, for the seat to act: what each of its pieces would do."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.trump is not None
        assert view.trick is not None
        assert view.legal is not None
        self.trump, self.plays = view.trump, view.trick.plays
        self.seat, self.zero = view.seat, view.zero[view.seat]
        self.won = view.won[view.seat]
        self.left = view.ruleset.tricks - len(view.tricks)
        """Tricks to come, this one included."""
        self.dice = view.dice[view.seat]
        self.legal = tuple(action.piece for action in view.legal if isinstance(action, Play))
        players = view.ruleset.players
        self.behind = tuple((view.seat + turn) % players for turn in range(1, players - len(self.plays)))
        self._cards = unseen_cards(view)
        self._dice = {
            seat: dice if len(dice) > 1 or view.zero[seat] else ()
            for seat, dice in enumerate(view.dice)
            if seat != view.seat
        }

    @property
    def others(self) -> Iterable[int]:
        """All other seats."""
        return self._dice

    @property
    def targets(self) -> tuple[int, ...]:
        """The numbers of tricks that would still make the contract."""
        return open_targets(self.dice, zero=self.zero, won=self.won, tricks_left=self.left)

    def out(self, seats: Iterable[int]) -> tuple[Piece, ...]:
        """Return the pieces that these seats could play: any unseen card, and their dice."""
        return (*self._cards, *(die for seat in seats for die in self._dice[seat]))

    def loses(self, piece: Piece) -> bool:
        """Return whether the trick is lost with this piece, whatever follows."""
        return bool(self.plays) and winning_play((*self.plays, piece), self.trump) < len(self.plays)

    def wins(self, piece: Piece) -> bool:
        """Return whether the trick is won with this piece, whatever follows."""
        if self.loses(piece):
            return False
        return not self.behind or not self.beaten(piece, self.out(self.behind))

    def beaten(self, piece: Piece, others: Iterable[Piece]) -> bool:
        """Return whether one of the others, played later, could take the trick from a piece that wins it so far."""
        own = suit(piece, self.trump)
        worth = strength(piece, self.trump)
        for other in others:
            kind = suit(other, self.trump)
            if kind is own and strength(other, self.trump) >= worth:
                return True
            if kind is Suit.TRUMP and own is not Suit.TRUMP:
                return True
        return False

    def ends(self, piece: Piece) -> tuple[int, ...]:
        """Return the numbers of tricks that the seat can have after this one."""
        if self.wins(piece):
            return (self.won + 1,)
        return (self.won,) if self.loses(piece) else (self.won, self.won + 1)

    def keeps_target(self, piece: Piece) -> bool:
        """Return whether a contract can still be made after this play, by count alone."""
        if self.zero:
            return 0 in self.ends(piece)
        dice = list(self.dice)
        if piece.is_die:
            dice.remove(piece)
        return any(won <= die.number <= won + self.left - 1 for die in dice for won in self.ends(piece))


def low_lead(trick: Trick) -> Collection[Piece]:
    """Needs every remaining trick and holds a trump that nothing beats, but leads a piece that can be beaten."""
    if trick.plays or trick.zero or trick.targets != (trick.won + trick.left,):
        return ()
    sure = [piece for piece in trick.legal if trick.wins(piece) and trick.keeps_target(piece)]
    if not any(suit(piece, trick.trump) is Suit.TRUMP for piece in sure):
        return ()
    return [piece for piece in trick.legal if piece not in sure]


def target_thrown(trick: Trick) -> Collection[Piece]:
    """Throws away the last die with which a target was possible, or the last chance of it, by count alone."""
    if trick.zero or not trick.targets:
        return ()
    return [piece for piece in trick.legal if not trick.keeps_target(piece)]


def dead_die_kept(trick: Trick) -> Collection[Piece]:
    """Plays a die whose number can be reached and keeps one that cannot, where either does the same in the trick."""
    if trick.zero:
        return ()
    dice = [piece for piece in trick.legal if piece.is_die]

    def reached(die: Piece) -> bool:
        return any(won <= die.number <= won + trick.left - 1 for won in trick.ends(die))

    dead = [die for die in dice if not reached(die)]
    numbers = [die.number for die in trick.dice]

    def same(live: Piece, die: Piece) -> bool:
        alike = (trick.loses(live) and trick.loses(die)) or (trick.wins(live) and trick.wins(die))
        return alike and strength(die, trick.trump) <= strength(live, trick.trump)

    return [
        live
        for live in dice
        if reached(live) and numbers.count(live.number) == 1 and any(same(live, die) for die in dead)
    ]


def zero_won(trick: Trick) -> Collection[Piece]:
    """Wins a trick under zero that it could have lost."""
    if not trick.zero or trick.won or not any(map(trick.loses, trick.legal)):
        return ()
    return [piece for piece in trick.legal if trick.wins(piece)]


def winner_kept(trick: Trick) -> Collection[Piece]:
    """Keeps a sure winner under zero, a trump that nothing beats any more, when it could have thrown it."""
    if not trick.zero or trick.won:
        return ()
    out = trick.out(trick.others)
    thrown = [
        piece
        for piece in trick.legal
        if trick.loses(piece) and suit(piece, trick.trump) is Suit.TRUMP and not trick.beaten(piece, out)
    ]
    return [piece for piece in trick.legal if piece not in thrown] if thrown else ()


def dear_win(trick: Trick) -> Collection[Piece]:
    """Takes its own sure trick with a strong trump where a weaker one would do, and most tricks are still needed."""
    if trick.zero or trick.behind or not trick.targets or 2 * (trick.targets[0] - trick.won) <= trick.left:
        return ()
    cards = [
        piece
        for piece in trick.legal
        if not piece.is_die and suit(piece, trick.trump) is Suit.TRUMP and trick.wins(piece)
    ]
    out = trick.out(trick.others)

    def dearer(piece: Piece, other: Piece) -> bool:
        return (
            strength(piece, trick.trump) > strength(other, trick.trump)
            and trick.beaten(other, out)
            and not trick.beaten(piece, out)
        )

    return [piece for piece in cards if any(dearer(piece, other) for other in cards)]


KINDS: Final[Mapping[str, Callable[[Trick], Collection[Piece]]]] = {
    "low lead": low_lead,
    "target thrown": target_thrown,
    "dead die kept": dead_die_kept,
    "zero won": zero_won,
    "winner kept": winner_kept,
    "dear win": dear_win,
}
"""The kinds that the view alone decides; bench/stupid.py adds those that take a solver or an estimate."""


GUARDED: Final = tuple(KINDS)
"""The kinds that good players never do: another move is better for certain, or as good as certain."""


ABSURD: Final = ("target thrown", "dead die kept", "zero won")
"""The kinds that not even beginners do: they take no counting of cards to see."""


def stupid_moves(view: View, kinds: Iterable[str] = KINDS) -> dict[str, Stupid]:
    """Return the stupid moves of each kind; a kind is missing where there are none, or nothing else to do."""
    if view.phase is not Phase.PLAY or not view.legal or len(view.legal) == 1:
        return {}
    trick = Trick(view)
    found: dict[str, Stupid] = {}
    for kind in kinds:
        moves: Stupid = frozenset(Play(piece) for piece in KINDS[kind](trick))
        if moves and len(moves) < len(view.legal):
            found[kind] = moves
    return found


def sensible(
    view: View, kinds: Iterable[str] = GUARDED, *, last: int = LAST, worlds: int = SEEN_WORLDS
) -> tuple[Action, ...]:
    """Return the legal actions that are not stupid; all of them where every one is.

    In the `last` tricks a contract that some of them make for sure is not given up, where at most so many worlds fit.
    """
    assert view.legal is not None
    stupid = NONE.union(*stupid_moves(view, kinds).values())
    left = tuple(action for action in view.legal if action not in stupid) or view.legal
    sure = sure_plays(view, last=last, worlds=worlds) if last and len(view.legal) > 1 else NONE
    return tuple(action for action in left if action in sure) or tuple(sorted(sure, key=view.legal.index)) or left

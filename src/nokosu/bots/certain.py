"""What a seat can be sure of: a goal proved over every world that fits its view, against any play of the others.

A seat does not know which world it is in, so its strategy may depend only on what it has seen. The proof therefore
walks through sets of worlds: the seat chooses one piece for all worlds that are still possible; another seat may play
any piece that it may play in at least one of them, and seeing it leaves only those worlds. A goal is *certain* after an
action if the seat has a strategy that reaches it on every such path. With one world left this is minimax with open
cards, so a refutation holds whatever the seat does afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.core.actions import Action, Play
from nokosu.core.contract import open_targets
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trick import winning_play
from nokosu.core.trump import strength, suit
from nokosu.core.view import View
from nokosu.core.worlds import World, Worlds, enumerate_worlds, unseen_cards

MOST_WORLDS: Final = 2000
MOST_NODES: Final = 400_000
LAST: Final = 3
"""From so many tricks on, players and the judge look for what is sure."""
SEEN_WORLDS: Final = 90
"""Where more worlds fit, nobody at the table is asked to see it."""
_CHEAP_NODES: Final = 20_000
"""What one decision may cost: a moment, also where Python runs in a browser."""
NONE: Final[frozenset[Action]] = frozenset()


class TooMuch(Exception):
    """There are more worlds or positions than the proof may look at."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be sure: that `seat` makes its target, or that it misses it."""

    seat: int
    made: bool

    def settled(self, dice: tuple[Piece, ...], *, zero: bool, won: int, left: int) -> bool | None:
        """Return whether the goal is reached or lost already; None while the tricks to come decide."""
        open_ = open_targets(dice, zero=zero, won=won, tricks_left=left)
        if not open_:
            return not self.made
        return self.made if left == 0 else None


@dataclass(frozen=True, slots=True)
class _Node:
    """A public position among the last tricks, and the worlds that are still possible, one bit each."""

    worlds: int
    cards: tuple[Piece, ...]
    """The seat's own."""
    dice: tuple[tuple[Piece, ...], ...]
    unseen: tuple[Piece, ...]
    won: tuple[int, ...]
    plays: tuple[Piece, ...]
    leader: int
    left: int
    """Tricks to come, the one under way included."""


class Prover:
    """Proves and refutes one goal from one view; the seat must be to act, in play."""

    def __init__(self, view: View, goal: Goal, nodes: int = MOST_NODES, worlds: Sequence[World] | None = None) -> None:
        if view.trick is None or view.trump is None or view.seat is None or view.to_act != view.seat:
            raise ValueError("the seat must be to act, in play")
        self.goal = goal
        self._seat, self._trump, self._zero = view.seat, view.trump, view.zero
        self._players = view.ruleset.players
        self._left = nodes
        self.worlds = tuple(enumerate_worlds(view, MOST_WORLDS) if worlds is None else worlds)
        unseen = unseen_cards(view)
        self._suits = {piece: suit(piece, view.trump) for piece in (*unseen, *(view.hand or ()))}
        for piece in (*view.trick.plays, *(die for dice in view.dice for die in dice)):
            self._suits[piece] = suit(piece, view.trump)
        self._strengths = {piece: strength(piece, view.trump) for piece in self._suits}
        self._holds: dict[tuple[int, Piece], int] = {}
        for bit, world in enumerate(self.worlds):
            for seat, hand in enumerate(world.hands):
                if seat != view.seat:
                    for card in hand:
                        self._holds[seat, card] = self._holds.get((seat, card), 0) | 1 << bit
        self._known: dict[_Node, bool] = {}
        tricks = view.ruleset.tricks - len(view.tricks)
        self._start = _Node(
            (1 << len(self.worlds)) - 1,
            view.hand or (),
            view.dice,
            unseen,
            view.won,
            view.trick.plays,
            view.trick.leader,
            tricks,
        )

    def certain(self, piece: Piece) -> bool:
        """Return whether the goal is sure after playing this piece. Raises TooMuch."""
        alike = next((card for card in self._different(self._start) if self._alike(self._start, card, piece)), piece)
        return self._reached(self._play(self._start, self._seat, alike, self._start.worlds))

    def refutes(self, piece: Piece, world: int) -> bool:
        """Return whether the goal is lost after this piece with the cards of this world, whatever the seat does."""
        return not self._reached(self._play(self._start, self._seat, piece, 1 << world))

    def line(self, piece: Piece, world: int) -> tuple[Piece, ...]:
        """Return how the round can end in this world after a piece, as the proof or the refutation goes."""
        certain = self.certain(piece)
        cards = 1 << world
        node = self._play(self._start, self._seat, piece, self._start.worlds if certain else cards)
        line = [piece]
        while node.left:
            seat = (node.leader + len(node.plays)) % self._players
            paths = [
                (each, self._play(node, seat, each, worlds))
                for each, worlds in self._options(node, seat)
                if worlds & cards
            ]
            wanted = [path for path in paths if self._reached(path[1]) == certain]
            each, node = (wanted or paths)[0]
            line.append(each)
        return tuple(line)

    def _reached(self, node: _Node) -> bool:
        settled = self._settled(node)
        if settled is not None:
            return settled
        known = self._known.get(node)
        if known is None:
            self._left -= 1
            if self._left < 0:
                raise TooMuch
            seat = (node.leader + len(node.plays)) % self._players
            paths = (self._reached(self._play(node, seat, *option)) for option in self._options(node, seat))
            known = any(paths) if seat == self._seat else all(paths)
            self._known[node] = known
        return known

    def _settled(self, node: _Node) -> bool | None:
        seat = self.goal.seat
        return self.goal.settled(node.dice[seat], zero=self._zero[seat], won=node.won[seat], left=node.left)

    def _options(self, node: _Node, seat: int) -> Iterator[tuple[Piece, int]]:
        """Yield each piece that the seat may play in some world, and those worlds (F1 to F6)."""
        dice = node.dice[seat]
        free = dict.fromkeys(dice) if self._zero[seat] or len(dice) > 1 else ()
        led = self._suits[node.plays[0]] if node.plays else None
        held = [(die, node.worlds) for die in free]
        if seat == self._seat:
            held += [(card, node.worlds) for card in self._different(node)]
        else:
            held += [(card, self._holds.get((seat, card), 0) & node.worlds) for card in node.unseen]
        void = node.worlds
        for piece, worlds in held:
            if led is not None and self._suits[piece] is led:
                void &= ~worlds
        for piece, worlds in held:
            possible = worlds if led is None or self._suits[piece] is led else worlds & void
            if possible:
                yield piece, possible

    def _different(self, node: _Node) -> Sequence[Piece]:
        """Return the seat's own cards, one of those that are alike."""
        found: list[Piece] = []
        for card in node.cards:
            if not any(self._alike(node, card, other) for other in found):
                found.append(card)
        return found

    def _alike(self, node: _Node, one: Piece, other: Piece) -> bool:
        """Return whether two of the seat's cards do the same: nothing left elsewhere comes between them."""
        if one == other or one.is_die or other.is_die or self._suits[one] is not self._suits[other]:
            return one == other
        low, high = sorted((self._strengths[one], self._strengths[other]))
        return not any(
            self._suits[piece] is self._suits[one] and low <= self._strengths[piece] <= high
            for pieces in (node.unseen, node.plays, *node.dice)
            for piece in pieces
        )

    def _play(self, node: _Node, seat: int, piece: Piece, worlds: int) -> _Node:
        cards, dice, unseen = node.cards, node.dice, node.unseen
        if piece.is_die:
            dice = (*dice[:seat], _without(dice[seat], piece), *dice[seat + 1 :])
        elif seat == self._seat:
            cards = _without(cards, piece)
        else:
            unseen = _without(unseen, piece)
        plays, won, leader, left = (*node.plays, piece), node.won, node.leader, node.left
        if len(plays) == self._players:
            leader = (leader + winning_play(plays, self._trump)) % self._players
            won = (*won[:leader], won[leader] + 1, *won[leader + 1 :])
            plays, left = (), left - 1
        return _Node(worlds, cards, dice, unseen, won, plays, leader, left)


def sure_plays(
    view: View, plays: Iterable[Action] | None = None, *, last: int = LAST, worlds: int = SEEN_WORLDS
) -> frozenset[Action]:
    """Return which plays, of all the legal ones by default, make the seat's contract certain.

    None with more than `last` tricks to come or where more worlds fit; and those that take long to prove are left out.
    """
    if view.phase is not Phase.PLAY or view.seat is None or view.ruleset.tricks - len(view.tricks) > last:
        return NONE
    possible = Worlds(view)
    if possible.count > worlds:
        return NONE
    prover = Prover(view, Goal(view.seat, made=True), _CHEAP_NODES, tuple(possible))
    found: set[Action] = set()
    try:
        asked = [action for action in (view.legal or () if plays is None else plays) if isinstance(action, Play)]
        for action in sorted(asked, key=lambda action: not action.piece.is_die):  # proofs about dice are shorter
            if prover.certain(action.piece):
                found.add(action)
    except TooMuch:
        pass
    return frozenset(found)


def _without(pieces: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    at = pieces.index(piece)
    return pieces[:at] + pieces[at + 1 :]

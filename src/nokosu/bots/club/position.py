"""What a seat knows from its view: its own pieces, what is still out, who can hold what (H1, H2, F4)."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.bots.club.faces import FACES, RANKS, SUITS, TRUMP, Order, face, order, order_without_number_trumps
from nokosu.bots.club.habits import CLUB_HABITS, Habits
from nokosu.core.pieces import Piece
from nokosu.core.view import View


@dataclass(slots=True)
class Holding:
    """One of the seat's own pieces, the same die twice if there are two."""

    piece: Piece
    suit: int
    rank: int
    number: int
    is_die: bool


@dataclass(slots=True)
class Position:
    """A seat's view in play, in numbers. `tricks_left` counts the one under way."""

    players: int
    seat: int
    order: Order
    tricks_left: int
    won: tuple[int, ...]
    zero: tuple[bool, ...]
    numbers: tuple[tuple[int, ...], ...]
    """Numbers on the dice in front of each seat."""
    own: list[Holding]
    length: list[int]
    """Own pieces by suit."""
    unseen_from: list[list[int]]
    """By suit and rank: unseen cards of that rank or a higher one."""
    dice: list[list[list[int]]]
    """By seat and suit: ranks of the dice that the seat could still play (F2)."""
    dice_from: list[list[int]]
    """By suit and rank: such dice of the other seats, of that rank or a higher one."""
    void: list[list[bool]]
    """By seat and suit: whether the seat has shown that it holds no card of it."""
    share: list[list[float]]
    """By seat and suit: how likely an unseen card of that suit is in that hand."""
    led: int
    """The suit to follow, -1 for the leader."""
    best_suit: int
    best_rank: int
    best_seat: int
    behind: tuple[int, ...]
    """The seats that play after this one in the trick under way."""
    plans_dice: bool


def position(view: View, habits: Habits = CLUB_HABITS) -> Position:
    """Read a view in play."""
    seat, trump, trick = view.seat, view.trump, view.trick
    assert seat is not None
    assert trump is not None
    assert trick is not None
    assert view.hand is not None
    players = view.ruleset.players
    see = order if habits.knows_number_trumps else order_without_number_trumps
    ordered = see(trump)
    unseen, void = _count_cards(view, ordered, habits)
    dice, dice_from = _count_dice(view, ordered)
    best_suit, best_rank, best_play = _best(view, ordered)
    laid = len(trick.plays)
    own = [_holding(piece, ordered) for piece in (*view.hand, *view.dice[seat])]
    length = [0] * SUITS
    for holding in own:
        length[holding.suit] += 1
    return Position(
        players=players,
        seat=seat,
        order=ordered,
        tricks_left=view.ruleset.tricks - len(view.tricks),
        won=view.won,
        zero=view.zero,
        numbers=tuple(tuple(die.number for die in dice) for dice in view.dice),
        own=own,
        length=length,
        unseen_from=unseen,
        dice=dice,
        dice_from=dice_from,
        void=void,
        share=_shares(view, void),
        led=ordered.suit[face(trick.plays[0])] if laid else -1,
        best_suit=best_suit,
        best_rank=best_rank,
        best_seat=(trick.leader + best_play) % players,
        behind=tuple((seat + turn) % players for turn in range(1, players - laid)),
        plans_dice=habits.plans_dice,
    )


def _holding(piece: Piece, ordered: Order) -> Holding:
    this = face(piece)
    return Holding(piece, ordered.suit[this], ordered.rank[this], piece.number, piece.is_die)


def _count_cards(view: View, ordered: Order, habits: Habits) -> tuple[list[list[int]], list[list[bool]]]:
    """H1: the cards this seat has not seen, by suit and rank; F4: the suits each seat has shown to lack."""
    players = view.ruleset.players
    seen = bytearray(FACES)
    void = [[False] * SUITS for _ in range(players)]
    suit = ordered.suit
    tricks = [won.trick for won in view.tricks] if habits.counts else []
    if view.trick is not None:
        tricks.append(view.trick)
    for trick in tricks:
        led, seat = -1, trick.leader
        for piece in trick.plays:
            this = piece.colour * 8 + piece.number
            if led < 0:
                led = suit[this]
            elif suit[this] != led:
                void[seat][led] = True
            if not piece.kind:
                seen[this] = 1
            seat = seat + 1 if seat + 1 < players else 0
    for piece in view.hand or ():
        seen[piece.colour * 8 + piece.number] = 1
    counts = [[0] * (RANKS + 1) for _ in range(SUITS)]
    rank = ordered.rank
    numbers = view.ruleset.highest_card + 1
    for colour in view.ruleset.colours:
        for this in range(colour * 8, colour * 8 + numbers):
            if not seen[this]:
                counts[suit[this]][rank[this]] += 1
    return _cumulated(counts), void


def _count_dice(view: View, ordered: Order) -> tuple[list[list[list[int]]], list[list[int]]]:
    """H2, F2: the dice that can still be played, by seat, and those of the others together."""
    counts = [[0] * (RANKS + 1) for _ in range(SUITS)]
    by_seat: list[list[list[int]]] = []
    for seat, dice in enumerate(view.dice):
        ranks: list[list[int]] = [[] for _ in range(SUITS)]
        if len(dice) > 1 or view.zero[seat]:
            for die in dice:
                this = die.colour * 8 + die.number
                ranks[ordered.suit[this]].append(ordered.rank[this])
                if seat != view.seat:
                    counts[ordered.suit[this]][ordered.rank[this]] += 1
        by_seat.append(ranks)
    return by_seat, _cumulated(counts)


def _cumulated(counts: list[list[int]]) -> list[list[int]]:
    for row in counts:
        for rank in range(RANKS - 1, -1, -1):
            row[rank] += row[rank + 1]
    return counts


def _shares(view: View, void: list[list[bool]]) -> list[list[float]]:
    """Return each other hand's chance to hold an unseen card of a suit: by size, unless shown void (F4)."""
    players = view.ruleset.players
    shares = [[0.0] * SUITS for _ in range(players)]
    for suit in range(SUITS):
        room = [0 if seat == view.seat or void[seat][suit] else view.cards_left[seat] for seat in range(players)]
        total = sum(room) + view.ruleset.aside
        if total:
            for seat in range(players):
                shares[seat][suit] = room[seat] / total
    return shares


def _best(view: View, ordered: Order) -> tuple[int, int, int]:
    """W1 to W4: suit, rank and place of the play that wins the trick so far; suit -1 when nothing lies."""
    assert view.trick is not None
    best_suit, best_rank, best_play = -1, -1, 0
    for play, piece in enumerate(view.trick.plays):
        this = face(piece)
        suit, rank = ordered.suit[this], ordered.rank[this]
        if best_suit < 0 or beats(suit, rank, best_suit, best_rank):
            best_suit, best_rank, best_play = suit, rank, play
    return best_suit, best_rank, best_play


def beats(suit: int, rank: int, best_suit: int, best_rank: int) -> bool:
    """W1 to W4: whether a later piece takes the trick from the best so far."""
    return rank >= best_rank if suit == best_suit else suit == TRUMP

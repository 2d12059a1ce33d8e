"""What chance decides: the cards, the dice drawn and what they show (C6, D1 to D5, M1, M3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nokosu.core.errors import DealError
from nokosu.core.pieces import DIE_FACES, Colour, Piece, die
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream

Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """One round's chance: a hand of cards and the drawn dice for each seat, the card aside, the middle.

    >>> import nokosu
    >>> deal = nokosu.Match.start("second", players=4, seed=7).round.deal
    >>> deal.drawn[2]
    (dR2, dR4)
    """

    cards: tuple[Pieces, ...]
    aside: Pieces
    drawn: tuple[Pieces, ...]
    pool: Pieces


def seats_from_left_of(dealer: int, players: int) -> tuple[int, ...]:
    """Return every order at the table: clockwise, the dealer's left first."""
    return tuple((dealer + 1 + turn) % players for turn in range(players))


def first_dealer(ruleset: Ruleset, seed: bytes) -> int:
    """M1: the first dealer is random."""
    return Stream(seed, "dealer").below(ruleset.players)


def deal(ruleset: Ruleset, seed: bytes, round_index: int, dealer: int) -> Deal:
    """D1 to D4: shuffle and deal; each draws and rolls; then the middle. The order is part of docs/fairness.md."""
    stream = Stream(seed, "deal", round_index)
    order = seats_from_left_of(dealer, ruleset.players)
    hands, aside = _deal_cards(ruleset, order, stream)
    bag = list(ruleset.bag)
    drawn: list[Pieces] = [()] * ruleset.players
    for seat in order:
        drawn[seat] = _draw_and_roll(bag, ruleset.drawn_each, stream)
    pool = _draw_and_roll(bag, ruleset.pool_size, stream)
    return Deal(tuple(hands), aside, tuple(drawn), pool)


def _deal_cards(ruleset: Ruleset, order: Sequence[int], stream: Stream) -> tuple[list[Pieces], Pieces]:
    cards = list(ruleset.deck)
    stream.shuffle(cards)
    hands: list[Pieces] = [()] * ruleset.players
    for turn, seat in enumerate(order):
        start = turn * ruleset.cards_each
        hands[seat] = tuple(sorted(cards[start : start + ruleset.cards_each]))
    return hands, tuple(cards[ruleset.players * ruleset.cards_each :])


def _draw_and_roll(bag: list[Colour], count: int, stream: Stream) -> Pieces:
    """D3, D4: draw without looking, roll at once."""
    rolled: list[Piece] = []
    for _ in range(count):
        colour = bag.pop(stream.below(len(bag)))
        rolled.append(die(colour, stream.below(DIE_FACES) + 1))
    return tuple(sorted(rolled))


def check_deal(ruleset: Ruleset, given: Deal) -> Deal:
    """Return a deal given by hand, sorted, or a DealError that says what cannot be."""
    if not len(given.cards) == len(given.drawn) == ruleset.players:
        raise DealError(f"a deal for {ruleset.players} needs cards and dice for every seat")
    _check_sizes("cards in hand", given.cards, ruleset.cards_each)
    _check_sizes("dice drawn", given.drawn, ruleset.drawn_each)
    _check_sizes("cards aside", (given.aside,), ruleset.aside)
    _check_sizes("dice in the middle", (given.pool,), ruleset.pool_size)
    _check_cards(ruleset, [*given.aside, *(piece for hand in given.cards for piece in hand)])
    _check_dice(ruleset, [*given.pool, *(piece for dice in given.drawn for piece in dice)])
    return Deal(
        tuple(tuple(sorted(hand)) for hand in given.cards),
        given.aside,
        tuple(tuple(sorted(dice)) for dice in given.drawn),
        tuple(sorted(given.pool)),
    )


def _check_sizes(what: str, groups: Iterable[Pieces], size: int) -> None:
    for group in groups:
        if len(group) != size:
            raise DealError(f"{what}: {len(group)} where {size} belong")


def _check_cards(ruleset: Ruleset, cards: list[Piece]) -> None:
    in_play = set(ruleset.deck)
    for piece, times in sorted(Counter(cards).items()):
        if piece not in in_play:
            raise DealError(f"{piece} is not among the cards in play")
        if times > 1:
            raise DealError(f"{piece} is dealt {times} times; there is one")


def _check_dice(ruleset: Ruleset, dice: list[Piece]) -> None:
    for piece in dice:
        if not piece.is_die or piece.colour not in ruleset.colours:
            raise DealError(f"{piece} is not among the dice in play")
    for colour, times in sorted(Counter(piece.colour for piece in dice).items()):
        if times > ruleset.dice_per_colour:
            raise DealError(f"{times} {colour.word} dice; the bag holds {ruleset.dice_per_colour}")

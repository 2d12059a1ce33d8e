"""The worlds that a view leaves possible: count them, list them, draw one uniformly.

What a seat cannot know is which unseen card lies in which other hand, or aside (H1, H3). What it does
know: the hand sizes, every card seen, and that a seat which did not follow held no card of the led
suit then and holds none now (F4). A die of that suit proves nothing: the last one may not follow (F2).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product
from math import comb, factorial, gcd, prod
from typing import Final

from nokosu.core.deal import Deal
from nokosu.core.errors import WorldsError
from nokosu.core.pieces import Piece
from nokosu.core.round import Round
from nokosu.core.stream import Stream
from nokosu.core.trump import Suit, suit
from nokosu.core.view import View

Pieces = tuple[Piece, ...]

ASIDE: Final = -1
"""The place of the card aside, beside the seats."""

MOST_LISTED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the hidden cards can lie: every seat's hand now, and the card aside."""

    hands: tuple[Pieces, ...]
    aside: Pieces


@dataclass(frozen=True, slots=True)
class _Hidden:
    """The question that a view poses: unseen cards by suit, room at each hidden place, suits barred from it."""

    suits: tuple[Pieces, ...]
    room: Mapping[int, int]
    barred: Mapping[int, frozenset[int]]

    @property
    def bound(self) -> tuple[int, ...]:
        """Places with a bar on them. The others take whatever remains, in any order."""
        return tuple(place for place in self.room if self.barred[place])

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(place for place in self.room if not self.barred[place])


def shown_voids(view: View) -> tuple[frozenset[Suit], ...]:
    """F4: the suits of which each seat has shown that it holds no card."""
    players = view.ruleset.players
    voids: list[set[Suit]] = [set() for _ in range(players)]
    trump = view.trump
    tricks = [won.trick for won in view.tricks] + ([view.trick] if view.trick else [])
    for trick in tricks:
        for play, piece in enumerate(trick.plays):
            assert trump is not None
            led = suit(trick.plays[0], trump)
            if suit(piece, trump) is not led:
                voids[trick.seat_of(play, players)].add(led)
    return tuple(frozenset(suits) for suits in voids)


def unseen_cards(view: View) -> Pieces:
    """H1, H3: the cards in play that this seat has not seen, sorted."""
    seen = {piece for won in view.tricks for piece in won.trick.plays}
    seen.update(view.trick.plays if view.trick else ())
    seen.update(view.hand or ())
    return tuple(card for card in view.ruleset.deck if card not in seen)


class Worlds:
    """All worlds that fit one view. Keep it to draw often: the counting is done only once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._hidden = _hidden(view)
        self._ways = _Ways(self._hidden)

    @property
    def count(self) -> int:
        """The number of worlds."""
        return self._ways.total() * _ways_to_fill(self._hidden)

    def sample(self, stream: Stream) -> World:
        """Return one of them, each exactly equally likely: suit by suit for the bound places, then the free ones."""
        hidden = self._hidden
        room = tuple(hidden.room[place] for place in hidden.bound)
        held: dict[int, list[Piece]] = {place: [] for place in hidden.room}
        rest: list[Piece] = []
        for index, cards in enumerate(hidden.suits):
            allotment = self._ways.draw(index, room, stream)
            pile = list(cards)
            for place, number in zip(hidden.bound, allotment, strict=True):
                held[place] += _drawn(pile, number, stream)
            rest += pile
            room = tuple(left - number for left, number in zip(room, allotment, strict=True))
        for place in hidden.free:
            held[place] = _drawn(rest, hidden.room[place], stream)
        return _world(self._view, held)

    def __iter__(self) -> Iterator[World]:
        cards = [(index, card) for index, pile in enumerate(self._hidden.suits) for card in pile]
        for held in _placings(cards, dict(self._hidden.room), self._hidden.barred):
            yield _world(self._view, held)


def count(view: View) -> int:
    """Return how many worlds fit the view."""
    return Worlds(view).count


def sample(view: View, stream: Stream) -> World:
    """Return one of the worlds that fit the view, each exactly equally likely."""
    return Worlds(view).sample(stream)


def any_world(view: View) -> World:
    """Return some world that fits the view, always the same and quicker than a sample; WorldsError if there is none."""
    hidden = _hidden(view)
    held: dict[int, list[tuple[int, Piece]]] = {place: [] for place in hidden.room}
    for index, pile in enumerate(hidden.suits):
        for card in pile:
            if not _made_room(hidden, held, (index, card), set()):
                raise WorldsError("no world fits this view")
    return _world(view, {place: [card for _, card in cards] for place, cards in held.items()})


def _made_room(
    hidden: _Hidden, held: dict[int, list[tuple[int, Piece]]], card: tuple[int, Piece], tried: set[int]
) -> bool:
    """Put a card somewhere, where needed by moving others on (an augmenting path)."""
    places = [place for place in held if card[0] not in hidden.barred[place] and place not in tried]
    for place in places:
        if len(held[place]) < hidden.room[place]:
            held[place].append(card)
            return True
    for place in places:
        tried.add(place)
        for at, (suit_there, _) in enumerate(held[place]):
            if suit_there != card[0] and _made_room(hidden, held, held[place][at], tried):
                held[place][at] = card
                return True
    return False


def enumerate_worlds(view: View, most: int = MOST_LISTED) -> Iterator[World]:
    """Yield every world that fits the view, each once; WorldsError if there are more than `most`."""
    worlds = Worlds(view)
    if worlds.count > most:
        raise WorldsError(f"{worlds.count} worlds fit this view; at most {most} are listed")
    yield from worlds


def rebuild(view: View, world: World) -> Round:
    """Return the full round that the view and this world make together."""
    players = view.ruleset.players
    dealt = [list(hand) for hand in world.hands]
    tricks = [won.trick for won in view.tricks] + ([view.trick] if view.trick else [])
    for trick in tricks:
        for play, piece in enumerate(trick.plays):
            if not piece.is_die:
                dealt[trick.seat_of(play, players)].append(piece)
    cards = tuple(tuple(sorted(hand)) for hand in dealt)
    return Round(
        ruleset=view.ruleset,
        dealer=view.dealer,
        deal=Deal(cards, world.aside, view.drawn, view.pool_rolled),
        phase=view.phase,
        to_act=view.to_act,
        hands=world.hands,
        dice=view.dice,
        zero=view.zero,
        pool=view.pool,
        draft=view.draft,
        declarations=view.declarations,
        tricks=view.tricks,
        trick=view.trick,
        won=view.won,
    )


def _hidden(view: View) -> _Hidden:
    """Suits that nobody is barred from behave alike, so they count as one pile."""
    voids = shown_voids(view)
    places = [seat for seat in range(view.ruleset.players) if seat != view.seat]
    room = {seat: view.cards_left[seat] for seat in places}
    if view.ruleset.aside:
        room[ASIDE] = view.ruleset.aside
    matter = sorted({void for seat in places for void in voids[seat]})
    piles: list[list[Piece]] = [[] for _ in range(len(matter) + 1)]
    for card in unseen_cards(view):
        kind = None if view.trump is None else suit(card, view.trump)
        piles[matter.index(kind) if kind in matter else -1].append(card)
    barred = {
        place: frozenset(index for index, void in enumerate(matter) if place != ASIDE and void in voids[place])
        for place in room
    }
    if sum(len(pile) for pile in piles) != sum(room.values()):
        raise WorldsError("the unseen cards do not fill the hidden hands")
    return _Hidden(tuple(tuple(pile) for pile in piles), room, barred)


class _Ways:
    """How many ways the suits can be shared out among the bound places, suit by suit."""

    def __init__(self, hidden: _Hidden) -> None:
        self._sizes = tuple(len(pile) for pile in hidden.suits)
        self._barred = tuple(hidden.barred[place] for place in hidden.bound)
        self._room = tuple(hidden.room[place] for place in hidden.bound)
        # A method's cache would outlive the view; these go with it.
        self._from = cache(self._count_from)
        self._weighed = cache(self._weigh)

    def total(self) -> int:
        return self._from(0, self._room)

    def draw(self, index: int, room: tuple[int, ...], stream: Stream) -> tuple[int, ...]:
        """Return how many cards of this suit go to each bound place, by the number of worlds behind each answer."""
        allotments, running = self._weighed(index, room)
        if len(allotments) == 1:
            return allotments[0]
        return allotments[bisect_right(running, stream.below(running[-1]))]

    def _weigh(self, index: int, room: tuple[int, ...]) -> tuple[list[tuple[int, ...]], list[int]]:
        """Return the allotments that lead to a world, and their running weights in lowest terms."""
        possible = [(allotment, ways) for allotment, ways in self._allotments(index, room) if ways]
        if not possible:
            raise WorldsError("no world fits this view")
        common = gcd(*(ways for _, ways in possible))
        return [allotment for allotment, _ in possible], list(accumulate(ways // common for _, ways in possible))

    def _count_from(self, index: int, room: tuple[int, ...]) -> int:
        if index == len(self._sizes):
            return 0 if any(room) else 1
        return sum(ways for _, ways in self._allotments(index, room))

    def _allotments(self, index: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        size = self._sizes[index]
        choices = [
            range(1 if index in barred else min(size, left) + 1)
            for barred, left in zip(self._barred, room, strict=True)
        ]
        for allotment in product(*choices):
            if sum(allotment) <= size:
                after = tuple(left - number for left, number in zip(room, allotment, strict=True))
                yield allotment, _splits(size, allotment) * self._from(index + 1, after)


@cache
def _splits(size: int, allotment: tuple[int, ...]) -> int:
    """Count the ways in which cards of one suit split into these numbers, the rest staying together."""
    ways = 1
    for number in allotment:
        ways *= comb(size, number)
        size -= number
    return ways


def _drawn(pile: list[Piece], number: int, stream: Stream) -> list[Piece]:
    """Draw this many cards from a pile, all choices equally likely; taking all of them uses no randomness."""
    if number == len(pile):
        taken = pile[:]
        pile.clear()
        return taken
    return [pile.pop(stream.below(len(pile))) for _ in range(number)]


def _ways_to_fill(hidden: _Hidden) -> int:
    """Count the ways in which the cards that no bound place took can fill the free ones."""
    sizes = [hidden.room[place] for place in hidden.free]
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes)


def _placings(
    cards: list[tuple[int, Piece]], room: dict[int, int], barred: Mapping[int, frozenset[int]]
) -> Iterator[dict[int, list[Piece]]]:
    if not cards:
        yield {place: [] for place in room}
        return
    (index, card), rest = cards[0], cards[1:]
    for place, left in room.items():
        if left and index not in barred[place]:
            for held in _placings(rest, {**room, place: left - 1}, barred):
                held[place].append(card)
                yield held


def _world(view: View, held: Mapping[int, list[Piece]]) -> World:
    hands = tuple(
        view.hand or () if seat == view.seat else tuple(sorted(held[seat])) for seat in range(view.ruleset.players)
    )
    return World(hands, tuple(held.get(ASIDE, ())))

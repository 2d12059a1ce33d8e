"""How to judge a sampler of worlds: all worlds by brute force, and a sampler's exact distribution.

Consistency is what the rules say and nothing cleverer: deal the world's cards, play the whole round again, and see
whether every action was legal and the seat sees what it saw. Probabilities are exact: the sampler runs once for every
answer that its stream could give.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from nokosu.core.deal import Deal
from nokosu.core.errors import IllegalAction
from nokosu.core.match import GivenDeals, Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Round
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.core.worlds import World, unseen_cards
from tests.builders import act, history

Sampler = Callable[[Stream], World]
Maker = Callable[[View], Sampler]
"""Makes a sampler for a view."""


def replayed(seen: View, world: World) -> Round:
    """The round played again from the deal that this world means; IllegalAction where it cannot have been so."""
    dealt = [list(own) for own in world.hands]
    for trick in [won.trick for won in seen.tricks] + ([seen.trick] if seen.trick else []):
        for play, piece in enumerate(trick.plays):
            if not piece.is_die:
                dealt[trick.seat_of(play, seen.ruleset.players)].append(piece)
    cards = tuple(tuple(sorted(own)) for own in dealt)
    start = Round.start(seen.ruleset, seen.dealer, Deal(cards, world.aside, seen.drawn, seen.pool_rolled))
    return act(start, *history(seen))


def fits(seen: View, world: World) -> bool:
    """Whether the seat would have seen exactly this, had the cards lain so."""
    try:
        round_ = replayed(seen, world)
    except IllegalAction:
        return False
    # earlier rounds show in a view by their number and their scores alone
    match = Match(seen.ruleset, GivenDeals(seen.dealer, ()), (round_,) * seen.round, round_, seen.scores)
    return round_.hands == world.hands and view(match, seen.seat) == seen


def brute_force(seen: View) -> set[World]:
    """Every world that fits, out of all ways to deal the unseen cards."""
    places = [seat for seat in range(seen.ruleset.players) if seat != seen.seat]
    sizes = [*(seen.cards_left[seat] for seat in places), seen.ruleset.aside]
    worlds = set()
    for groups in _splits(unseen_cards(seen), sizes):
        hands = [seen.hand or ()] * seen.ruleset.players
        for seat, own in zip(places, groups, strict=False):
            hands[seat] = own
        world = World(tuple(hands), groups[-1])
        if fits(seen, world):
            worlds.add(world)
    return worlds


def _splits(cards: tuple[Piece, ...], sizes: list[int]) -> Iterator[tuple[tuple[Piece, ...], ...]]:
    """All ways to put these cards into groups of these sizes, in order."""
    if not cards:
        yield ((),) * len(sizes)
        return
    first, rest = cards[0], cards[1:]
    for place, size in enumerate(sizes):
        if size:
            smaller = [*sizes[:place], size - 1, *sizes[place + 1 :]]
            for groups in _splits(rest, smaller):
                yield (*groups[:place], (first, *groups[place]), *groups[place + 1 :])


class Answers(Stream):
    """A stream that follows a given path of answers, then answers zero, and remembers what was asked."""

    __slots__ = ("asked", "path")

    def __init__(self, path: list[int]) -> None:
        super().__init__(b"")
        self.path = path
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        if len(self.asked) == len(self.path):
            self.path.append(0)
        self.asked.append(n)
        return self.path[len(self.asked) - 1]


def distribution(sampler: Sampler) -> dict[World, Fraction]:
    """The exact probability of every world that the sampler can give."""
    times: Counter[tuple[World, int]] = Counter()
    path: list[int] = []
    while True:
        stream = Answers(path)
        world = sampler(stream)
        one_in = 1
        for n in stream.asked:
            one_in *= n
        times[world, one_in] += 1
        while path and path[-1] == stream.asked[len(path) - 1] - 1:
            path.pop()
        if not path:
            break
        path[-1] += 1
    chances: dict[World, Fraction] = {}
    for (world, one_in), number in times.items():
        chances[world] = chances.get(world, Fraction(0)) + Fraction(number, one_in)
    return chances


def fault(maker: Maker, seen: View) -> str | None:
    """What is wrong with a kind of sampler at this view, or None if it is exactly uniform over the worlds that fit."""
    worlds = brute_force(seen)
    chances = distribution(maker(seen))
    if set(chances) - worlds:
        return "draws a world that cannot be"
    if worlds - set(chances):
        return "never draws a world that can be"
    if set(chances.values()) != {Fraction(1, len(worlds))}:
        return "draws some worlds more often than others"
    return None

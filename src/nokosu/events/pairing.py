"""Pairing: who plays at which table of a round, and on which seat.

A round follows from the rounds before it, so people may come late and leave. First comes the seat: everybody gets one
that they have had least often. Then people are exchanged as long as somebody meets fewer people again, or, in a Swiss
tournament, meets people nearer in the standings. An exchange that would spoil the seats is not made.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

Table = tuple[int, ...]
"""The players of a table by their numbers, one per seat. People are counted from 0; bots are -1, -2, and so on."""
Round = tuple[Table, ...]

SMALLEST: Final = 3
LARGEST: Final = 5
_AGAIN: Final = 400
"""A second meeting weighs more than any distance in the standings."""
_STEEP: Final = 4
"""How much more every further meeting weighs."""
_SEAT: Final = 100
"""What a seat costs that somebody has had more often than another."""
_BOT_SEAT: Final = 30
"""What it costs if a bot has another seat than the bots of other tables: people's own seats weigh more."""
_STARTS: Final = 3
_SHAKES: Final = 10
"""How often the search begins again, and how often it shakes what it has found."""


def table_sizes(people: int, wanted: int) -> list[int]:
    """Return the sizes of the tables, larger ones first: as near to what is wanted as three to five allow."""
    fewest, most = -(-people // LARGEST), people // SMALLEST
    tables = min(max(round(people / wanted), fewest), most)
    return [people // tables + (number < people % tables) for number in range(tables)]


def equal_sizes(people: int, wanted: int) -> list[int]:
    """Return the sizes of at least two equal tables: bots take the seats that are left over."""
    return [wanted] * max(2, -(-people // wanted))


def pair(
    people: Sequence[int], past: Sequence[Round], sizes: Sequence[int], seed: str, order: Sequence[int] | None = None
) -> Round:
    """Return the next round. `order` is the standings, best first, in a Swiss tournament; None if all are to meet all.

    Bots take the seats that are left over, the same at all tables where that is possible. Equal arguments give equal
    rounds.
    """
    chance = random.Random(seed)  # noqa: S311  it deals nothing: everybody sees who plays where
    best: _Search | None = None
    for _ in range(_STARTS):
        search = _Search(people, past, sizes, chance, order)
        search.improve()
        for _ in range(_SHAKES):
            search.shake()
        if best is None or search.cost < best.cost:
            best = search
    assert best is not None
    return best.round()


def meetings(past: Sequence[Round]) -> dict[tuple[int, int], int]:
    """Return how often two people have met, by their numbers, the smaller one first."""
    met: dict[tuple[int, int], int] = {}
    for pairing in past:
        for table in pairing:
            there = sorted(each for each in table if each >= 0)
            for index, one in enumerate(there):
                for other in there[index + 1 :]:
                    met[one, other] = met.get((one, other), 0) + 1
    return met


def seats_had(past: Sequence[Round]) -> dict[int, list[int]]:
    """Return how often every player, bots included, has had each seat."""
    had: dict[int, list[int]] = {}
    for pairing in past:
        for table in pairing:
            for seat, each in enumerate(table):
                had.setdefault(each, [0] * LARGEST)[seat] += 1
    return had


class _Search:
    """One round while it is looked for. People are counted from 0 here; bots come behind them."""

    def __init__(
        self,
        people: Sequence[int],
        past: Sequence[Round],
        sizes: Sequence[int],
        chance: random.Random,
        order: Sequence[int] | None,
    ) -> None:
        bots = sum(sizes) - len(people)
        self._players = [*people, *range(-1, -bots - 1, -1)]
        self._chance = chance
        self._all = range(len(self._players))
        self._cost = _costs(self._players, meetings(past), order)
        had, everywhere = seats_had(past), min(sizes)
        self._dear = [
            _dear(had.get(each, [0] * LARGEST), everywhere)
            if each >= 0
            else _dear_to_bot(each, len(past), len(sizes), everywhere)
            for each in self._players
        ]
        self._at: list[list[int]] = []
        self._table = [0] * len(self._all)
        self._seat = [0] * len(self._all)
        self._place(sizes)
        self._beside = [[self._meets(one, table) for table in self._at] for one in self._all]
        self.cost = sum(self._beside[one][self._table[one]] for one in self._all)

    def _place(self, sizes: Sequence[int]) -> None:
        """Give everybody a seat that they have had least often, and a table by chance."""
        by_seat = _seats(self._dear, [sum(size > seat for size in sizes) for seat in range(max(sizes))], self._chance)
        for each in by_seat:
            self._chance.shuffle(each)
        taken = [iter(each) for each in by_seat]
        self._at = [[next(taken[seat]) for seat in range(size)] for size in sizes]
        for number, table in enumerate(self._at):
            for seat, one in enumerate(table):
                self._table[one], self._seat[one] = number, seat

    def _meets(self, one: int, table: Sequence[int]) -> int:
        cost = self._cost[one]
        return sum(cost[other] for other in table if other != one)

    def _gain(self, one: int, two: int) -> int:
        """Return how much better the round becomes if two people change places; 0 if their seats become worse."""
        here, there = self._table[one], self._table[two]
        if here == there:
            return 0
        mine, yours = self._dear[one], self._dear[two]
        at, to = self._seat[one], self._seat[two]
        if at != to and mine[to] + yours[at] > mine[at] + yours[to]:
            return 0
        beside_one, beside_two = self._beside[one], self._beside[two]
        now = beside_one[here] + beside_two[there]
        return now - (beside_one[there] + beside_two[here] - 2 * self._cost[one][two])

    def _exchange(self, one: int, two: int) -> None:
        self.cost -= 2 * self._gain(one, two)
        here, there = self._table[one], self._table[two]
        at, to = self._seat[one], self._seat[two]
        self._at[here][at], self._at[there][to] = two, one
        self._table[one], self._table[two] = there, here
        self._seat[one], self._seat[two] = to, at
        gone, come = self._cost[one], self._cost[two]
        for each in self._all:
            change = come[each] - gone[each]
            if change:
                self._beside[each][here] += change
                self._beside[each][there] -= change

    def improve(self) -> None:
        """Exchange people as long as that is better."""
        better = True
        while better:
            better = False
            for one in self._all:
                for two in range(one + 1, len(self._all)):
                    if self._gain(one, two) > 0:
                        self._exchange(one, two)
                        better = True

    def shake(self) -> None:
        """Exchange some people by chance, improve, and go back if that was worse."""
        before = self.cost, [list(table) for table in self._at], list(self._table), list(self._seat)
        beside = [list(each) for each in self._beside]
        for _ in range(3):
            one = self._chance.choice(self._all)
            alike = [two for two in self._all if self._seat[two] == self._seat[one] and two != one]
            if alike:
                self._exchange(one, self._chance.choice(alike))
        self.improve()
        if self.cost > before[0]:
            self.cost, self._at, self._table, self._seat = before
            self._beside = beside

    def round(self) -> Round:
        """Return the round with everybody's own number."""
        return tuple(tuple(self._players[one] for one in table) for table in self._at)


def _costs(players: Sequence[int], met: Mapping[tuple[int, int], int], order: Sequence[int] | None) -> list[list[int]]:
    """Return what it costs if two are at one table. Bots are to be apart, so that nobody is alone among them."""
    costs = [[0] * len(players) for _ in players]
    places = {} if order is None else {each: place for place, each in enumerate(order)}
    for here, one in enumerate(players):
        for there, two in enumerate(players[:here]):
            cost = _AGAIN * (_STEEP ** met.get((min(one, two), max(one, two)), 0) - 1)
            if one < 0:
                cost = _AGAIN if two < 0 else 0
            elif one in places and two in places:
                cost += abs(places[one] - places[two])
            costs[here][there] = costs[there][here] = cost
    return costs


def _dear(had: Sequence[int], everywhere: int) -> list[int]:
    """Return what each seat costs somebody who has had the seats so often.

    Of the seats that every table has, the next is one that was had least often.
    """
    least = min(had[:everywhere])
    return [_SEAT * (count - least) ** 2 if seat < everywhere else count for seat, count in enumerate(had)]


def _dear_to_bot(bot: int, rounds: int, tables: int, everywhere: int) -> list[int]:
    """Return what each seat costs a bot: bots have the same seats at all tables, so that people compare with people."""
    own = (rounds + (-bot - 1) // tables) % everywhere
    return [0 if seat == own else _BOT_SEAT for seat in range(LARGEST)]


def _seats(dear: Sequence[Sequence[int]], room: Sequence[int], chance: random.Random) -> list[list[int]]:
    """Return who gets which seat, at the least cost; each seat has so much room.

    People come one by one. Each takes a seat for which others may have to move on, along the cheapest way.
    """
    sitting: list[list[int]] = [[] for _ in room]
    order = list(range(len(dear)))
    chance.shuffle(order)
    for newcomer in order:
        for one, seat in reversed(_cheapest_way(newcomer, dear, room, sitting, chance)):
            for each in sitting:
                if one in each:
                    each.remove(one)
            sitting[seat].append(one)
    return sitting


def _cheapest_way(
    newcomer: int,
    dear: Sequence[Sequence[int]],
    room: Sequence[int],
    sitting: Sequence[Sequence[int]],
    chance: random.Random,
) -> list[tuple[int, int]]:
    """Return moves (who, to which seat) that end on a free seat: the newcomer's first (Bellman and Ford's way)."""
    seats = range(len(room))
    cost = [(float(dear[newcomer][seat]), chance.random()) for seat in seats]
    ways: list[list[tuple[int, int]]] = [[(newcomer, seat)] for seat in seats]
    for _ in seats:
        for left, seat, one in _moves(sitting, seats):
            there = cost[left][0] + dear[one][seat] - dear[one][left]
            if there < cost[seat][0] and all(one != other for other, _ in ways[left]):
                cost[seat] = there, chance.random()
                ways[seat] = [*ways[left], (one, seat)]
    free = [seat for seat in seats if len(sitting[seat]) < room[seat]]
    return ways[min(free, key=lambda seat: cost[seat])]


def _moves(sitting: Sequence[Sequence[int]], seats: range) -> Iterator[tuple[int, int, int]]:
    for left in seats:
        for one in sitting[left]:
            for seat in seats:
                if seat != left:
                    yield left, seat, one

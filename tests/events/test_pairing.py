"""The pairing program: nobody meets somebody more than once more than necessary, seats are balanced within one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import pytest

from nokosu.events.pairing import Round, equal_sizes, meetings, pair, seats_had, table_sizes
from tests.night import NIGHTLY

pytestmark = pytest.mark.quick
ROUNDS = range(3, 9)
FORMS = list(product((3, 4, 5), (False, True), (False, True)))
"""The wanted size of the tables, Swiss or not, filled up with bots or not."""


def played(people: int, sizes: Sequence[int], rounds: int, *, swiss: bool = False) -> list[Round]:
    """A whole tournament. In the Swiss one, people with small numbers win."""
    past: list[Round] = []
    for number in range(rounds):
        order = None
        if swiss:
            order = sorted(range(people), key=lambda each: (-_wins(past, each), each))
        past.append(pair(range(people), past, sizes, f"{people} {number}", order))
    return past


def _wins(past: Sequence[Round], person: int) -> int:
    return sum(person == min(each for each in table if each >= 0) for round_ in past for table in round_)


def necessary(people: int, sizes: Sequence[int], rounds: int) -> int:
    """How often two people meet at least: where all pairs share the meetings evenly."""
    bots = sum(sizes) - people
    there = [size - bots // len(sizes) - (number < bots % len(sizes)) for number, size in enumerate(sizes)]
    return -(-rounds * sum(comb(each, 2) for each in there) // comb(people, 2))


def uneven(past: Sequence[Round], everywhere: int) -> int:
    """By how much somebody has had one seat more often than another, of those that every table has."""
    return max(max(had[:everywhere]) - min(had[:everywhere]) for one, had in seats_had(past).items() if one >= 0)


@pytest.mark.parametrize("people", range(4, 41))
def test_people_meet_evenly_and_change_seats(people: int) -> None:
    for wanted, swiss, equal in FORMS if NIGHTLY else FORMS[people % 6 :: 6]:
        sizes = (equal_sizes if equal else table_sizes)(people, wanted)
        past = played(people, sizes, max(ROUNDS), swiss=swiss)
        for rounds in ROUNDS:
            so_far = past[:rounds]
            assert max(meetings(so_far).values()) <= necessary(people, sizes, rounds) + 1, (sizes, swiss, rounds)
            assert uneven(so_far, min(sizes)) <= 1, (sizes, swiss, rounds)
        for round_ in past:
            assert sorted(each for table in round_ for each in table if each >= 0) == list(range(people))
            assert [len(table) for table in round_] == list(sizes)


def splits(people: frozenset[int], sizes: Sequence[int]) -> list[list[frozenset[int]]]:
    """All ways to share people out among tables."""
    if not sizes:
        return [[]]
    first = min(people)
    found = []
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(sorted(people - {first}), size - 1):
            table = frozenset({first, *others})
            found += [[table, *more] for more in splits(people - table, rest)]
    return found


def least_most(people: int, sizes: Sequence[int], rounds: int) -> int:
    """How often two people meet at least in the best of all tournaments, found by trying all of them."""
    ways = [
        [pair for table in way for pair in combinations(sorted(table), 2)]
        for way in splits(frozenset(range(people)), sizes)
    ]
    most = 1
    while not _within(ways, {}, rounds, most):
        most += 1
    return most


def _within(
    ways: list[list[tuple[int, int]]], met: dict[tuple[int, int], int], rounds: int, most: int, first: int = 0
) -> bool:
    """Whether more rounds fit with nobody meeting too often. Which round is first does not matter."""
    if rounds == 0:
        return True
    for index in range(first, len(ways)):
        way = ways[index]
        if all(met.get(each, 0) < most for each in way):
            more = met | {each: met.get(each, 0) + 1 for each in way}
            if _within(ways, more, rounds - 1, most, index):
                return True
        if rounds > 0 and not met:
            # Everybody is alike before the first round: one way stands for all of the same sizes.
            return False
    return False


@pytest.mark.parametrize(
    ("people", "wanted", "rounds"),
    [(4, 4, 3), (6, 3, 3), (6, 3, 4), (6, 3, 5), (7, 4, 3), (7, 4, 4), (8, 4, 3), (8, 4, 4), (9, 3, 3), (9, 3, 4)],
)
def test_the_exact_bound_of_small_tournaments(people: int, wanted: int, rounds: int) -> None:
    sizes = table_sizes(people, wanted)
    exact = least_most(people, sizes, rounds)
    assert exact >= necessary(people, sizes, rounds)
    assert max(meetings(played(people, sizes, rounds)).values()) <= exact + 1


def test_a_pairing_that_repeats_itself_is_noticed() -> None:
    first = pair(range(16), [], [4] * 4, "")
    past = [first] * 3
    assert max(meetings(past).values()) > necessary(16, [4] * 4, 3) + 1
    assert uneven(past, 4) > 1


@pytest.mark.parametrize("wanted", [3, 4, 5])
def test_tables_have_three_to_five_seats(wanted: int) -> None:
    for people in range(4, 41):
        sizes = table_sizes(people, wanted)
        assert sum(sizes) == people
        assert set(sizes) <= {3, 4, 5}
        assert max(sizes) - min(sizes) <= 1
        assert equal_sizes(people, wanted).count(wanted) == len(equal_sizes(people, wanted)) >= 2


def test_late_comers_and_leavers() -> None:
    people, past = list(range(12)), list[Round]()
    for number in range(8):
        past.append(pair(people, past, table_sizes(len(people), 4), str(number)))
        if number == 2:
            people += [12, 13]
        if number == 4:
            people.remove(3)
    assert max(meetings(past).values()) <= necessary(12, [4] * 3, 8) + 1
    assert all(3 not in table for round_ in past[5:] for table in round_)
    late = seats_had(past)[12]
    assert max(late[:3]) - min(late[:3]) <= 1


@pytest.mark.parametrize("people", [2, 3, 5, 6, 7, 9, 10, 11])
def test_people_have_the_same_seats_at_all_tables(people: int) -> None:
    """Bots have the seats that are left over: people are compared with people."""
    for wanted in (3, 4, 5):
        sizes = equal_sizes(people, wanted)
        past = played(people, sizes, 8)
        bots = sum(sizes) - people
        for round_ in past:
            at = [sum(table[seat] < 0 for table in round_) for seat in range(wanted)]
            assert sum(count not in {0, len(sizes)} for count in at) <= (bots % len(sizes) > 0), (sizes, round_)
        assert uneven(past, wanted) <= 1


def test_a_swiss_tournament_brings_equals_together() -> None:
    order = list(range(40))
    past = [pair(range(40), [], [4] * 10, "")]
    swiss = pair(range(40), past, [4] * 10, "", order)
    plain = pair(range(40), past, [4] * 10, "")

    def apart(round_: Round) -> int:
        return sum(abs(one - two) for table in round_ for one, two in combinations(table, 2))

    assert apart(swiss) < apart(plain) / 3
    assert max(meetings([*past, swiss]).values()) == 1


def test_equal_arguments_give_equal_rounds() -> None:
    assert (
        pair(range(20), [], [4] * 5, "one") == pair(range(20), [], [4] * 5, "one") != pair(range(20), [], [4] * 5, "2")
    )

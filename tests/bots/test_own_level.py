"""Opponents at a person's level: who wins meets stronger ones, and nothing but the seats changes."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

import pytest

from nokosu.bots.characters import CHARACTERS
from nokosu.bots.own_level import START, Result, opponents, result, strength

EVERYBODY = tuple(CHARACTERS)
CLUB = ("zora", "tofu", "otto")

ROUNDS = 5
LUCK = 8.0
"""Points that luck is worth in a round (the standard deviation)."""

Chooser = Callable[[Sequence[Result]], tuple[str, ...]]


def share_won(person: float, choose: Chooser, matches: int = 400) -> float:
    """Return how often somebody of this strength wins: everybody scores by strength and luck."""
    random = Random(31)
    played: list[Result] = []
    wins = []
    for _ in range(matches):
        party = choose(played)
        skills = [person, *(CHARACTERS[name].strength for name in party)]
        points = [random.gauss(ROUNDS * skill, LUCK * ROUNDS**0.5) for skill in skills]
        wins.append(points[0] == max(points))
        played.insert(0, Result(party, ROUNDS, points[0] - fmean(points[1:])))
    return fmean(wins[20:])


def places(party: tuple[str, ...]) -> list[int]:
    return [EVERYBODY.index(name) for name in party]


def test_a_person_who_has_not_played_yet_meets_beginners() -> None:
    assert strength(()) == CHARACTERS[START].strength
    assert START in opponents((), 3, EVERYBODY)


def test_who_gains_on_them_meets_stronger_opponents_and_who_loses_weaker_ones() -> None:
    even = [Result(CLUB, 5, 0.0)] * 8
    better = [Result(CLUB, 5, 20.0)] * 8
    worse = [Result(CLUB, 5, -20.0)] * 8
    found = [places(opponents(some, 3, EVERYBODY))[0] for some in (worse, even, better)]
    assert found == sorted(set(found))
    assert set(opponents(even * 3, 3, EVERYBODY)) & set(CLUB)


def test_a_long_match_and_a_new_one_count_more() -> None:
    won, lost = Result(CLUB, 5, 40.0), Result(CLUB, 5, -40.0)
    assert strength([won, lost]) > strength([lost, won])
    assert strength([Result(CLUB, 1, 8.0)]) < strength([won])


def test_who_is_far_from_all_meets_the_first_or_the_last() -> None:
    assert opponents([Result(CLUB, 5, -500.0)] * 9, 4, EVERYBODY) == EVERYBODY[:4]
    assert opponents([Result(CLUB, 5, 500.0)] * 9, 2, EVERYBODY) == EVERYBODY[-2:]


def test_only_those_who_play_here_are_chosen() -> None:
    here = ("mochi", "otto", "ryu")
    assert opponents((), 2, here) in (("mochi", "otto"), ("otto", "ryu"))
    assert opponents((), 4, here) == here
    assert opponents((), 0, here) == ()


def test_matches_with_others_say_nothing() -> None:
    assert result(["", *CLUB], 0, [40, 10, 20, 30], 5) == Result(CLUB, 5, 20.0)
    assert result(["", "", "otto", "tofu"], 0, [40, 10, 20, 30], 5) is None
    assert result(["", *CLUB], 0, [0, 0, 0, 0], 0) is None


@pytest.mark.parametrize("person", [-6.5, -3.0, 1.0, 4.0])
def test_a_person_wins_about_as_often_as_chance_would_have_it(person: float) -> None:
    assert share_won(person, lambda played: opponents(played, 3, EVERYBODY)) == pytest.approx(1 / 4, abs=0.07)


def test_opponents_that_never_change_are_too_strong_or_too_weak() -> None:
    assert share_won(-9.0, lambda _: CLUB) < 0.1
    assert share_won(4.0, lambda _: CLUB) > 0.4

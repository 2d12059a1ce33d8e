"""One scale of strength over all match-ups."""

from random import Random

import pytest

from nokosu.arena.ranking import differences, fit, ranking
from nokosu.arena.tally import Pair


def pair(a: str, b: str, margins: list[float]) -> Pair:
    made = Pair(a, b)
    for deal, margin in enumerate(margins):
        made.margins[deal].append(margin)
    made.side_a.seats = len(margins)
    return made


def test_two_bots_are_half_their_difference_above_and_below_the_mean() -> None:
    """A lone bot wins more from a weak field than it loses to a strong one; both margins count."""
    pairs = [pair("x", "y", [16.0, 18.0, 17.0]), pair("y", "x", [-11.0, -9.0, -10.0])]
    first, second = ranking(("y", "x"), pairs)
    assert (first.bot, second.bot) == ("x", "y")
    assert first.strength is not None
    assert second.strength is not None
    assert first.strength.mean - second.strength.mean == pytest.approx(13.5)
    assert first.strength.mean == pytest.approx(-second.strength.mean)


def test_strengths_that_fit_exactly_are_found_again() -> None:
    true = {"a": 3.0, "b": 1.0, "c": -1.5, "d": -2.5}
    found = fit(list(true), {(x, y): {0: true[x] - true[y], 1: true[x] - true[y]} for x in "ab" for y in "cd"})
    assert {bot: strength.mean for bot, strength in found.items()} == pytest.approx(true)
    assert all(strength.high == pytest.approx(strength.mean) for strength in found.values())


def test_match_ups_with_more_deals_count_for_more() -> None:
    """`a` over `b` and `b` over `c` by 1, but `a` over `c` by 5 where there are few deals: the chain wins."""
    few = fit(
        "abc",
        {("a", "b"): dict.fromkeys(range(90), 1.0), ("b", "c"): dict.fromkeys(range(90), 1.0), ("a", "c"): {0: 5.0}},
    )
    many = fit("abc", {("a", "b"): {0: 1.0}, ("b", "c"): {0: 1.0}, ("a", "c"): dict.fromkeys(range(90), 5.0)})
    assert few["a"].mean - few["c"].mean == pytest.approx(2.0, abs=0.1)
    assert many["a"].mean - many["c"].mean == pytest.approx(5.0, abs=0.1)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = Random(1)
    true = {"a": 2.0, "b": 0.0, "c": -2.0}
    inside = 0
    for _ in range(300):
        luck = {(deal, bot): chance.gauss(0, 3) for deal in range(20) for bot in true}
        # The bots' luck with a deal is in every match-up of that deal: the match-ups are not independent.
        found = fit(
            list(true),
            {
                (x, y): {
                    deal: true[x] - true[y] + luck[deal, x] - luck[deal, y] + chance.gauss(0, 1) for deal in range(20)
                }
                for x, y in (("a", "b"), ("a", "c"), ("b", "c"))
            },
        )
        low, high = found["a"].low, found["a"].high
        assert low is not None
        assert high is not None
        inside += low <= true["a"] <= high
    assert 0.92 <= inside / 300 <= 0.98


def test_a_bot_without_a_result_has_no_strength_and_comes_last() -> None:
    failed = pair("x", "bad", [1.0, 2.0])
    failed.failed_rounds = 2
    pairs = [pair("x", "y", [1.0, 2.0]), pair("y", "x", [-1.0, -2.0]), failed, pair("bad", "x", [3.0, 3.0])]
    assert [(rank.bot, rank.strength is None) for rank in ranking(("bad", "x", "y"), pairs)] == [
        ("x", False),
        ("y", False),
        ("bad", True),
    ]
    assert list(differences(pairs)) == [("x", "y")]


def test_bots_that_no_match_up_connects_are_not_compared() -> None:
    found = fit("abcde", {("a", "b"): {0: 1.0}, ("c", "d"): {0: 1.0}, ("d", "e"): {0: 1.0}})
    assert list(found) == ["c", "d", "e"]
    assert fit("ab", {}) == {}


def test_one_deal_has_no_interval() -> None:
    assert fit("ab", {("a", "b"): {0: 1.0}})["a"].high is None

"""The model of the ratings: places in, ratings out."""

from __future__ import annotations

import random
import statistics

import pytest

from nokosu.server.ratings.glicko import START, Rating, chance, rated
from nokosu.server.ratings.ladder import Ladder, RatedMatch

DAY = 86_400_000


@pytest.mark.parametrize("players", [3, 4, 5])
def test_equals_move_by_their_places_and_the_sum_stays(players: int) -> None:
    after = rated([START] * players, range(players))
    means = [each.mean for each in after]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0)
    assert all(each.deviation < START.deviation for each in after)


def test_a_shared_place_is_a_tie() -> None:
    one, other, *rest = rated([START] * 5, [0, 0, 2, 3, 4])
    assert one == other
    assert all(one.mean > each.mean for each in rest)
    assert rated([START] * 3, [0, 0, 0])[0].mean == 0


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    strong, weak = Rating(1.0, 0.5), Rating(-1.0, 0.5)
    assert chance(strong, weak) > 0.7
    expected = rated([strong, weak, weak], [0, 1, 2])[0].mean - strong.mean
    surprise = strong.mean - rated([strong, weak, weak], [2, 0, 1])[0].mean
    assert 0 < expected < surprise


def test_a_match_says_as_much_with_five_as_with_three() -> None:
    three, five = rated([START] * 3, range(3))[0], rated([START] * 5, range(5))[0]
    assert three.deviation == pytest.approx(five.deviation)


def test_what_counts_less_moves_less_and_nothing_moves_nobody() -> None:
    whole = rated([START] * 3, [0, 1, 2])
    half = rated([START] * 3, [0, 1, 2], lambda _one, _other: 0.5)
    assert 0 < half[0].mean < whole[0].mean
    assert half[0].deviation > whole[0].deviation
    assert rated([START] * 3, [0, 1, 2], lambda _one, _other: 0.0) == [START] * 3


def match(
    number: int, people: tuple[str, ...], places: tuple[int, ...], *, day: int = 0, share: float = 1
) -> RatedMatch:
    return RatedMatch(f"t{number}", day * DAY + number, people, places, share)


def test_the_same_people_on_one_day_count_less_and_less() -> None:
    people = ("a", "b", "c")

    def gained(days: list[int]) -> float:
        ladder = Ladder()
        for number, day in enumerate(days):
            ladder.add(match(number, people, (0, 1, 2), day=day))
        return ladder.standings["a", 3].rating.mean

    assert gained([0, 1, 2, 3]) > gained([0, 0, 1, 1]) > gained([0, 0, 0, 0])
    # Changing the third does not help two who meet all day.
    ladder, whole = Ladder(), Ladder()
    for number in range(4):
        ladder.add(match(number, ("a", "b", f"x{number}"), (0, 2, 1)))
        whole.add(match(number, ("a", f"y{number}", f"x{number}"), (0, 2, 1)))
    assert ladder.standings["a", 3].rating.mean < whole.standings["a", 3].rating.mean


def test_a_number_of_players_has_its_own_figure() -> None:
    ladder = Ladder()
    ladder.add(match(0, ("a", "b", "c"), (0, 1, 2)))
    ladder.add(match(1, ("a", "b", "c", "d"), (3, 2, 1, 0), day=1))
    assert ladder.standings["a", 3].rating.points > 1500 > ladder.standings["a", 4].rating.points
    assert ladder.standings["a", 3].matches == ladder.standings["a", 4].matches == 1


def test_the_question_mark_goes_after_a_dozen_or_two_and_the_mean_of_a_closed_group_stays() -> None:
    chance_ = random.Random(17)
    people = tuple("abcdefghij")
    ladder = Ladder()
    settled = []
    for number in range(2_000):
        seated = tuple(chance_.sample(people, 4))
        points = [chance_.gauss(people.index(each) / 3, 3) for each in seated]
        places = tuple(sum(other > own for other in points) for own in points)
        after = ladder.add(match(number, seated, places, day=number))
        settled += [standing.matches for standing in after if standing.rating.settled]
    assert 10 <= min(settled) <= 30
    means = [ladder.standings[each, 4].rating.mean for each in people]
    assert abs(statistics.fmean(means)) < 0.1 * START.deviation
    assert means[-1] == max(means[-1], *means[:5]), "the best are ahead of the weakest"

"""Luck and skill: five parts that are the points, and a split that forgets something is found."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu.core.round import Round
from nokosu.judge import review_match
from nokosu.judge.averages import Average, average
from nokosu.judge.split import movers_of, split
from nokosu.judge.totals import in_tenths, without_deal
from nokosu.judge.words import sums_of
from nokosu.kernel.actions import TABLE
from nokosu.kernel.convert import history
from nokosu.kernel.judge import Worth
from nokosu.wire.review import Part, Review, RoundSplit
from tests.judge.played import SMALL, played

PARTS = ("average", "deal", "decisions", "hidden", "others")


def faults(found: Review, points: list[int]) -> Iterator[int]:
    """Rounds whose parts are not the points of the sheet."""
    for row, true in zip(found.rounds, points, strict=True):
        if sum(getattr(row, part).value for part in PARTS) != true:
            yield row.round


def test_the_parts_are_the_points_on_the_sheet() -> None:
    match = played("second", 4, rounds=2, number=4, bots=("random", "club"))
    for seat in range(4):
        assert list(faults(review_match(match, seat, SMALL), [row[seat] for row in match.scores])) == []


def test_a_split_that_does_not_add_up_is_found() -> None:
    match = played("second", 4, rounds=2, number=4, bots=("random", "club"))
    found = review_match(match, 0, SMALL)
    fields = {name: getattr(found.rounds[0], name) for name in RoundSplit.__struct_fields__}
    planted = RoundSplit(**fields | {"others": Part(value=fields["others"].value + 1 / 1024, error=0.0)})
    spoilt = Review(
        **{name: getattr(found, name) for name in Review.__struct_fields__} | {"rounds": [planted, *found.rounds[1:]]}
    )
    assert list(faults(spoilt, [row[0] for row in match.scores])) == [0]


def test_what_others_change_is_theirs_and_what_i_change_is_mine() -> None:
    worths = [Worth((points,), (0.0,), (0.0,)) for points in (9.0, 12.0, 7.0, 8.0)]
    row = split(0, (1, 0, 1), worths, 0, Average(10.0, 0.1), [])
    assert (row.deal.value, row.hidden.value, row.others.value, row.points) == (-1.0, -5.0, 4.0, 8)


def test_what_is_shown_adds_up_to_the_points() -> None:
    assert in_tenths([11.24, -10.46, 0.24, -0.02], 1) == [11.3, -10.5, 0.2, 0.0]
    match = played("second", 4, rounds=2, number=4, bots=("random", "club"))
    found = review_match(match, 1, SMALL)
    assert round(sum(sums_of(found.rounds).values()), 6) == sum(row[1] for row in match.scores)


def test_luck_that_is_not_known_well_counts_less() -> None:
    def left(error: float) -> float:
        known = {name: Part(value=0.0, error=0.0) for name in PARTS} | {"deal": Part(value=2.0, error=error)}
        return round(without_deal(RoundSplit(round=0, points=10, **known)), 3)

    assert (left(0.0), left(1.0), left(1000.0)) == (8.0, 8.514, 10.0)


def test_the_mover_of_every_decision_is_the_seat_that_was_to_act() -> None:
    for edition, players in (("second", 3), ("first", 4)):
        round_ = played(edition, players).rounds[0]
        now, seats = Round.start(round_.ruleset, round_.dealer, round_.deal), []
        for number in history(round_):
            seats.append(now.to_act)
            now = now.apply(TABLE[number])
        assert list(movers_of(round_)) == seats


def test_every_edition_has_an_average_for_every_place() -> None:
    for edition, players in (("second", 5), ("hungarian", 3), ("manual", 4)):
        rules = played(edition, players).ruleset
        for network in (False, True):
            means = [average(rules, place, network=network).points for place in range(players)]
            assert all(5 < mean < 20 for mean in means)

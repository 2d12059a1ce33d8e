"""Scores and standings of contests: what decides between equal scores."""

from __future__ import annotations

import pytest

from nokosu.events.results import Played, TableResult, round_scores, standings
from nokosu.wire.contests import ContestScoring
from nokosu.wire.daily import DailyLine

pytestmark = pytest.mark.quick
ANN, BEA, CEM, DAN = range(4)


def table(name: str, seats: tuple[int, ...], *deals: tuple[int, ...]) -> Played:
    """A table of people with these points in each deal, seat by seat."""
    lines = [
        [DailyLine(points=each, tricks=0, target=0, made=True, won=[], first="take dR1") for each in points]
        for points in deals
    ]
    return Played(name, seats, TableResult(lines, [True] * len(seats)))


def places(scoring: ContestScoring, *tables: Played) -> dict[int, int]:
    scores = round_scores(tables, scoring)
    return {each.player: each.place for each in standings(sorted(scores), [scores])}


def test_better_cards_decide_nothing_where_hands_are_compared() -> None:
    """Two tables that played alike: the second seat had the worse cards, and nobody did better than another."""
    alike = table("a", (ANN, BEA), (36, 8)), table("b", (CEM, DAN), (36, 8))
    for scoring in ("matchpoints", "mean"):
        assert places(scoring, *alike) == {ANN: 1, BEA: 1, CEM: 1, DAN: 1}
    assert places("places", *alike) == {ANN: 1, CEM: 1, BEA: 3, DAN: 3}


def test_equal_matchpoints_are_decided_by_points_over_the_mean() -> None:
    """Ann and Cem each win one of two deals; Cem's is won by more."""
    tables = table("a", (ANN, BEA), (20, 5), (10, 5)), table("b", (CEM, DAN), (19, 5), (30, 5))
    assert places("matchpoints", *tables) == {CEM: 1, BEA: 2, DAN: 2, ANN: 4}


def test_equal_places_are_decided_by_points_in_the_game() -> None:
    tables = table("a", (ANN, BEA), (20, 5)), table("b", (CEM, DAN), (19, 6))
    assert places("places", *tables) == {ANN: 1, CEM: 2, DAN: 3, BEA: 4}

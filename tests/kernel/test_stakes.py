"""The totals of a match: the champion plays to win it, and a single round for its points."""

from collections.abc import Sequence
from dataclasses import astuple, replace

import pytest

from nokosu.bots.neural.bot import network
from nokosu.core.view import View
from nokosu.kernel import _kernel
from nokosu.kernel.champion import Report, Settings, look_ahead
from nokosu.kernel.state import Refused, State
from tests.kernel.test_champion import seen_after

ALL = Settings(hopeless=0.0, deeper=0)
"""Every action in every world, whatever it is worth."""


def standing(seen: View, totals: Sequence[int], to_come: int = 0) -> View:
    """The same position in a match with these totals and so many rounds after this one."""
    return replace(seen, rounds=4 + to_come, round=3, totals=tuple(totals))


def looked(seen: View, settings: Settings = ALL) -> Report:
    return replace(look_ahead(seen, network(), seed=1, worlds=16, settings=settings), seconds=0.0)


@pytest.mark.parametrize("moves", [3, 30, 54])
def test_only_the_worth_depends_on_the_totals(moves: int) -> None:
    """In the draft, with the critic and where the last tricks are solved."""
    seen = seen_after("second", 4, moves)
    alone, in_match = looked(seen), looked(standing(seen, (60, 20, 40, 30)))
    assert [line.worth for line in alone.lines] != [line.worth for line in in_match.lines]
    without = [replace(line, worth=0.0) for line in in_match.lines]
    assert [astuple(line) for line in without] == [astuple(replace(line, worth=0.0)) for line in alone.lines]


@pytest.mark.parametrize("moves", [3, 54])
def test_without_stakes_a_match_changes_nothing(moves: int) -> None:
    seen = seen_after("second", 4, moves)
    assert looked(standing(seen, (60, 20, 40, 30)), replace(ALL, stakes=0.0)) == looked(seen)


@pytest.mark.parametrize("moves", [3, 30, 54])
def test_long_before_the_end_a_match_is_played_for_points(moves: int) -> None:
    seen = seen_after("second", 4, moves)
    alone, early = looked(seen, replace(ALL, prior=0.0)), looked(standing(seen, (0,) * 4, 900), replace(ALL, prior=0.0))
    first = early.lines[0].worth - alone.lines[0].worth
    for points, match in zip(alone.lines, early.lines, strict=True):
        assert match.worth - first == pytest.approx(points.worth, abs=0.3)


def test_in_the_last_round_it_takes_the_chance_to_win_rather_than_the_points() -> None:
    """The leader is twelve points ahead: the likelier points lose, another play may win."""
    seen = seen_after("second", 4, 46)
    by_points, to_win = replace(ALL, prior=0.0, stakes=0.0), replace(ALL, prior=0.0)
    assert str(looked(seen, to_win).best) == "play P6"
    last = standing(seen, (0, 12, 0, 0))
    assert str(looked(last, to_win).best) == "play B5"
    worth = {str(line.action): line.worth for line in looked(last, replace(to_win, stakes=1.0)).lines}
    assert worth["play B5"] - worth["play P6"] > 1.0
    assert str(looked(last, by_points).best) == "play P6", "the planted fault: it ignores the totals"


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ((0, 1, 2, 3), "expected the rounds to come and 4 totals, found 4 numbers"),
        ((-1, 0, 0, 0, 0), "rounds to come is -1, which is not in 0 to 1000"),
        ((0, 0, 0, 0, 2_000_000), "a total is 2000000, which is not in 0 to 1000000"),
    ],
)
def test_a_standing_that_cannot_be_is_refused_in_a_line(match: tuple[int, ...], said: str) -> None:
    state = State.from_view(seen_after("second", 4, 54))
    with pytest.raises(Refused) as refusal:
        _kernel.champion(state, network(), 1, {"worlds": 1}, match)
    assert str(refusal.value) == said


def test_stakes_out_of_range_are_refused() -> None:
    with pytest.raises(Refused, match="stakes is not in 0 to 1"):
        Settings(stakes=1.5).checked()

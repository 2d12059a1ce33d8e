"""Cards that the seat could not see change nothing in a judgement: the same view, re-dealt, is judged the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nokosu.core.match import Match
from nokosu.editions import ruleset
from nokosu.judge import review_match
from nokosu.wire.review import Judgement
from tests.hidden.redeal import redeals, states
from tests.judge.played import SMALL

Judge = Callable[[Match, int], list[tuple[object, ...]]]


def judged(match: Match, seat: int) -> list[tuple[object, ...]]:
    """All that a review says of a seat's decisions, without the part that is marked as seen with open cards."""
    return [_told(each) for each in review_match(match, seat, SMALL).decisions]


def peeking(match: Match, seat: int) -> list[tuple[object, ...]]:
    """The planted judge: it takes the figure with open cards for the loss."""
    found = review_match(match, seat, SMALL).decisions
    return [(*_told(each), each.open.loss if each.open else 0) for each in found]


def _told(each: Judgement) -> tuple[object, ...]:
    return tuple(getattr(each, name) for name in Judgement.__struct_fields__ if name != "open")


def differences(judge: Judge) -> Iterator[Match]:
    """Moments whose re-dealt twins are judged differently."""
    for edition, players in (("second", 3), ("first", 4)):
        for match in states(ruleset(edition, players), 1, 2, 5):
            seat = match.to_act
            assert seat is not None
            action = match.legal()[-1]
            own = judge(match.apply(action), seat)
            for other in redeals(match, seat, 1):
                if judge(other.apply(action), seat) != own:
                    yield match


def test_H1_re_dealt_hands_do_not_change_a_judgement() -> None:
    assert list(differences(judged)) == []


def test_H1_a_judge_that_peeks_is_found() -> None:
    assert any(differences(peeking))


@pytest.mark.parametrize("network", [False, True])
def test_the_same_match_is_judged_the_same_twice(network: bool) -> None:
    match = next(states(ruleset("second", 3), 1, 1, 8))
    seat = match.to_act
    assert seat is not None
    after = match.apply(match.legal()[0])
    assert review_match(after, seat, SMALL, network=network) == review_match(after, seat, SMALL, network=network)

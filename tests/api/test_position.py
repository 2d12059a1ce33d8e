"""Positions through `import nokosu`: from a match, a view or a text, and on from there."""

import pytest

import nokosu
from nokosu.core.view import View as CoreView


def started(actions: int = 12) -> nokosu.Match:
    match = nokosu.Match.start("second", players=3, seed=7)
    for _ in range(actions):
        match = match.apply(match.legal()[0])
    return match


def test_a_position_comes_from_a_match_a_view_or_a_text() -> None:
    match = started()
    whole, seen = nokosu.position(match), nokosu.position(match.view(1))
    assert nokosu.position(str(whole)).round == match.round
    assert str(nokosu.position(str(seen))) == str(seen)
    assert nokosu.position(whole) == whole
    assert repr(whole) == "<Position of all cards: round 1 of 4, play>"
    assert repr(seen) == "<Position of seat 1: round 1 of 4, play>"
    assert repr(nokosu.position(match.view(None))) == "<Position of a spectator: round 1 of 4, play>"


def test_its_views_have_texts_and_pictures() -> None:
    match = started()
    position = nokosu.position(str(nokosu.position(match)))
    assert position.view() == match.view()
    assert position.view(0) == match.view(0)
    assert position.view(None) == match.view(None)
    assert str(position.view()) == str(match.view())


def test_a_round_is_played_on_from_a_seats_knowledge() -> None:
    match = started()
    position = nokosu.position(match.view())
    one, other = position.match(seed=1), position.match(seed=2)
    assert one.round.hands != other.round.hands
    assert position.match(seed=1) == one
    for played in (one, other):
        assert played.view().hand == match.view().hand
        assert [str(action) for action in played.legal()] == [str(action) for action in match.legal()]
    while not one.over:
        one = one.apply(one.legal()[0])
    assert len(one.scores) == 1


@pytest.mark.parametrize("given", [7, None, b"nokosu/1"])
def test_what_is_not_a_position_is_refused(given: object) -> None:
    with pytest.raises(nokosu.NotationError, match="expected a match, a view or a position's text, got"):
        nokosu.position(given)  # type: ignore[arg-type]  # what is given wrongly is the test


def test_a_core_view_will_do() -> None:
    match = started()
    assert isinstance(match.view(0), CoreView)
    assert str(nokosu.position(match.view(0))).startswith("nokosu/1 second/3 dealer:2 seat:0 hands:")

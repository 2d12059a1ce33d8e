"""The club player in Python and in the kernel say the same, to the last bit; and its positions are what they claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.bots.club.club import Club
from nokosu.bots.club.draft import choices
from nokosu.bots.club.weights import Weights, tuned
from nokosu.core.actions import Play
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.kernel import _kernel
from nokosu.kernel.actions import number_of
from nokosu.kernel.state import State
from tests.bots.club_views import situations
from tests.bots.positions.position import Position, positions
from tests.kernel.club_margins import margins, mean_margins, packed

Rows = tuple[tuple[int, float, tuple[float, ...]], ...]


def in_python(view: View, weights: Weights) -> Rows:
    if view.phase is Phase.PLAY:
        found = Club(weights).plays(view)[1]
        return tuple((number_of(Play(each.piece)), each.score, each.row) for each in found)
    return tuple((number_of(each.action), each.score, each.row) for each in choices(view, weights))


def disagreements(python_weights: Weights | None = None) -> int:
    """Decisions of a round of every edition where the two differ in anything."""
    differ = 0
    for truth, view in situations(1):
        weights = tuned(view.ruleset.players)
        rows = _kernel.club(State.from_round(truth), packed(weights))
        differ += rows != in_python(view, python_weights or weights)
    return differ


def test_python_and_kernel_agree_on_every_term_of_every_action() -> None:
    assert disagreements() == 0


def test_a_planted_difference_is_found() -> None:
    weights = tuned(4)
    assert disagreements(replace(weights, control=weights.control + 1e-6)) > 0


def test_weights_of_another_length_are_refused() -> None:
    for truth, _ in situations(1, edition="second", players=4):
        with pytest.raises(_kernel.Refused):
            _kernel.club(State.from_round(truth), packed(tuned(4))[8:])
        break


def test_margins_are_the_same_for_the_same_seed() -> None:
    round_ = positions()[0].match.round
    assert margins(round_, 5, seed=3) == margins(round_, 5, seed=3)
    assert margins(round_, 5, seed=3) != margins(round_, 5, seed=4)


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_the_good_actions_of_a_position_are_better_in_worlds_played_out(position: Position) -> None:
    found = mean_margins(position.match.round, 200)
    good = [found.pop(action) for action in position.good]
    assert min(good) > max(found.values())
    assert max(good) > max(found.values()) + 1.0

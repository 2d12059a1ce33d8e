"""The positions of known blunders: the search avoids them, and the endings among them, solved exactly, are sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.bots.search import Search, club_weights
from nokosu.core.round import Phase
from nokosu.kernel.endgame import UNIFORM, Method, solve
from nokosu.kernel.state import State
from tests.bots.positions.position import Position, answer, failing, positions

TRICKS = 3
WORLDS = 100
WEIGHTS = {"weighed": True, "uniform": False}
POSITIONS = positions()


def solvable(position: Position) -> bool:
    seen = position.view
    return (
        seen.phase is Phase.PLAY
        and seen.ruleset.tricks - len(seen.tricks) <= TRICKS
        and State.from_view(seen).count_worlds(position.seat) <= WORLDS
    )


ENDINGS = [position for position in POSITIONS if solvable(position)]


def sound(position: Position, method: Method, *, weighed: bool) -> bool:
    """Whether nothing else is better than what the position calls good."""
    club = club_weights(position.match.ruleset.players) if weighed else UNIFORM
    solution = solve(position.view, method=method, worlds_limit=WORLDS, club=club)
    margins = {line.action: line.margin for line in solution.lines}
    others = [margin for action, margin in margins.items() if action not in position.good]
    return max(others) <= max(margins[action] for action in position.good) + 1e-9


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_search_avoids_the_blunder_unless_it_is_listed(position: Position) -> None:
    passed = answer(Search("20000"), position) in position.good
    assert passed == (position.name not in failing()["search:500ms"])


def test_a_search_that_does_not_look_ahead_errs_where_the_club_player_does() -> None:
    failed = {position.name for position in POSITIONS if answer(Search("1"), position) not in position.good}
    assert set(failing()["club"]) <= failed


@pytest.mark.parametrize("weighed", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("method", ["maxn", "paranoid"])
@pytest.mark.parametrize("position", ENDINGS, ids=lambda position: position.name)
def test_no_other_action_is_better_than_the_good_ones(position: Position, method: Method, weighed: bool) -> None:
    assert sound(position, method, weighed=weighed)


def test_a_position_that_praises_the_blunder_is_found_out() -> None:
    assert len(ENDINGS) >= 20
    for position in ENDINGS:
        blunders = tuple(action for action in position.match.legal() if action not in position.good)
        assert not sound(replace(position, good=blunders), "maxn", weighed=True)

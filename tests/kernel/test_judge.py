"""The kernel judges every action in the same worlds, exactly where all are solved, and the same every time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nokosu.bots.neural.bot import network
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action
from nokosu.core.round import Phase
from nokosu.core.view import View, view
from nokosu.editions import ruleset
from nokosu.kernel.endgame import solve
from nokosu.kernel.judge import Report, Settings, answer, follow_report, follow_request, judge_report, judge_request
from nokosu.kernel.state import Refused
from tests.kernel.positions import positions


def asked(
    seen: View, settings: Settings, *, search: bool, with_network: bool = True, only: tuple[Action, ...] = ()
) -> Report:
    club = club_weights(seen.ruleset.players) if search else None
    request = judge_request(seen, seed=3, settings=settings, club=club, network=with_network, only=only)
    return judge_report(answer(request, network() if with_network else None))


def endings(tricks: int) -> Iterator[View]:
    for game in range(3):
        for match, _ in positions(ruleset("second", 3), game):
            left = match.ruleset.tricks - len(match.round.tricks)
            if match.round.phase is Phase.PLAY and left <= tricks and len(match.legal()) > 1:
                yield view(match, match.to_act)


def test_all_worlds_solved_are_what_the_solver_says() -> None:
    for seen in endings(2):
        exact = solve(seen, club=club_weights(3))
        found = asked(seen, Settings(worlds=2000, endgame=2), search=True, with_network=False)
        assert found.solved
        assert found.all
        assert [line.margin for line in found.lines] == pytest.approx([line.margin for line in exact.lines], abs=1e-4)
        assert set(found.margins) == {0.0}


@pytest.mark.parametrize("search", [True, False])
def test_some_actions_alone_are_judged_as_among_all(search: bool) -> None:
    seen = next(view(match, match.to_act) for match, _ in positions(ruleset("second", 4), 1))
    assert seen.legal
    settings = Settings(worlds=12, playouts=1)
    whole = asked(seen, settings, search=search)
    some = asked(seen, settings, search=search, only=(seen.legal[0], seen.legal[3]))
    assert [line.action for line in some.lines] == [seen.legal[0], seen.legal[3]]
    if search:  # the same worlds with the same chance
        assert [some.lines[0], some.lines[1]] == [whole.lines[0], whole.lines[3]]
        assert some.error(0, 1) == pytest.approx(whole.error(0, 3))
    assert asked(seen, settings, search=search) == whole


def test_the_error_of_a_difference_is_that_of_paired_tries() -> None:
    seen = next(view(match, match.to_act) for match, _ in positions(ruleset("second", 4), 2))
    found = asked(seen, Settings(worlds=300, playouts=1), search=True)
    apart = (found.margins[0] + found.margins[len(found.lines) + 1]) ** 0.5
    assert 0 < found.error(0, 1) < apart
    assert found.error(0, 0) == 0


def test_a_round_ends_with_the_points_on_the_sheet() -> None:
    *_, (match, _state) = positions(ruleset("second", 3), 4)
    over = match.round.apply(match.legal()[0])
    for by_network in (True, False):
        request = follow_request(over, 1, seed=2, playouts=2, match=(1, 5, 0, 9), network=by_network)
        found = follow_report(answer(request, network() if by_network else None))
        assert len(found.worths) == over.decisions + 1
        assert found.worths[-1].points == tuple(float(row.total) for row in over.score)
        assert all(sum(worth.wins) == pytest.approx(1, abs=1e-3) for worth in found.worths)


def test_what_cannot_be_judged_is_refused() -> None:
    seen = next(view(match, match.to_act) for match, _ in positions(ruleset("second", 3), 1))
    request = judge_request(seen, seed=1, settings=Settings(worlds=1), club=None, network=False)
    with pytest.raises(Refused, match="network"):
        answer(request, None)
    with pytest.raises(Refused, match="worlds"):
        asked(seen, Settings(worlds=0), search=False)

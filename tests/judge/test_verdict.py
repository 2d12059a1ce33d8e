"""When a decision is called a mistake: only where both judges are sure, and never for what helps to win the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.core.actions import Action, Play
from nokosu.judge.settings import DEEP, QUICK, Effort
from nokosu.judge.verdict import Opinions, undecided, verdict
from nokosu.kernel.judge import Line, Report
from nokosu.wire.review import JudgeName
from tests.builders import pieces

BEST, TAKEN = map(Play, pieces("R5 B3"))


def report(loss: float, error: float, *, worth: float | None = None) -> Report:
    """A look at two actions, one of which loses this much, with this standard error."""

    def line(action: Action, margin: float, gain: float) -> Line:
        return Line(action, margin / 2, margin, gain, 0.5, (0.0,) * 7)

    square = error**2
    lines = (line(BEST, 0.0, 0.0), line(TAKEN, -loss, -(loss if worth is None else worth)))
    return Report(lines, 100, 100.0, False, False, (0.0, 0.0, 0.0, square), (0.0, 0.0, 0.0, square))


def said(network: Report, search: Report | None, effort: Effort = DEEP, judge: JudgeName = "network") -> str:
    looks: dict[JudgeName, Report] = {"network": network} if search is None else {"network": network, "search": search}
    if judge == "search":
        looks = {"search": network}
    return str(verdict(Opinions(judge, network, looks), TAKEN, effort))


@pytest.mark.parametrize(
    ("loss", "name"), [(0.3, "fine"), (0.6, "inaccuracy"), (1.4, "inaccuracy"), (1.6, "mistake"), (4.1, "blunder")]
)
def test_a_loss_that_both_are_sure_of_has_a_name(loss: float, name: str) -> None:
    assert said(report(loss, 0.1), report(loss, 0.1)) == name


@pytest.mark.parametrize(
    ("network", "search"),
    [
        (report(5, 2.0), report(5, 0.1)),  # the network is not sure
        (report(5, 0.1), report(5, 2.0)),  # the search is not sure
        (report(5, 0.1), report(0.4, 0.1)),  # the search sees next to nothing
        (report(5, 0.1), report(-3, 0.1)),  # the search sees the opposite
        (report(5, 0.1, worth=-1.0), report(5, 0.1, worth=-1.0)),  # it costs points and helps to win the match
        (report(5, 0.1), None),  # nobody asked the search
    ],
)
def test_without_agreement_it_is_too_close_to_tell(network: Report, search: Report | None) -> None:
    assert said(network, search) == "close"


def test_without_the_network_a_suspicion_waits_for_the_second_judge() -> None:
    assert said(report(5, 0.1), None, judge="search") == "unsure"


def test_the_quick_pass_names_what_cost_two_points_or_more() -> None:
    assert said(report(1.8, 0.1), report(1.8, 0.1), QUICK) == "close"
    assert said(report(2.2, 0.1), report(2.2, 0.1), QUICK) == "mistake"


def test_the_best_action_is_best() -> None:
    found = Opinions("network", report(5, 0.1))
    assert verdict(found, BEST, DEEP) == "best"
    assert found.counted(BEST) == 0


def test_a_cost_counts_as_far_as_it_is_more_than_chance() -> None:
    unsure, sure = (Opinions("network", report(2, error)) for error in (3.0, 0.01))
    assert unsure.counted(TAKEN, "points") == 0
    assert 0.8 < sure.counted(TAKEN, "points") < 1.0
    exact = Opinions("network", replace(report(2, 0.0), solved=True, all=True))
    assert exact.counted(TAKEN, "points") == 1.0


def test_a_judge_looks_again_only_where_it_could_be_sure_of_more() -> None:
    found = Opinions("network", report(5, 0.1), {"network": report(5, 0.1), "search": report(3, 1.5)})
    assert undecided(found, found.longer["search"], TAKEN, QUICK)
    assert not undecided(found, found.longer["network"], TAKEN, QUICK)

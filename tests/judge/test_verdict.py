"""When a decision is called a mistake: only where both judges are sure, and never for what helps to win the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.core.actions import Action, Play
from nokosu.core.notation import parse_piece
from nokosu.judge.decision import Screened
from nokosu.judge.settings import DEEP, QUICK, Effort
from nokosu.judge.verdict import Opinions, undecided, verdict
from nokosu.kernel.judge import Line, Report
from nokosu.record.position_reader import parse_position
from nokosu.wire.review import JudgeName
from tests.builders import pieces

BEST, TAKEN = map(Play, pieces("R5 B3"))
ENDING = (
    "nokosu/1 second/4 scores:6:4:2:2,25:2:23:4 dealer:1 seat:3 hands:?/?/?/G4P07 dice:dG4/dB2/dG4/dP5 pool:dP4 "
    "draft:dG4,dR3,dP5,dY4,dG5,dY2,dG1,dB2,dB2,dP1,dB6,dG6 tricks:G7,G5,G6,dG6/dY5,dY2,Y7,Y2/dB6,B2,B7,dP1/"
    "R7,R3,dR6,R0/R6,dR2,R5,P1/Y6,Y1,Y5,dY4/G2,G1,G0,G3/dG1,R4,dG5,Y4/dR3,dP5,R2,dR4/dB2,dY4,B3,dB3/R1,P6,P5,B5/"
    "B6,B4,B1"
)
"""The purple nought makes the target certain, the purple seven does not."""


def report(
    loss: float, error: float, *, worth: float | None = None, best: Action = BEST, taken: Action = TAKEN
) -> Report:
    """A look at two actions, one of which loses this much, with this standard error."""

    def line(action: Action, margin: float, gain: float) -> Line:
        return Line(action, margin / 2, margin, gain, 0.5, (0.0,) * 7)

    square = error**2
    lines = (line(best, 0.0, 0.0), line(taken, -loss, -(loss if worth is None else worth)))
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


def test_a_judge_that_solved_the_last_tricks_says_nothing_about_other_numbers() -> None:
    played = report(2, 0.1)
    told = replace(played, lines=tuple(replace(line, makes=(0.25, 0.75, 0, 0, 0, 0, 0)) for line in played.lines))
    solved = replace(played, solved=True)
    found = Opinions("network", told, {"network": told, "search": solved})
    assert found.makes(TAKEN) == (0.25, 0.75, 0, 0, 0, 0, 0)


def test_a_judge_looks_again_only_where_it_could_be_sure_of_more() -> None:
    found = Opinions("network", report(5, 0.1), {"network": report(5, 0.1), "search": report(3, 1.5)})
    assert undecided(found, found.longer["search"], TAKEN, QUICK)
    assert not undecided(found, found.longer["network"], TAKEN, QUICK)


def test_what_makes_the_target_certain_is_no_mistake() -> None:
    seen = parse_position(ENDING).seen
    sure, unsure = (Play(parse_piece(text)) for text in ("P0", "P7"))

    def judged(best: Action, taken: Action) -> tuple[str | None, float]:
        look = report(5, 0.1, best=best, taken=taken)
        found = Screened(seen, taken, DEEP, Opinions("network", look, {"network": look, "search": look}))
        said = found.judgement("deep")
        return said.verdict, said.lost

    assert judged(best=unsure, taken=sure) == ("fine", 0.0)
    verdict_, lost = judged(best=sure, taken=unsure)
    assert verdict_ == "blunder"
    assert lost > 4

"""The exact endgame: compared with brute force on tiny endings, and with itself with every saving off."""

from itertools import product

import pytest

from nokosu.bots.search import club_weights
from nokosu.core import worlds
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import view
from nokosu.kernel.endgame import Effort, list_worlds, solve, solve_round
from nokosu.kernel.search import Settings, search
from nokosu.kernel.state import Refused
from tests.kernel.endings import TooLong, difference, endings
from tests.kernel.positions import NAMES, RULESETS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
EFFORTS = [Effort(equivalence=alike, transpositions=table) for alike, table in product((False, True), repeat=2)]


def compared(ruleset: Ruleset, tricks: int, numbers: range) -> list[Match]:
    """The endings that brute force could solve; the solver agrees with it on every one."""
    found = []
    for match in endings(ruleset, tricks, numbers):
        try:
            assert difference(match.round, Effort()) is None
            found.append(match)
        except TooLong:
            continue
    return found


@every_ruleset
def test_the_last_trick_and_the_last_two_are_as_brute_force_says(ruleset: Ruleset) -> None:
    assert len(compared(ruleset, 1, range(20))) == 20
    assert len(compared(ruleset, 2, range(30))) >= 20


@every_ruleset
def test_the_last_three_tricks_are_as_brute_force_says(ruleset: Ruleset) -> None:
    assert compared(ruleset, 3, range(14))


def test_the_endings_hold_every_kind_of_contract() -> None:
    seen = set()
    for ruleset in RULESETS:
        for match in endings(ruleset, 2, range(30)):
            at = match.round
            for seat in range(ruleset.players):
                open_target = len(at.dice[seat]) > 1
                seen.add((ruleset.zero_rule, at.zero[seat], open_target, bool(at.hands[seat])))
    for ruleset in RULESETS:
        rule = ruleset.zero_rule
        assert (rule, False, True, True) in seen  # the target is still open
        assert (rule, False, False, True) in seen  # the last die stays (F2)
        assert (rule, False, True, False) in seen  # dice are the last pieces
        assert any(kind[:2] == (rule, True) for kind in seen)  # a zero contract


@every_ruleset
def test_no_saving_changes_an_answer(ruleset: Ruleset) -> None:
    for match in endings(ruleset, 3, range(100, 106)):
        for method in ("maxn", "paranoid"):
            found = [solve_round(match.round, method=method, effort=effort) for effort in EFFORTS]
            assert all(each.lines == found[0].lines for each in found)


def test_savings_save() -> None:
    ruleset = RULESETS[NAMES.index("second-4")]
    plain = table = alike = both = 0
    for match in endings(ruleset, 4, range(200, 204)):
        nodes = [solve_round(match.round, effort=effort).nodes for effort in EFFORTS]
        plain, table, alike, both = (a + b for a, b in zip((plain, table, alike, both), nodes, strict=True))
    assert both < table < plain
    assert both < alike < plain


@every_ruleset
def test_H1_H3_every_world_is_listed_once(ruleset: Ruleset) -> None:
    compared_views = 0
    for match in endings(ruleset, 3, range(12)):
        for seat in range(ruleset.players):
            seen = view(match, seat)
            if worlds.count(seen) <= 600:
                listed = list_worlds(seen)
                assert len(set(listed)) == len(listed)
                assert set(listed) == set(worlds.enumerate_worlds(seen))
                compared_views += 1
    assert compared_views


@every_ruleset
def test_a_view_is_solved_as_the_mean_of_its_worlds(ruleset: Ruleset) -> None:
    solved = 0
    for match in endings(ruleset, 2, range(40)):
        assert match.to_act is not None
        seen = view(match, match.to_act)
        every = list(worlds.enumerate_worlds(seen, 100_000))
        if not 2 <= len(every) <= 40:
            continue
        solved += 1
        for method in ("maxn", "paranoid"):
            found = solve(seen, method=method)
            alone = [solve_round(worlds.rebuild(seen, world), method=method).lines for world in every]
            assert found.worlds == len(every)
            for index, line in enumerate(found.lines):
                assert line.margin == pytest.approx(sum(lines[index].margin for lines in alone) / len(every))
                assert line.made == pytest.approx(sum(lines[index].made for lines in alone) / len(every))
    assert solved


def test_too_few_nodes_are_refused() -> None:
    match = next(endings(RULESETS[-1], 4, range(1)))
    with pytest.raises(Refused, match="more than 50 nodes"):
        solve_round(match.round, effort=Effort(nodes=50))
    with pytest.raises(Refused, match="more than 50 nodes"):
        solve_round(match.round, method="paranoid", effort=Effort(nodes=50))


def test_too_many_worlds_are_refused() -> None:
    match = next(endings(RULESETS[-1], 5, range(1)))
    assert match.to_act is not None
    with pytest.raises(Refused, match="at most 3 are listed"):
        solve(view(match, match.to_act), worlds_limit=3)


def test_only_play_is_solved() -> None:
    match = Match.start(RULESETS[0], bytes(32))
    assert match.round.phase is Phase.DRAFT
    with pytest.raises(Refused, match="only play"):
        solve_round(match.round)


def test_likely_worlds_weigh_more() -> None:
    ruleset = RULESETS[NAMES.index("second-4")]
    differ = 0
    for match in endings(ruleset, 3, range(10)):
        assert match.to_act is not None
        seen = view(match, match.to_act)
        if worlds.count(seen) > 300:
            continue
        club = club_weights(ruleset.players)
        plain, weighed = solve(seen), solve(seen, club=club)
        assert solve(seen, club=club, trust=0.0).lines == plain.lines
        differ += weighed.lines != plain.lines
    assert differ


@every_ruleset
def test_a_search_solves_the_last_tricks_when_told(ruleset: Ruleset) -> None:
    club, told, solved = club_weights(ruleset.players), Settings(trust=0.0, endgame=3, worlds=400), 0
    for match in endings(ruleset, 3, range(6)):
        assert match.to_act is not None
        seen = view(match, match.to_act)
        report = search(seen, club=club, seed=1, simulations=50, settings=told)
        assert search(seen, club=club, seed=1, simulations=50, settings=told).lines == report.lines
        assert [line.action for line in report.lines] == list(seen.legal or ())
        if worlds.count(seen) <= 400:
            exact = solve(seen)
            assert report.simulations == exact.worlds
            assert [line.margin for line in report.lines] == pytest.approx([line.margin for line in exact.lines])
            assert report.best.action == exact.best.action
            solved += 1
    assert solved


def test_a_search_goes_on_by_itself_where_the_end_is_far() -> None:
    ruleset = RULESETS[NAMES.index("second-4")]
    match = next(endings(ruleset, 4, range(1)))
    assert match.to_act is not None
    seen, club = view(match, match.to_act), club_weights(ruleset.players)
    without = search(seen, club=club, seed=1, simulations=50, settings=Settings(endgame=0))
    assert search(seen, club=club, seed=1, simulations=50, settings=Settings(endgame=3)).lines == without.lines

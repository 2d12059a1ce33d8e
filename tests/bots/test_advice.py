"""Advice: for every legal action numbers that can be, from the view alone, with reasons that fit."""

from dataclasses import replace

import pytest

from nokosu import editions
from nokosu.bots.advice import Advice, advise
from nokosu.bots.advice.advise import CHAMPION, CLUB, SEARCH
from nokosu.bots.advice.by_search import available
from nokosu.bots.advice.calibration import Curve, curves
from nokosu.bots.advice.endings import TRICKS, endings
from nokosu.bots.club.targets import chances
from nokosu.core.match import GivenDeals, Match
from nokosu.core.round import Phase, Round
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.core.worlds import rebuild, sample
from nokosu.locale.reasons import word
from tests.builders import SEED, playing, random_match, rules

SOURCES = [CLUB, *([CHAMPION, SEARCH] if available(rules(4)) else [])]
TABLES = [(name, players) for name in editions.names() for players in editions.load(name).players]


def advice(seen: View, source: str) -> Advice:
    return advise(seen, simulations=60, source=source)


def seen_at(match: Match) -> View:
    assert match.to_act is not None
    return view(match, match.to_act)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_legal_action_with_numbers_that_can_be(edition: str, players: int, source: str) -> None:
    ruleset = rules(players, edition)
    whole = random_match(ruleset, 10_000).rounds[0].decisions
    phases = set()
    for actions in range(0, whole, 5):
        match = random_match(ruleset, actions)
        seen = seen_at(match)
        given = advice(seen, source)
        phases.add(seen.phase)
        assert {option.action for option in given.options} == set(seen.legal or ())
        most = ruleset.tricks + ruleset.bonus * (players - 1) + ruleset.zero_bonus
        for option in given.options:
            assert 0.0 <= option.zero <= 1.0
            assert all(0.0 <= chance <= 1.0 for _, chance in option.makes)
            assert option.chance <= 1.0
            assert -1e-6 <= option.score <= most
            assert abs(option.margin) <= most
            assert word(option.reason)
        if given.exact or given.simulations is None:
            assert given.best.margin == max(option.margin for option in given.options)
        elif given.source == SEARCH:
            assert given.best.visits == max(option.visits or 0 for option in given.options)
    assert Phase.PLAY in phases


@pytest.mark.parametrize("source", SOURCES)
def test_H4_advice_depends_on_the_view_alone(source: str) -> None:
    """Other cards in the hidden hands, the same view: the same advice, to the last digit."""
    for actions in (3, 20, 40):
        match = random_match(rules(), actions)
        seen = seen_at(match)
        given = advice(seen, source)
        other = rebuild(seen, sample(seen, Stream(SEED, "another world")))
        assert other.hands != match.round.hands
        assert advice(seen_at(replace(match, round=replace(match.round, hands=other.hands))), source) == given


@pytest.mark.parametrize("source", SOURCES)
def test_the_same_view_and_stream_give_the_same_advice(source: str) -> None:
    seen = seen_at(random_match(rules(3, "manual"), 25))
    assert advice(seen, source) == advice(seen, source)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("choices", range(8))
def test_S2_a_certain_end_is_certain(source: str, choices: int) -> None:
    """The last piece of a round: what is said is what comes."""
    ruleset = rules(3, rounds=1)
    decisions = random_match(ruleset, 10_000, choices).round.decisions
    match = random_match(ruleset, decisions - 1, choices)
    given = advice(seen_at(match), source)
    for option in given.options:
        end = match.apply(option.action)
        assert end.over
        assert option.chance == pytest.approx(float(end.round.score[given.seat].made))
        assert option.score == pytest.approx(end.totals[given.seat]) or given.source == CLUB


def match_of(round_: Round) -> Match:
    """A match that is at this round."""
    return Match(round_.ruleset, GivenDeals(round_.dealer, (round_.deal,)), (), round_, ())


def said(hands: list[str], dice: list[str], zero: tuple[int, ...] = ()) -> dict[str, str]:
    """What is said of each play of the leader."""
    given = advice(seen_at(match_of(playing("dP6", hands, dice, zero=zero))), CLUB)
    return {str(option.action): word(option.reason) for option in given.options}


def test_reasons_fit_what_they_are_said_of() -> None:
    dead_or_live = said(["R7 R0", "R1 G3", "B2 G4"], ["dG1 dG5", "dG6 dB1", "dB4 dB5"])
    assert dead_or_live["play dG5"] == "You can no longer win exactly 5, so this die can go."
    assert dead_or_live["play dG1"] == "Drawback: it gives up 1, a target that is still possible."
    zero = said(["P6 R0", "R1 R3", "R2 R4"], ["dG1", "dG6 dB1", "dB4 dB5"], zero=(0,))
    assert zero["play P6"] == "Drawback: it would win the trick and ruin your zero."
    assert zero["play R0"] == "Loses the trick, which is what your zero needs."
    needed = said(["P6 R0", "R1 R3", "R2 R4"], ["dG1", "dG6", "dB4"])
    assert needed["play P6"] == "Wins a trick that your target needs."


def test_endings_add_up_to_the_club_players_chances() -> None:
    odds = [(0.7, 0.1), (0.5, 0.3), (0.9, 0.6), (0.2, 0.0)]
    apart = endings([(1, 1, 1.0), (3, 3, 1.0)], odds)[0]
    together = chances([0.0, 1.0, 0.0, 1.0], odds)[0]
    assert apart[1] + apart[3] == pytest.approx(together, abs=0.05)
    assert 0.0 < apart[TRICKS] < 4.0


def test_a_curve_keeps_what_is_certain_and_shares_what_it_has() -> None:
    curve = Curve(slope=0.5, shift=-0.3, sharpness=2.0)
    assert curve.total(0.0) == 0.0
    assert curve.total(1.0) == 1.0
    assert curve.total(0.9) < 0.9
    made = curve.chances((0.0, 0.6, 0.3, 0.0))
    assert sum(made) == pytest.approx(curve.total(0.9))
    assert made[1] / made[2] == pytest.approx(4.0)
    assert Curve().chances((0.1, 0.2)) == pytest.approx((0.1, 0.2))
    assert Curve().chances((0.0, 0.0)) == (0.0, 0.0)


def test_there_is_a_curve_for_every_source_and_phase() -> None:
    assert set(curves()) == {
        (source, phase) for source in (CHAMPION, SEARCH, CLUB) for phase in ("draft", "declare", "play")
    }
    assert all(0.0 < curve.slope < 3.0 and abs(curve.shift) < 3.0 for curve in curves().values())

"""The search in the kernel: repeatable, legal, blind to what its seat cannot see, and better informed than chance."""

import os
import re
import subprocess
import sys
from dataclasses import asdict
from math import nan

import pytest

from nokosu import editions
from nokosu.bots.search import club_weights, look_ahead
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel import _kernel
from nokosu.kernel.search import Settings
from nokosu.kernel.state import Refused, State
from tests.kernel.positions import NAMES, RULESETS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
SIMULATIONS = 60


def seen_after(ruleset: Ruleset, decisions: int, number: int = 1) -> View:
    """What the seat to act sees after so many random decisions."""
    match = Match.start(ruleset, seed_from_number(number, "search tests"))
    chance = Stream(seed_from_number(number), "choices")
    for _ in range(decisions):
        match = match.apply(chance.choice(match.legal()))
    assert match.to_act is not None
    return view(match, match.to_act)


@every_ruleset
@pytest.mark.parametrize("decisions", [0, 8, 14, 20, 33])
def test_every_legal_action_is_reported_and_every_simulation_counted(ruleset: Ruleset, decisions: int) -> None:
    seen = seen_after(ruleset, decisions)
    report = look_ahead(seen, seed=5, simulations=SIMULATIONS)
    assert tuple(line.action for line in report.lines) == seen.legal
    assert sum(line.visits for line in report.lines) == report.simulations == SIMULATIONS
    for line in report.lines:
        assert sum(line.kept) == pytest.approx(1.0 if line.visits else 0.0)
        assert all(made <= kept for made, kept in zip(line.made, line.kept, strict=True))


@every_ruleset
def test_equal_seeds_give_equal_reports_and_others_do_not(ruleset: Ruleset) -> None:
    seen = seen_after(ruleset, 18)
    first, again, other = (look_ahead(seen, seed=seed, simulations=300).lines for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_threads_share_the_simulations() -> None:
    seen = seen_after(editions.ruleset("second", 4), 20)
    report = look_ahead(seen, seed=1, simulations=200, settings=Settings(threads=2))
    assert report.simulations == 200
    assert report.lines == look_ahead(seen, seed=1, simulations=200, settings=Settings(threads=2)).lines


def test_a_search_that_is_given_time_stops_by_itself() -> None:
    report = look_ahead(seen_after(editions.ruleset("second", 4), 20), seed=1, seconds=0.01)
    assert report.simulations > 0


def test_portable_code_finds_the_same() -> None:
    """The numbers are added in one order, whatever the processor has."""
    script = (
        "from tests.kernel.test_search import seen_after\n"
        "from nokosu import editions\n"
        "from nokosu.bots.search import look_ahead\n"
        "print(look_ahead(seen_after(editions.ruleset('second', 5), 17), seed=3, simulations=150).lines)\n"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "NOKOSU_PORTABLE": portable},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for portable in ("0", "1")
    ]
    assert answers[0] == answers[1]


def test_what_others_did_changes_what_is_believed() -> None:
    """Weighed worlds and uniform ones lead to other numbers; before anybody acted they are the same."""
    rules = editions.ruleset("second", 4)
    uniform = Settings(trust=0.0)
    late, first = seen_after(rules, 40), seen_after(rules, 0)
    assert (
        look_ahead(late, seed=1, simulations=300).lines
        != look_ahead(late, seed=1, simulations=300, settings=uniform).lines
    )
    assert (
        look_ahead(first, seed=1, simulations=300).lines
        == look_ahead(first, seed=1, simulations=300, settings=uniform).lines
    )


def test_the_filling_of_hidden_hands_does_not_matter() -> None:
    """H1: a state made from a view holds some world; the search draws its own and finds the same from any."""
    seen = seen_after(editions.ruleset("second", 4), 26)
    club = club_weights(4)
    reports = {
        _kernel.search(State.from_view(seen, seed=filling), club, 9, {"simulations": 200})[2] for filling in range(4)
    }
    assert len(reports) == 1


def test_a_trick_that_must_be_lost_is_lost() -> None:
    """S2: who has made it and plays last throws away what would win."""
    found = 0
    for number in range(200):
        match = Match.start(editions.ruleset("second", 4, rounds=1), seed_from_number(number, "last"))
        chance = Stream(seed_from_number(number), "choices")
        while match.to_act is not None:
            seen = view(match, match.to_act)
            trick, seat = seen.trick, match.to_act
            if (
                seen.phase is Phase.PLAY
                and len(seen.tricks) == seen.ruleset.tricks - 2
                and trick is not None
                and len(trick.plays) == seen.ruleset.players - 1
                and not seen.zero[seat]
                and len(seen.dice[seat]) == 1
                and len(seen.legal or ()) > 1
            ):
                found += 1
                report = look_ahead(seen, seed=1, simulations=400)
                best = max(line.margin for line in report.lines if line.visits)
                assert report.best.margin >= best - 1.0
            match = match.apply(chance.choice(match.legal()))
    assert found >= 20


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"simulations": 0}, "a search needs simulations or seconds"),
        ({"simulations": -1}, "simulations is -1, which is not in 0 to 1000000000"),
        ({"simulations": 10, "seconds": -1.0}, "seconds is not in 0 to 3600"),
        ({"rollout_temperature": 0.0}, "rollout_temperature is not in 0.01 to 100"),
        ({"trust": nan}, "trust is not in 0 to 100"),
        ({"threads": 0}, "threads is 0, which is not in 1 to 64"),
        ({"worlds": 10**30}, "worlds is out of range"),
        ({"wolrds": 10}, "unknown setting: wolrds"),
    ],
)
def test_settings_that_make_no_sense_are_refused_by_name(settings: dict[str, float], says: str) -> None:
    state = State.from_view(seen_after(editions.ruleset("second", 4), 20))
    with pytest.raises(ValueError, match=re.escape(says)):
        _kernel.search(state, club_weights(4), 1, settings)


@pytest.mark.parametrize("name", ["threads", "worlds", "policy_tricks", "endgame", "simulations"])
def test_counts_are_whole_numbers(name: str) -> None:
    with pytest.raises(TypeError):
        _kernel.check_settings({name: 1.5})


def test_other_states_weights_and_settings_are_refused() -> None:
    state = State.from_view(seen_after(editions.ruleset("second", 4), 20))
    with pytest.raises(Refused):
        _kernel.search(state, b"short", 1, {})
    with pytest.raises(TypeError):
        _kernel.search(state.to_bytes(), club_weights(4), 1, {})  # type: ignore[arg-type]  # what is tested
    with pytest.raises(TypeError):
        _kernel.search(state, club_weights(4), 1, ())  # type: ignore[arg-type]  # what is tested


def test_python_and_the_kernel_have_the_same_defaults() -> None:
    seen = seen_after(editions.ruleset("second", 4), 20)
    plain = _kernel.search(State.from_view(seen), club_weights(4), 5, {"simulations": 200})[2]
    assert (
        plain == _kernel.search(State.from_view(seen), club_weights(4), 5, asdict(Settings()) | {"simulations": 200})[2]
    )


def test_only_a_search_that_cheats_sees_the_hidden_cards() -> None:
    ruleset = editions.ruleset("second", 4)
    match = Match.start(ruleset, seed_from_number(3, "cheating"))
    chance = Stream(seed_from_number(3), "choices")
    for _ in range(26):
        match = match.apply(chance.choice(match.legal()))
    assert match.to_act is not None
    states = State.from_round(match.round), State.from_view(view(match, match.to_act), seed=9)
    for truth, same in ((0, True), (1, False)):
        settings = {**asdict(Settings()), "simulations": 200, "seconds": 0.0, "truth": truth}
        first, second = (_kernel.search(state, club_weights(4), 5, settings) for state in states)
        assert (first[2] == second[2]) is same

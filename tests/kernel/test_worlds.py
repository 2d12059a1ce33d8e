"""Worlds in the kernel: counted, and drawn exactly uniformly, as `core.worlds` does it."""

from collections import Counter
from math import sqrt

import pytest

from nokosu.core import worlds
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View, view
from nokosu.core.worlds import World
from nokosu.kernel.state import State
from tests.kernel.positions import NAMES, RULESETS, decisions_of, match_after, positions

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
SAMPLES_A_WORLD = 60


@every_ruleset
def test_H1_H3_both_count_the_same_worlds(ruleset: Ruleset) -> None:
    for number in range(6):
        for decision, (match, state) in enumerate(positions(ruleset, number)):
            seat = (number + decision) % ruleset.players
            assert state.count_worlds(seat) == worlds.count(view(match, seat))


def few_worlds(ruleset: Ruleset) -> list[View]:
    """Views with a few dozen worlds left, voids shown among them."""
    found: list[View] = []
    total = decisions_of(ruleset)
    for number in range(60):
        for back in range(1, 6 * ruleset.players, 2):
            seen = view(match_after(ruleset, number, total - back), number % ruleset.players)
            if 6 <= worlds.count(seen) <= 120 and any(worlds.shown_voids(seen)):
                found.append(seen)
                break
        if len(found) == 3:
            break
    return found


@every_ruleset
def test_H1_H3_every_world_is_drawn_equally_often(ruleset: Ruleset) -> None:
    views = few_worlds(ruleset)
    assert views
    for seen in views:
        assert seen.phase is Phase.PLAY
        assert seen.seat is not None
        every = set(worlds.enumerate_worlds(seen))
        drawn = SAMPLES_A_WORLD * len(every)
        states = State.from_view(seen).sample_worlds(seen.seat, 11, drawn)
        counts = Counter(state.world() for state in states)
        assert set(counts) == every
        assert chi_square(counts, drawn) < bound(len(every) - 1)


def chi_square(counts: Counter[World], drawn: int) -> float:
    expected = drawn / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values())


def bound(freedom: int) -> float:
    """Six standard deviations above the mean of a chi-square distribution."""
    return freedom + 6 * sqrt(2 * freedom)


def test_the_bound_finds_a_sampler_that_favours_one_world() -> None:
    fair = Counter({World(((),), (_card,)): 60 for _card in RULESETS[0].deck})
    crooked = fair.copy()
    crooked[next(iter(crooked))] += 120
    assert chi_square(fair, fair.total()) < bound(len(fair) - 1)
    assert chi_square(crooked, crooked.total()) > bound(len(fair) - 1)


@every_ruleset
def test_H4_a_sampled_world_looks_the_same_to_the_seat(ruleset: Ruleset) -> None:
    for number, (_, state) in enumerate(positions(ruleset, 8)):
        seat = number % ruleset.players
        for other in state.sample_worlds(seat, number, 3):
            # Played again from the deal, every action was legal: so the voids are honoured.
            assert State.from_bytes(other.to_bytes()) == other
            assert other.observe(seat) == state.observe(seat)
            assert other.hands[seat] == state.hands[seat]
            assert other.actions == state.actions


def test_the_same_seed_draws_the_same_worlds() -> None:
    state = State.from_round(match_after(RULESETS[-1], 1, 30).round)
    assert state.sample_worlds(0, 5, 20) == state.sample_worlds(0, 5, 20)
    assert state.sample_worlds(0, 5, 20) != state.sample_worlds(0, 6, 20)

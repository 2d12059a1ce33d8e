"""States: made from what the core has, copied, saved, refused."""

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from nokosu import editions
from nokosu.core import worlds
from nokosu.core.deal import deal
from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.kernel.convert import card_mask, rules_bytes
from nokosu.kernel.state import Refused, State
from nokosu.record import SeatInfo, match_at, record_of
from tests.kernel.positions import NAMES, RULESETS, decisions_of, match_after, positions

SECOND = editions.ruleset("second", 4)
SEED = seed_from_number(1)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)


@every_ruleset
def test_D1_to_D5_the_deal_is_the_cores(ruleset: Ruleset) -> None:
    for dealer in range(ruleset.players):
        for index in (0, 1, 19):
            assert State.from_seed(ruleset, SEED, index, dealer).deal() == deal(ruleset, SEED, index, dealer)


@every_ruleset
def test_a_round_at_any_point_becomes_the_same_state(ruleset: Ruleset) -> None:
    for match, state in positions(ruleset, 2):
        assert State.from_round(match.round) == state
        assert state.round(ruleset) == match.round


@every_ruleset
def test_a_record_at_any_point_becomes_the_same_state(ruleset: Ruleset) -> None:
    dice = random.Random(3)
    match = Match.start(replace(ruleset, rounds=2, rounds_override=2), SEED)
    reached: dict[tuple[int, int], State] = {}
    while not match.over:
        if dice.random() < 0.05:
            reached[match.round_index, match.round.decisions] = State.from_round(match.round)
        match = match.apply(dice.choice(match.legal()))
    record = record_of(match, [SeatInfo(f"seat {seat}") for seat in range(ruleset.players)])
    assert reached
    for (index, decision), state in reached.items():
        assert State.from_round(match_at(record, index, decision).round) == state
    assert State.from_round(match_at(record).round).scores == match.scores[-1]


@every_ruleset
def test_H4_a_view_and_a_world_become_a_state(ruleset: Ruleset) -> None:
    for number, (match, state) in enumerate(positions(ruleset, 4)):
        seat = number % ruleset.players
        seen = view(match, seat)
        world = worlds.sample(seen, Stream(SEED, "world", number))
        made = State.from_view(seen, world)
        assert made.world() == world
        assert made.round(ruleset) == worlds.rebuild(seen, world)
        assert made.actions == state.actions


@every_ruleset
def test_H4_a_view_alone_becomes_a_state_that_fits_it(ruleset: Ruleset) -> None:
    for number, (match, _) in enumerate(positions(ruleset, 5)):
        seat = number % ruleset.players
        seen = view(match, seat)
        made = State.from_view(seen, seed=number)
        assert view(replace(match, round=made.round(ruleset)), seat) == seen


def test_a_spectators_view_is_not_enough() -> None:
    with pytest.raises(Refused, match="spectator"):
        State.from_view(view(match_after(SECOND, 0, 3), None))


@every_ruleset
def test_bytes_hold_everything(ruleset: Ruleset) -> None:
    for _, state in positions(ruleset, 6):
        again = State.from_bytes(state.to_bytes())
        assert again == state
        assert again.legal() == state.legal()


def test_a_clone_goes_its_own_way() -> None:
    state = State.from_seed(SECOND, SEED, 0, 0)
    other = state.clone()
    assert isinstance(other, State)
    other.step(other.legal()[0])
    assert other != state
    assert not state.actions


@every_ruleset
def test_pickles_and_copies_are_equal_and_independent(ruleset: Ruleset) -> None:
    for _, state in positions(ruleset, 3):
        for other in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):  # noqa: S301  (ours)
            assert isinstance(other, State)
            assert other == state
            if not other.is_over:
                other.step(other.legal()[0])
                assert other != state


def test_a_state_says_when_it_is_over_and_what_it_returns() -> None:
    state = State.from_seed(SECOND, SEED, 0, 0)
    assert not state.is_over
    with pytest.raises(Refused):
        _ = state.returns
    end = state.playout(1)
    assert end.is_over
    assert sum(end.returns) == pytest.approx(0)
    assert end.returns[0] == pytest.approx(end.scores[0] - sum(end.scores[1:]) / 3)


def test_repr_shows_the_situation_and_no_cards() -> None:
    state = State.from_seed(SECOND, SEED, 0, 0)
    assert repr(state) == "<State 4 players, draft, seat 1 to act, 0 actions, won (0, 0, 0, 0)>"
    assert all(repr(world) == repr(state) for world in state.sample_worlds(1, 1, 5))
    assert f"over, scores {state.playout(1).scores}" in repr(state.playout(1))


def test_a_state_can_be_changed_and_so_not_hashed() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(State.from_seed(SECOND, SEED, 0, 0))


@every_ruleset
def test_a_playout_ends_after_the_right_number_of_decisions(ruleset: Ruleset) -> None:
    start = State.from_seed(ruleset, SEED, 0, 0)
    end = start.playout(1)
    assert end == start.playout(1)
    assert len(end.actions) == decisions_of(ruleset)
    assert end.to_act is None
    assert sum(end.won) == ruleset.tricks
    assert end.legal() == []
    decisions, points = start.playouts(10, 1)
    assert decisions == 10 * len(end.actions)
    assert len(points) == ruleset.players


@every_ruleset
def test_a_playout_keeps_the_cores_rules(ruleset: Ruleset) -> None:
    """Playouts have their own loop, so the referee plays them again: whole rounds, and from anywhere."""
    for seed in range(12):
        start = State.from_seed(ruleset, seed_from_number(seed), 0, 0)
        while start.to_act is not None:
            end = start.playout(seed)
            again = end.round(ruleset)
            assert end.won == again.won
            assert end.scores == tuple(score.total for score in again.score)
            assert start.playouts(1, seed)[1] == end.scores
            for action in end.actions[len(start.actions) :][: seed + 1]:
                start.step(action)


def test_a_playout_draws_every_legal_action_about_equally_often() -> None:
    start = State.from_seed(SECOND, SEED, 0, 0)
    legal = start.legal()
    firsts = [start.playout(seed).actions[0] for seed in range(4000)]
    expected = len(firsts) / len(legal)
    chi_square = sum((firsts.count(action) - expected) ** 2 / expected for action in legal)
    assert chi_square < 3 * len(legal)  # some ten standard deviations above what is expected


BAD: dict[str, Callable[[], object]] = {
    "no such action": lambda: State.from_seed(SECOND, SEED, 0, 0).step(161),
    "a negative action": lambda: State.from_seed(SECOND, SEED, 0, 0).step(-1),
    "a huge action": lambda: State.from_seed(SECOND, SEED, 0, 0).step(1 << 80),
    "an action of another phase": lambda: State.from_seed(SECOND, SEED, 0, 0).step(91),
    "an action when all is over": lambda: State.from_seed(SECOND, SEED, 0, 0).playout(1).step(0),
    "no such dealer": lambda: State.from_seed(SECOND, SEED, 0, 4),
    "no such round": lambda: State.from_seed(SECOND, SEED, -1, 0),
    "scores too early": lambda: State.from_seed(SECOND, SEED, 0, 0).scores,
    "worlds of an empty seat": lambda: State.from_seed(SECOND, SEED, 0, 0).count_worlds(4),
    "an observation of an empty seat": lambda: State.from_seed(SECOND, SEED, 0, 0).observe(-1),
    "a seed too large": lambda: State.from_seed(SECOND, SEED, 0, 0).playout(1 << 64),
    "too few rules": lambda: State.deal_seed(b"\4", SEED, 0, 0),
    "no bytes": lambda: State.from_bytes(b""),
    "other rules": lambda: State.from_seed(SECOND, SEED, 0, 0).round(RULESETS[0]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_in_words(name: str) -> None:
    with pytest.raises(Refused) as refused:
        BAD[name]()
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize("position", range(14))
def test_rules_that_cannot_be_played_are_refused(position: int) -> None:
    rules = bytearray(rules_bytes(SECOND))
    rules[position] = 99
    if position >= 10:  # zero dice that nobody can take do no harm, and points may be what they like
        assert State.deal_seed(bytes(rules), SEED, 0, 0).rules == rules
        return
    with pytest.raises(Refused, match="rules the kernel cannot play"):
        State.deal_seed(bytes(rules), SEED, 0, 0)


def given(**changes: Any) -> State:
    good = deal(SECOND, SEED, 0, 0)
    parts: dict[str, Any] = {
        "dealer": 0,
        "hands": [card_mask(hand) for hand in good.cards],
        "aside": 0,
        "drawn": State.from_seed(SECOND, SEED, 0, 0).drawn,
        "pool": State.from_seed(SECOND, SEED, 0, 0).pool,
        "actions": b"",
    } | changes
    return State.deal_given(rules_bytes(SECOND), *parts.values())


def test_the_good_deal_is_taken() -> None:
    assert given() == State.from_seed(SECOND, SEED, 0, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer": 4},
        {"hands": [0, 0, 0, 0]},
        {"hands": [0]},
        {"hands": [card_mask(deal(SECOND, SEED, 0, 0).cards[0])] * 4},
        {"hands": [1 << 50] * 4},
        {"hands": [-1] * 4},
        {"aside": 1},
        {"drawn": (b"\0\0",) * 3},
        {"drawn": (b"\0\0", b"\0\0", b"\0\0", b"\0")},
        {"drawn": (b"\0\0",) * 4},
        {"pool": b"\0" * 13},
        {"pool": b"\x1e" * 13},
        {"pool": b""},
        {"actions": b"\x5b"},
        {"actions": b"\xff"},
    ],
    ids=str,
)
def test_impossible_deals_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        given(**changes)


@pytest.mark.parametrize("damage", range(0, 150, 7))
def test_damaged_bytes_are_refused_or_a_possible_round(damage: int) -> None:
    data = bytearray(match_state().to_bytes())
    data[damage % len(data)] ^= 0x15
    try:
        state = State.from_bytes(bytes(data))
    except Refused:
        return
    assert state.to_bytes() == data


def match_state() -> State:
    return State.from_round(match_after(SECOND, 1, 30).round)


def test_only_what_it_says_it_is_is_taken() -> None:
    with pytest.raises(TypeError):
        State()
    with pytest.raises(TypeError):
        State.from_seed(SECOND, SEED, 0, 0).step("take dR1")  # type: ignore[arg-type]  # what is refused here
    with pytest.raises(TypeError):
        State.deal_seed(rules_bytes(SECOND), SEED)  # type: ignore[call-arg]  # the same

"""The kernel in WebAssembly chooses as the native one does: the same reports, number for number."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from nokosu.bots import registry
from nokosu.bots.neural.bot import network
from nokosu.bots.search import club_weights
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.kernel import champion, fields, judge
from nokosu.kernel._kernel import RULE_FIELDS
from nokosu.kernel.requests import (
    KernelRequest,
    champion_report,
    champion_request,
    numbers_of,
    policy_answer,
    policy_request,
    search_report,
    search_request,
)
from nokosu.kernel.search import Settings, search
from nokosu.kernel.state import State
from nokosu.local import bots
from tests.kernel.in_wasm import BUILT, InWasm, RefusedThere, in_wasm
from tests.kernel.positions import RULESETS, positions

pytestmark = pytest.mark.skipif(
    not BUILT, reason="the kernel is not compiled for WebAssembly here: install the extra `wasm`, then `make web`"
)
NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
ROUNDS = 40 if NIGHTLY else 1
SIMULATIONS = 40
PLAIN = Settings(worlds=40)
SOLVED = Settings(worlds=40, endgame=2)


@pytest.fixture(scope="module")
def there() -> Iterator[InWasm]:
    with in_wasm() as running:
        yield running


def seen() -> Iterator[tuple[int, View]]:
    """Every decision of random rounds by all rules, numbered."""
    number = 0
    for ruleset in RULESETS:
        for game in range(ROUNDS):
            for match, _ in positions(ruleset, game):
                if len(match.legal()) > 1:
                    number += 1
                    yield number, view(match, match.to_act)


def differences(there: InWasm, native: Settings | None = None) -> Iterator[int]:
    """Positions where the reports of the search differ in any number; the last tricks of some are solved."""
    for number, each in seen():
        club, chosen = club_weights(each.ruleset.players), SOLVED if number % 2 else PLAIN
        order = search_request(each, club=club, seed=number, simulations=SIMULATIONS, settings=chosen)
        other = search_report(there(order))
        here = search(each, club=club, seed=number, simulations=SIMULATIONS, settings=native or chosen)
        if replace(other, seconds=0.0) != replace(here, seconds=0.0):
            yield number


def test_searches_agree_at_every_decision_by_all_rules(there: InWasm) -> None:
    assert sum(1 for _ in seen()) > 200
    assert list(differences(there)) == []


def test_a_planted_difference_is_found(there: InWasm) -> None:
    assert any(differences(there, replace(PLAIN, rollout_temperature=1.01)))


def test_the_network_and_the_champion_agree(there: InWasm) -> None:
    for number, each in seen():
        settings = champion.Settings(tricks=number // 9 % 3, deeper=number // 9 % 2, hopeless=0.001 * (number % 4))
        if number % (1 if NIGHTLY else 9):
            continue
        assert each.seat is not None
        state = State.from_view(each)
        logits, order = policy_answer(there(policy_request(each)))
        assert list(logits) == list(network().said(state.observe(each.seat))[0].actions)
        assert bytes(order) == state.colour_order(each.seat)
        assert _on_a_device(there, "nori", each) == str(registry.make("nori").choose(each, Stream(bytes(32), "bot")))
        match = later(each, number)
        other = champion_report(there(champion_request(match, seed=number, worlds=2, settings=settings)))
        here = champion.look_ahead(match, network(), seed=number, worlds=2, settings=settings)
        assert replace(other, seconds=0.0) == replace(here, seconds=0.0)


def test_the_judge_agrees(there: InWasm) -> None:
    """To rounding. The planted difference: with another seed, most answers differ."""
    told_apart = 0
    for number, each in seen():
        if number % (1 if NIGHTLY else 19):
            continue
        settings = judge.Settings(worlds=6, playouts=1, tricks=number % 3, endgame=3, by_club=number % 2 == 0)
        for club in (club_weights(each.ruleset.players), None):
            for known in (True, False) if club else (True,):
                order = judge.judge_request(later(each, number), seed=5, settings=settings, club=club, network=known)
                other = judge.judge_request(later(each, number), seed=6, settings=settings, club=club, network=known)
                said = numbers_of(there(order))
                assert said == pytest.approx(numbers_of(judge.answer(order, network())), rel=1e-5, abs=1e-5)
                told_apart += said != pytest.approx(numbers_of(judge.answer(other, network())), rel=1e-5, abs=1e-5)
    assert told_apart > 20


def test_a_round_that_is_followed_agrees(there: InWasm) -> None:
    *_, (match, _state) = positions(RULESETS[0], 1)
    over = match.round.apply(match.legal()[0])
    for known in (True, False):
        order = judge.follow_request(over, 0, seed=1, playouts=2, match=(), network=known)
        assert there(order) == judge.answer(order, network())


def later(seen: View, number: int) -> View:
    """The same position later in a match, or in a match of one round."""
    totals = tuple(number * seat % 37 for seat in range(1, seen.ruleset.players + 1))
    return replace(seen, rounds=number % 5 + 1, round=number % 5 * (number % 2), totals=totals)


def test_totals_that_are_left_out_are_found(there: InWasm) -> None:
    """The planted difference: the champion there knows the match, the one here does not."""
    seen_later = (later(each, number) for number, each in seen() if number % 5 == 3 and number % 9 == 0)
    for number, each in enumerate(seen_later):
        other = champion_report(there(champion_request(each, seed=number, worlds=2, settings=champion.Settings())))
        here = champion.look_ahead(replace(each, rounds=1), network(), seed=number, worlds=2)
        if [line.worth for line in other.lines] != [line.worth for line in here.lines]:
            return
    raise AssertionError("no difference found")


def _on_a_device(there: InWasm, name: str, seen: View) -> str:
    thinking = bots.choose(name, seen, bytes(32))
    try:
        order = next(thinking)
        while True:
            order = thinking.send(there(order))
    except StopIteration as decided:
        return str(decided.value)


def test_a_time_limit_holds_and_what_cannot_be_done_is_refused(there: InWasm) -> None:
    _, first = next(seen())
    club = club_weights(first.ruleset.players)
    timed = search_request(first, club=club, seed=1, seconds=0.02, settings=Settings())
    assert search_report(there(timed)).simulations > 0
    with pytest.raises(RefusedThere, match="too early"):
        there(KernelRequest("search", timed.data[:-8]))
    assert search_report(there(timed)).simulations > 0


def test_rules_cross_in_the_order_that_the_kernel_states() -> None:
    assert fields.RULE_FIELDS == RULE_FIELDS

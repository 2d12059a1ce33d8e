"""The sequential test: its answers, its error rates, and that they do not depend on how a run went."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from nokosu.arena.play import play_unit
from nokosu.arena.processes import Runner
from nokosu.arena.report import to_json
from nokosu.arena.result import UnitResult
from nokosu.arena.run import run
from nokosu.arena.sprt import LEAST_DEALS, Rule, Sequential, UntilSure, Verdict
from nokosu.arena.store import Results
from nokosu.arena.unit import DEALS_PER_UNIT, Plan, Unit

RULE = Rule(points=1.0, error=0.05)


def wrong(true: float, right: Iterable[Verdict], rule: Rule = RULE) -> float:
    """The share of answers that are not among the right ones."""
    chance, trials = Random(7), 300
    found = Counter[Verdict]()
    for _ in range(trials):
        test = Sequential(rule)
        while test.verdict is Verdict.OPEN and test.deals < 5000:
            test.add(chance.gauss(true, 3) for _ in range(DEALS_PER_UNIT))
        found[test.verdict] += 1
    return 1 - sum(found[each] for each in right) / trials


@pytest.mark.parametrize(
    ("true", "right"),
    [
        (0.0, [Verdict.EQUAL]),
        (1.0, [Verdict.BETTER]),
        (-1.0, [Verdict.WORSE]),
        (0.4, [Verdict.BETTER, Verdict.EQUAL]),
        (-3.0, [Verdict.WORSE]),
    ],
)
def test_answers_are_wrong_no_more_often_than_stated(true: float, right: list[Verdict]) -> None:
    assert wrong(true, right) <= RULE.error + 0.02


def test_planted_bounds_that_are_too_close_are_found_out() -> None:
    assert wrong(0.0, [Verdict.EQUAL], Rule(points=1.0, error=0.3)) > RULE.error + 0.02


def test_no_answer_from_few_deals() -> None:
    test = Sequential(RULE)
    assert test.add([50.0, 51.0] * (LEAST_DEALS // 2 - 1)) is Verdict.OPEN
    assert test.add([50.0, 51.0]) is Verdict.BETTER
    assert (test.deals, round(test.mean, 3)) == (LEAST_DEALS, 50.5)


@pytest.mark.parametrize(("value", "answer"), [(0.0, Verdict.EQUAL), (2.0, Verdict.BETTER), (-2.0, Verdict.WORSE)])
def test_bots_without_any_spread(value: float, answer: Verdict) -> None:
    assert Sequential(RULE).add([value] * LEAST_DEALS) is answer


def test_an_answer_stays() -> None:
    test = Sequential(RULE)
    test.add([2.0, 3.0] * LEAST_DEALS)
    assert test.add([-9.0, -8.0] * 500) is Verdict.BETTER


# The same bot under two names: that test ends early. The others, with so small a difference, go on to the end.
SMALL = Rule(points=0.2, error=0.05)
PLAN = Plan(("greedy", "random", "random "), "second", 3, rounds=3 * 40, seed=5)


@cache
def played(unit: Unit) -> UnitResult:
    """A unit's result follows from its description, so each is played once."""
    return play_unit(unit, keep_records=True)


def backwards(units: Iterable[Unit]) -> Iterator[UnitResult]:
    """Far ahead of what counts, in the wrong order."""
    for unit in reversed(list(units)):
        yield played(unit)


def one_by_one(units: Iterable[Unit]) -> Iterator[UnitResult]:
    for unit in units:
        yield played(unit)


def outcome(plan: Plan, *, runner: Runner = one_by_one, results: Results | None = None) -> tuple[object, list[str]]:
    records: list[str] = []
    until = UntilSure(plan, SMALL)
    tally = run(plan, runner, until=until, results=results, write_record=records.append)
    found = json.loads(json.dumps(to_json(plan, tally, until)))
    return [{k: v for k, v in pair.items() if not k.startswith("ms_")} for pair in found["pairs"]] + [
        found["until_sure"],
        found["ranking"],
    ], records


def test_the_same_answers_and_records_in_whatever_order_units_come() -> None:
    assert outcome(PLAN, runner=backwards) == outcome(PLAN)


def test_every_round_that_counts_has_its_record() -> None:
    """Also those of a match-up that goes on after another has ended."""
    found, records = outcome(PLAN)
    assert isinstance(found, list)
    rounds = [pair["rounds"] for pair in found[:6]]
    assert rounds == [120, 120, 120, 90, 120, 90]
    assert len(records) == sum(rounds)


def test_an_interrupted_run_goes_on_to_the_same_answers(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    def stops(units: Iterable[Unit]) -> Iterator[UnitResult]:
        for number, unit in enumerate(units):
            if number == 17:
                raise Interrupted
            yield played(unit)

    results = Results(tmp_path / "results.jsonl", "code", "digest")
    with pytest.raises(Interrupted):
        outcome(PLAN, runner=stops, results=results)
    assert outcome(PLAN, results=results) == outcome(PLAN)


def test_results_beyond_the_answer_do_not_count(tmp_path: Path) -> None:
    """A file in which all was played to the end gives the same answers as one that stopped."""
    results = Results(tmp_path / "results.jsonl", "code", "digest")
    run(PLAN, backwards, results=results)
    assert outcome(PLAN, results=results) == outcome(PLAN)


def test_decided_match_ups_are_not_played_on() -> None:
    units_played: list[Unit] = []

    def remembers(units: Iterable[Unit]) -> Iterator[UnitResult]:
        for unit in units:
            units_played.append(unit)
            yield played(unit)

    outcome(PLAN, runner=remembers)
    assert (
        max(unit.first_deal for unit in units_played if "greedy" not in (unit.a, unit.b))
        == LEAST_DEALS - DEALS_PER_UNIT
    )


def test_a_bot_that_fails_gets_no_answer() -> None:
    def failing(units: Iterable[Unit]) -> Iterator[UnitResult]:
        for unit in units:
            result = played(unit)
            yield replace(result, rounds=tuple(replace(one, failed=(0,), why=("died",)) for one in result.rounds))

    plan = replace(PLAN, bots=("random", "greedy"))
    until = UntilSure(plan, RULE)
    run(plan, failing, until=until)
    (test,) = until.tests.values()
    assert (test.verdict, test.deals) == (Verdict.FAILED, LEAST_DEALS)

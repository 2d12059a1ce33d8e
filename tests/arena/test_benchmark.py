"""The fixed benchmark: its deals, opponents and rules never change, and its score is the mean over all opponents."""

import pytest

from nokosu.arena import benchmark
from nokosu.arena.play import play_unit
from nokosu.arena.tally import Tally
from nokosu.arena.unit import deal_seed

RULES = "29843c1ac963"


def played(bot: str, deals: int = 2) -> tuple[benchmark.Benchmark, Tally]:
    plan = benchmark.benchmark(bot, "mine", deals, deal_set="dev", move_ms=1000)
    tally = Tally(plan.matchups)
    for unit in plan.units():
        if not unit.b.startswith("search:"):  # slow, and nothing is different about it
            tally.add(play_unit(unit))
    return plan, tally


def test_nothing_about_it_changes() -> None:
    plan = benchmark.benchmark("club", "club", benchmark.DEALS, deal_set="test", move_ms=1000)
    assert (benchmark.FORMAT, benchmark.OPPONENTS) == ("nokosu-benchmark/1", ("random", "greedy", "club", "search:200"))
    assert (plan.edition, plan.players, plan.deals, plan.seed) == ("second", 4, 250, 7_200_001)
    assert benchmark.DEAL_SETS == {"dev": 7_100_001, "test": 7_200_001}
    assert plan.ruleset.digest.startswith(RULES)
    assert deal_seed(plan.seed, 0).hex().startswith("03c6b806")


def test_the_references_play_as_they_did_when_it_was_made() -> None:
    """The first deal against `random`; over all deals they gave the margins of docs/benchmarks/benchmark.json."""
    plan = benchmark.benchmark("random", "mine", 1, deal_set="test", move_ms=100_000)
    tally = Tally(plan.matchups)
    for unit in plan.units():
        tally.add(play_unit(unit))
    found = {plan.called[pair.b]: [round(3 * each) for each in pair.margins[0]] for pair in tally.pairs}
    assert found == {
        "random": [-36, -24, -20, 80],
        "greedy": [-40, -2, -2, 2],
        "club": [-36, -42, -42, -24],
        "search:200": [-40, -46, -50, -56],
    }
    assert [each["bot"] for each in opponents(plan, tally)] == list(benchmark.OPPONENTS), "reports have their names"


def opponents(plan: benchmark.Benchmark, tally: Tally) -> list[dict[str, object]]:
    found: list[dict[str, object]] = benchmark.report(plan, tally, "test")["opponents"]  # type: ignore[assignment]  # JSON
    return found


def test_only_the_bot_plays_alone() -> None:
    plan = benchmark.benchmark("random", "mine", 1, deal_set="dev", move_ms=1000)
    assert plan.matchups == tuple(("random", opponent) for opponent in benchmark.REFERENCES)
    assert {unit.a for unit in plan.units()} == {"random"}


def test_the_score_is_the_mean_of_the_margins() -> None:
    plan, tally = played("greedy")
    margins = [pair.margin.mean for pair in tally.pairs if pair.rounds and pair.margin]
    found = benchmark.score_of(pair for pair in tally.pairs if pair.rounds)
    assert found is not None
    assert found.mean == pytest.approx(sum(margins) / len(margins))
    assert found.low is not None
    assert found.low < found.mean
    assert benchmark.report(plan, tally, "dev")["bot"] == "mine"

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
        if unit.b != "search:200":  # slow, and nothing is different about it
            tally.add(play_unit(unit))
    return plan, tally


def test_nothing_about_it_changes() -> None:
    plan = benchmark.benchmark("club", "club", benchmark.DEALS, deal_set="test", move_ms=1000)
    assert (benchmark.FORMAT, benchmark.OPPONENTS) == ("nokosu-benchmark/1", ("random", "greedy", "club", "search:200"))
    assert (plan.edition, plan.players, plan.deals, plan.seed) == ("second", 4, 250, 7_200_001)
    assert benchmark.DEAL_SETS == {"dev": 7_100_001, "test": 7_200_001}
    assert plan.ruleset.digest.startswith(RULES)
    assert deal_seed(plan.seed, 0).hex().startswith("03c6b806")


def test_only_the_bot_plays_alone() -> None:
    plan = benchmark.benchmark("random", "mine", 1, deal_set="dev", move_ms=1000)
    assert plan.matchups == tuple(("random", opponent) for opponent in benchmark.OPPONENTS)
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

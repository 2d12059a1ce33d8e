import json
import logging
import sys
from pathlib import Path

import pytest

from nokosu.arena.play import play_unit
from nokosu.arena.processes import ArenaError, in_processes
from nokosu.arena.result import PlayedRound, UnitResult
from nokosu.arena.tally import Tally
from nokosu.arena.unit import Plan, Unit, deal_seed
from nokosu.bots.log import MOST_LOG
from nokosu.core.deal import first_dealer
from nokosu.record.codec import decode
from nokosu.record.verify import verify
from tests.builders import rules

PROGRAMS = Path(__file__).parent.parent / "bots/programs"
FIRST = f"cmd:{sys.executable} {PROGRAMS / 'good.py'}"
ILLEGAL = f"cmd:{sys.executable} {PROGRAMS / 'misbehaves.py'} illegal"
KILLER = f"cmd:{sys.executable} {Path(__file__).parent / 'programs/kills_its_host.py'}"


def without_times(result: UnitResult) -> dict[str, object]:
    data = result.to_json()
    del data["times"]
    return data


def test_every_match_up_both_ways_on_the_same_deals() -> None:
    plan = Plan(("x", "y", "z"), "second", 4, rounds=42, seed=1)
    assert plan.deals == 11
    units = list(plan.units())
    for pair in (("x", "y"), ("y", "x"), ("x", "z"), ("z", "x"), ("y", "z"), ("z", "y")):
        mine = [unit for unit in units if (unit.a, unit.b) == pair]
        assert [deal for unit in mine for deal in unit.deal_numbers] == list(range(11))
    assert len({unit.key for unit in units}) == len(units)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_sits_in_every_seat_of_every_deal(players: int) -> None:
    result = play_unit(Unit("random", FIRST, "second", players, 7, 3, 2), keep_records=True)
    assert [(row.deal, row.seat) for row in result.rounds] == [(d, s) for d in (3, 4) for s in range(players)]
    assert result.records is not None
    records = [decode(line) for line in result.records]
    assert all(verify(record) is None for record in records)
    for row, record in zip(result.rounds, records, strict=True):
        assert [seat.name for seat in record.seats].index("random") == row.seat
        assert record.totals == row.scores
        assert record.rounds[0].deal == records[players * (row.deal - 3)].rounds[0].deal
    assert result.times_a.moves > 0
    assert result.times_b.moves > result.times_a.moves


def test_M1_the_dealer_varies() -> None:
    dealers = {first_dealer(rules(4), deal_seed(1, deal)) for deal in range(40)}
    assert dealers == {0, 1, 2, 3}


def test_a_unit_is_a_function_of_its_description() -> None:
    """Here, again here, in another process, and through JSON: the same rounds and records."""
    units = [Unit("random", FIRST, "manual", 3, 5, first, 1) for first in range(2)]
    here = [without_times(play_unit(unit, keep_records=True)) for unit in units]
    assert [without_times(play_unit(unit, keep_records=True)) for unit in units] == here
    elsewhere = sorted(in_processes(units, 2, keep_records=True), key=lambda result: result.unit.first_deal)
    assert [without_times(result) for result in elsewhere] == here
    copied = [UnitResult.from_json(json.loads(json.dumps(result.to_json()))) for result in elsewhere]
    assert copied == elsewhere


def test_another_seed_gives_other_rounds() -> None:
    one, other = (play_unit(Unit("random", FIRST, "second", 3, seed, 0, 1)) for seed in (1, 2))
    assert one.rounds != other.rounds


def test_margin_is_own_score_minus_the_mean_of_the_others() -> None:
    row = PlayedRound(0, 1, scores=(10, 33, 2, 3), won=(3, 3, 4, 4), left=(2, 3, None, 1))
    assert row.margin == pytest.approx(33 - 5)
    assert [row.made(seat) for seat in range(4)] == [False, True, False, False]


def test_the_tally_keeps_the_sides_apart() -> None:
    unit = Unit("x", "y", "second", 3, 1, 0, 1)
    rows = (
        PlayedRound(0, 0, scores=(43, 3, 2), won=(3, 3, 2), left=(3, 1, None)),
        PlayedRound(0, 1, scores=(30, 4, 2), won=(0, 4, 2), left=(None, 1, 3)),
        PlayedRound(0, 2, scores=(2, 2, 10), won=(2, 2, 0), left=(3, 3, None)),
    )
    tally = Tally([("x", "y"), ("y", "x")])
    pair = tally.add(UnitResult(unit, rows))
    assert tally.pairs == (pair,)
    a, b = pair.side_a, pair.side_b
    assert (a.seats, a.points, a.tricks, a.made, a.zeros, a.zeros_made, a.failures) == (3, 57, 7, 2, 1, 1, 0)
    assert (b.seats, b.points, b.tricks, b.made, b.zeros, b.zeros_made, b.failures) == (6, 41, 11, 1, 2, 1, 0)
    shown = pair.to_json()
    assert shown["margin"] == pytest.approx((40.5 - 12 + 8) / 3, abs=1e-4)
    assert (shown["made_a"], shown["zero_made_b"], shown["rounds"]) == (pytest.approx(0.6667), 0.5, 3)


def test_a_bot_that_fails_is_counted_and_the_round_goes_on() -> None:
    result = play_unit(Unit("random", ILLEGAL, "second", 3, 1, 0, 1))
    assert [row.failed for row in result.rounds] == [(1, 2), (0, 2), (0, 1)]
    assert [row.why for row in result.rounds] == [("illegal", "illegal")] * 3


def test_a_margin_with_many_failures_is_no_result() -> None:
    """The bot that plays on for one that crashes may be better than it ever was."""
    unit = Unit("x", "y", "second", 3, 1, 0, 100)
    good = PlayedRound(0, 0, scores=(43, 3, 2), won=(3, 3, 2), left=(3, 1, None))
    bad = PlayedRound(0, 1, scores=(30, 4, 2), won=(0, 4, 2), left=(None, 1, 3), failed=(1,), why=("died",))
    few, many = (Tally([("x", "y")]).add(UnitResult(unit, (good,) * (100 - n) + (bad,) * n)) for n in (1, 2))
    assert few.margin is not None
    assert few.to_json()["failures_a"] == 1
    assert many.margin is None
    shown = many.to_json()
    assert [shown[key] for key in ("margin", "low", "high")] == [None, None, None]
    assert (shown["failures_a"], shown["why_a"], shown["failures_b"]) == (2, {"died": 2}, 0)


def test_each_kind_of_failure_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "nokosu.bots"):
        play_unit(Unit("random", f"cmd:{sys.executable} -c 'raise SystemExit(7)'", "second", 3, 1, 0, 2))
    assert [record.message.partition(": ")[2] for record in caplog.records] == [
        "cmd is replaced by club: not-ready: died: it ended with exit code 7"
    ]


def test_all_matches_of_a_program_share_one_limited_log(capfd: pytest.CaptureFixture[str]) -> None:
    play_unit(Unit("random", f"cmd:{sys.executable} {PROGRAMS / 'logs.py'}", "second", 3, 1, 0, 1))
    logged = capfd.readouterr().err
    assert 0 < logged.count("x") <= MOST_LOG
    assert logged.count("the rest was dropped") == 1


def test_equals_have_no_margin_over_each_other() -> None:
    """A planted advantage of one seat would cancel out: everybody sits everywhere."""
    rows = play_unit(Unit("random", "random", "second", 4, 3, 0, 5)).rounds
    by_deal: dict[int, list[PlayedRound]] = {}
    for row in rows:
        by_deal.setdefault(row.deal, []).append(row)
    for played in by_deal.values():
        # Equal bots with equal chance play the same round from every seat: margins of a deal sum to nothing.
        assert len({row.scores for row in played}) == 1
        assert sum(row.margin for row in played) == pytest.approx(0)


def test_a_worker_that_is_killed_ends_the_run_in_words(tmp_path: Path) -> None:
    units = [Unit("random", f"{KILLER} {tmp_path / 'mark'}", "second", 3, 1, first, 1) for first in range(2)]
    with pytest.raises(ArenaError, match="was killed"):
        list(in_processes(units, 2, keep_records=False))

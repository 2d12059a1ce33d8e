import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nokosu.arena.play import play_unit
from nokosu.arena.processes import ArenaError
from nokosu.arena.result import UnitResult
from nokosu.arena.run import Progress, run
from nokosu.arena.store import Finished, Results
from nokosu.arena.unit import DEALS_PER_UNIT, Plan, Unit

# The same bot under two names: what is tested here is the bookkeeping.
PLAN = Plan(("random", "random "), "second", 3, rounds=3 * DEALS_PER_UNIT * 2, seed=1)


class Interrupted(Exception):
    pass


class Player:
    """Plays here and remembers what; goes away after so many units."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.played: list[Unit] = []

    def __call__(self, units: Iterable[Unit]) -> Iterator[UnitResult]:
        for unit in units:
            if len(self.played) == self.most:
                raise Interrupted
            self.played.append(unit)
            yield play_unit(unit, keep_records=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_an_interrupted_run_goes_on_where_it_was(file: Path) -> None:
    whole: list[str] = []
    expected = run(PLAN, Player(), write_record=whole.append)
    results = Results(file, "code", "digest")
    first = Player(most=1)
    with pytest.raises(Interrupted):
        run(PLAN, first, results=results, write_record=lambda _: None)
    second, lines, steps = Player(), list[str](), list[Progress]()
    tally = run(PLAN, second, results=results, write_record=lines.append, watch=steps.append)
    assert len(first.played) == 1
    assert first.played + second.played == list(PLAN.units())
    assert lines == whole
    assert [pair.margin for pair in tally.pairs] == [pair.margin for pair in expected.pairs]
    assert [(step.done, step.total) for step in steps] == [(n, 4) for n in range(1, 5)]
    third = Player(most=0)
    run(PLAN, third, results=results)
    assert third.played == []


def test_a_line_that_a_crash_cut_off_is_played_again(file: Path) -> None:
    results = Results(file, "code", "digest")
    run(PLAN, Player(), results=results)
    text = file.read_bytes()
    file.write_bytes(text[:-100])
    again = Player()
    run(PLAN, again, results=results)
    assert again.played == list(PLAN.units())[-1:]
    assert len(results.load(PLAN.units(), with_records=True).units) == 4
    assert file.read_bytes().startswith(text[:-100])


@pytest.mark.parametrize("garbage", [b"nonsense\n", b"[]\n", b'{"format": 1}\n', b"\xff\xfe\n", b"\n"])
def test_lines_that_are_no_results_are_passed_over(file: Path, garbage: bytes) -> None:
    file.write_bytes(garbage)
    results = Results(file, "code", "digest")
    run(PLAN, Player(), results=results)
    assert len(results.load(PLAN.units(), with_records=True).units) == 4


@pytest.mark.parametrize(("code", "digest"), [("other", "digest"), ("code", "other")])
def test_what_other_code_or_rules_played_does_not_count(file: Path, code: str, digest: str) -> None:
    run(PLAN, Player(), results=Results(file, "code", "digest"))
    assert Results(file, code, digest).load(PLAN.units(), with_records=False).units == {}


def test_a_unit_without_the_records_that_are_wanted_is_played_again(file: Path) -> None:
    results = Results(file, "code", "digest")
    unit = next(PLAN.units())
    results.append(play_unit(unit))
    assert list(results.load([unit], with_records=False).units) == [unit.key]
    assert results.load([unit], with_records=True).units == {}


def test_results_of_a_program_that_has_changed_do_not_count(file: Path) -> None:
    results = Results(file, "code", "digest")
    old = replace(PLAN, versions=("", "old"))
    run(old, Player(), results=results)
    new = replace(PLAN, versions=("", "new"))
    again, told = Player(), list[Finished]()
    run(new, again, results=results, tell=told.append)
    assert again.played == list(new.units())
    assert [(kept.outdated, kept.without_records) for kept in told] == [(4, 0)]
    assert len(results.load(old.units(), with_records=True).units) == 4


def test_lines_from_before_there_were_versions_count(file: Path) -> None:
    results = Results(file, "code", "digest")
    run(PLAN, Player(), results=results)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for line in lines:
        del line["unit"]["version_a"], line["unit"]["version_b"]
        for played in line["rounds"]:
            del played["why"]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    assert len(results.load(PLAN.units(), with_records=True).units) == 4


def test_it_is_told_how_many_units_lack_their_records(file: Path) -> None:
    results = Results(file, "code", "digest")
    units = list(PLAN.units())
    results.append(play_unit(units[0]))
    results.append(play_unit(units[1], keep_records=True))
    told: list[Finished] = []
    again = Player()
    run(PLAN, again, results=results, write_record=lambda _: None, tell=told.append)
    assert [(kept.outdated, kept.without_records) for kept in told] == [(0, 1)]
    assert again.played == [units[0], *units[2:]]


def test_a_full_disk_is_told_of_by_the_name_of_the_file(file: Path) -> None:
    file.symlink_to("/dev/full")
    with pytest.raises(ArenaError, match=r"Cannot write .*results.jsonl: No space left on device"):
        Results(file, "code", "digest").append(play_unit(next(PLAN.units())))


def test_records_come_in_the_order_of_the_plan() -> None:
    def backwards(units: Iterable[Unit]) -> Iterator[UnitResult]:
        return (play_unit(unit, keep_records=True) for unit in reversed(list(units)))

    forth, back = list[str](), list[str]()
    run(PLAN, Player(), write_record=forth.append)
    run(PLAN, backwards, write_record=back.append)
    assert forth == back

"""A whole run: finished units are not played again, and records come in the order of the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from nokosu.arena.processes import Runner
from nokosu.arena.result import UnitResult
from nokosu.arena.sprt import UntilSure
from nokosu.arena.store import Finished, Results
from nokosu.arena.tally import Pair, Tally
from nokosu.arena.unit import Plan, Unit


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run, and the match-up that has just advanced."""

    done: int
    total: int
    pair: Pair


def run(
    plan: Plan,
    runner: Runner,
    *,
    until: UntilSure | None = None,
    results: Results | None = None,
    write_record: Callable[[str], None] | None = None,
    watch: Callable[[Progress], None] = lambda _: None,
    tell: Callable[[Finished], None] = lambda _: None,
) -> Tally:
    """Play the unfinished units of a plan, or play until the tests are sure, and tally the results.

    `tell` receives what the results file had. The runner takes units one by one as it plays them, so it plays no more
    than needed.
    """
    units = list(plan.units())
    finished: Mapping[str, UnitResult] = {}
    if results:
        kept = results.load(units, with_records=write_record is not None)
        finished = kept.units
        tell(kept)
    tally = Tally(plan.matchups)
    wanted: Callable[[Unit], bool] = until.wants if until else lambda _: True
    records = _InOrder(units, write_record, wanted)
    done = 0

    def count(result: UnitResult) -> None:
        nonlocal done
        for counted, pair in until.add(result, tally) if until else ((result, tally.add(result)),):
            done += 1
            records.add(counted)
            watch(Progress(done, len(units), pair))

    def left() -> Iterator[Unit]:
        for unit in units:
            if not (finished and unit.key in finished) and wanted(unit):
                yield unit

    for unit in units if finished else ():
        if unit.key in finished:
            count(finished[unit.key])
    for result in runner(left()):
        if results:
            results.append(result)
        count(result)
    return tally


class _InOrder:
    """Records of units that come in any order, written in the order of the plan: the same file every time."""

    def __init__(self, units: list[Unit], write: Callable[[str], None] | None, wanted: Callable[[Unit], bool]) -> None:
        self._write = write
        self._wanted = wanted
        self._units = iter(units)
        self._next = next(self._units, None)
        self._waiting: dict[str, tuple[str, ...]] = {}

    def add(self, result: UnitResult) -> None:
        if self._write is None:
            return
        self._waiting[result.unit.key] = result.records or ()
        while self._next is not None:
            key = self._next.key
            if key not in self._waiting and self._wanted(self._next):
                return
            for line in self._waiting.pop(key, ()):
                self._write(line)
            self._next = next(self._units, None)

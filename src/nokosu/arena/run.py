"""A whole run: what is finished already is not played again, records come out in the order of the plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nokosu.arena.processes import Runner
from nokosu.arena.result import UnitResult
from nokosu.arena.store import Finished, Results
from nokosu.arena.tally import Pair, Tally
from nokosu.arena.unit import Plan


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, and the match-up that has just got on."""

    done: int
    total: int
    pair: Pair


def run(
    plan: Plan,
    runner: Runner,
    *,
    results: Results | None = None,
    write_record: Callable[[str], None] | None = None,
    watch: Callable[[Progress], None] = lambda _: None,
    tell: Callable[[Finished], None] = lambda _: None,
) -> Tally:
    """Play what is left of a plan and add everything up. `tell` hears what the results file had."""
    units = list(plan.units())
    finished: Mapping[str, UnitResult] = {}
    if results:
        kept = results.load(units, with_records=write_record is not None)
        finished = kept.units
        tell(kept)
    tally = Tally(plan.matchups)
    records = _InOrder([unit.key for unit in units], write_record)
    done = 0

    def count(result: UnitResult) -> None:
        nonlocal done
        done += 1
        records.add(result)
        watch(Progress(done, len(units), tally.add(result)))

    for result in finished.values():
        count(result)
    for result in runner([unit for unit in units if unit.key not in finished]):
        if results:
            results.append(result)
        count(result)
    return tally


class _InOrder:
    """Records of units that come in any order, written in the order of the plan: the same file every time."""

    def __init__(self, keys: list[str], write: Callable[[str], None] | None) -> None:
        self._write = write
        self._keys = iter(keys)
        self._next = next(self._keys, None)
        self._waiting: dict[str, tuple[str, ...]] = {}

    def add(self, result: UnitResult) -> None:
        if self._write is None:
            return
        self._waiting[result.unit.key] = result.records or ()
        while self._next is not None and self._next in self._waiting:
            for line in self._waiting.pop(self._next):
                self._write(line)
            self._next = next(self._keys, None)

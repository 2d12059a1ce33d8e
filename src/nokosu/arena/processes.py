"""Units in processes of this machine: bots hold the interpreter, so threads would gain nothing."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection

from nokosu.arena.play import play_unit
from nokosu.arena.result import UnitResult
from nokosu.arena.unit import Unit
from nokosu.core.errors import NokosuError
from nokosu.locale import t

Runner = Callable[[Iterable[Unit]], Iterator[UnitResult]]
"""Plays units, in whatever order they are done."""


class ArenaError(NokosuError):
    """Something that ends a run. The message is for people, on one line."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(units: Iterable[Unit], jobs: int, *, keep_records: bool) -> Iterator[UnitResult]:
    """As many units at a time as there are jobs; one job plays here."""
    if jobs == 1:
        for unit in units:
            yield play_unit(unit, keep_records=keep_records)
        return
    # Spawned, not forked: the kernel and a terminal's progress bar may have threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin) as pool:
        waiting: list[Future[UnitResult]] = [pool.submit(play_unit, unit, keep_records=keep_records) for unit in units]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except BrokenProcessPool:
            raise ArenaError(t("arena.worker-died")) from None
        finally:
            for future in waiting:
                future.cancel()


def _begin() -> None:
    """A worker goes when it is interrupted, without a word, and when the process that started it is gone."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)

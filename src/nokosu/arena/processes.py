"""Units in processes of this machine: bots hold the interpreter, so threads would gain nothing."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing import connection
from typing import Final, TypeVar

from nokosu.arena.play import play_unit
from nokosu.arena.result import UnitResult
from nokosu.arena.unit import Unit
from nokosu.bots.child_processes import kill_all
from nokosu.core.errors import NokosuError
from nokosu.locale import t

Item = TypeVar("Item")
Done = TypeVar("Done")

Runner = Callable[[Iterable[Unit]], Iterator[UnitResult]]
"""Plays units and yields results in any order. It takes units lazily: a result may make others unnecessary."""

AHEAD: Final = 2
"""Units handed out for each worker: one to play, one for when it is done."""


class ArenaError(NokosuError):
    """An error that ends a run. The message is one line for people."""


def cores() -> int:
    """Return the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(units: Iterable[Unit], jobs: int, *, keep_records: bool) -> Iterator[UnitResult]:
    """Play as many units at a time as there are jobs; a single job plays in this process."""
    return spread(partial(play_unit, keep_records=keep_records), units, jobs)


def spread(work: Callable[[Item], Done], items: Iterable[Item], jobs: int) -> Iterator[Done]:
    """Do the work for every item, in as many processes as there are jobs, and yield the results in any order.

    Items are taken lazily, a few ahead. A single job works in this process.
    """
    items = iter(items)
    first = list(islice(items, AHEAD * jobs if jobs > 1 else 0))
    if len(first) <= 1:
        for item in chain(first, items):
            yield work(item)
        return
    # Spawned, not forked: the kernel and a terminal's progress bar may have threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(first)), mp_context=context, initializer=_begin) as pool:

        def submit(item: Item) -> Future[Done]:
            return pool.submit(work, item)

        with _interrupts_wait():  # a worker that is still starting would print a traceback
            waiting = {submit(item) for item in first}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for finished in done:
                    yield finished.result()
                waiting |= {submit(item) for item in islice(items, len(done))}
        except BrokenProcessPool:
            raise ArenaError(t("arena.worker-died")) from None
        except BaseException:
            # Interrupted: do not wait for the workers. Once they are gone, the pool drops the remaining units.
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Defer Ctrl-C for a moment, here and in the processes started during it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make a worker exit quietly when it is interrupted or its parent process is gone."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _go(130))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go(code: int) -> None:
    """Exit at once and end the bot programs."""
    kill_all()
    os._exit(code)


def _go_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    _go(1)

"""The programs that this process has started, so that none of them outlives it.

Each is the leader of a process group, known by its number. A host that ends in an orderly way ends its programs itself;
for one that is interrupted or gives up, `kill_all` does.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_PATIENCE_SECONDS: Final = 1.0
_groups: set[int] = set()
_lock: Final = threading.RLock()


@contextmanager
def starting() -> Iterator[set[int]]:
    """While a program is started and added to the set, neither a signal nor `kill_all` comes between the two."""
    with _signals_wait(), _lock:
        yield _groups


def ended(group: int) -> None:
    """Forget a group whose processes have all ended."""
    _groups.discard(group)


def kill_group(group: int) -> None:
    """End a program and all that it started, at once. Never fails."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@atexit.register
def kill_all() -> None:
    """End every program of this process, for a host that must exit without cleaning up."""
    got = _lock.acquire(timeout=_PATIENCE_SECONDS)
    for group in list(_groups):
        kill_group(group)
    if got:
        _lock.release()


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Defer signals to this thread. A signal mask would not do: the program would inherit it."""
    came: list[int] = []
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    handled = {number: handler for number, handler in before.items() if callable(handler)}
    for number in handled:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)

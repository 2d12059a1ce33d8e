"""The one door: what an address may ask of this process, counted before anything else is done with it.

Each address has one account. What it costs (time of the event loop, bytes, connections, nonsense) is spent from it at
fixed rates; while an account is overdrawn, its connections wait, and beyond some patience they are refused. So one
address can have its share of the process and no more, whatever it sends, and others do not notice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from enum import IntEnum
from time import monotonic, thread_time
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeVar

from nokosu.server.config import Limits

PATIENCE_S: Final = 2.0
"""How long a request waits for its turn; one that would wait longer is refused."""
REQUEST_S: Final = 0.0003
"""Event-loop time to read and parse a request or a message; handlers, and what takes longer to parse, are measured."""
READ_S: Final = 0.00003
"""Event-loop time to be woken by a packet."""
STEP_S: Final = 0.002
"""How long one connection is parsed before others have their turn."""
_MOST_STEP_S: Final = 0.05
"""The most that one step of a handler costs: what is slow once, such as loading a module, is not the caller's fault."""
_MOST_ACCOUNTS: Final = 20_000
P = ParamSpec("P")
T = TypeVar("T")


class Cost(IntEnum):
    """What is counted."""

    LOOP = 0
    """Seconds of the event loop."""
    BYTES_IN = 1
    BYTES_OUT = 2
    CONNECTS = 3
    """New connections."""
    BROKEN = 4
    """Requests that are not HTTP."""


class Allowance(NamedTuple):
    """So much a second, and so much at once."""

    rate: float
    at_once: float


def allowances(limits: Limits) -> tuple[Allowance, ...]:
    """Return the table of limits of one address, in the order of Cost."""
    return (
        Allowance(limits.loop_ms_a_second / 1000, limits.loop_ms_a_second / 1000 / 5),
        Allowance(limits.bytes_in_a_second, limits.bytes_in_a_second * 4),
        Allowance(limits.bytes_out_a_second, limits.bytes_out_a_second * 5),
        Allowance(limits.connects_a_second, limits.connects_a_second * 10),
        Allowance(limits.broken_a_minute / 60, limits.broken_a_minute / 4),
    )


class Account:
    """What one address has spent: for each cost, the time at which all of it is paid off."""

    __slots__ = ("_allowances", "_clock", "_paid", "connections")

    def __init__(self, table: tuple[Allowance, ...], clock: Callable[[], float]) -> None:
        self._allowances = table
        self._clock = clock
        self._paid = [0.0] * len(table)
        self.connections = 0

    def spend(self, cost: Cost, amount: float) -> None:
        """Note a cost."""
        rate = self._allowances[cost].rate
        self._paid[cost] = max(self._paid[cost], self._clock()) + (amount / rate if rate else 1e9)

    def wait(self, *costs: Cost) -> float:
        """Return how long to wait until nothing is overdrawn; at most 0 if nothing is. All costs, or some."""
        now, most = self._clock(), -1.0
        for cost in costs or Cost:
            rate, at_once = self._allowances[cost]
            most = max(most, self._paid[cost] - now - (at_once / rate if rate else 0))
        return most

    @property
    def idle(self) -> bool:
        """Whether it is as good as new."""
        return not self.connections and max(self._paid) <= self._clock()


class Door:
    """The accounts of all addresses."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = monotonic) -> None:
        self._table = allowances(limits)
        self._clock = clock
        self._accounts: dict[str, Account] = {}

    def account(self, address: str) -> Account:
        """Return the account of an address, as limits count it (addresses.py)."""
        found = self._accounts.get(address)
        if found is None:
            if len(self._accounts) >= _MOST_ACCOUNTS:
                self._accounts = {name: each for name, each in self._accounts.items() if not each.idle}
            found = self._accounts[address] = Account(self._table, self._clock)
        return found


PAYER: Final[ContextVar[Account | None]] = ContextVar("payer", default=None)
"""The account of the request or the socket that is being served."""


def paid(work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
    """Return work that is done in another task, and charged to the request that asks for it."""
    account = PAYER.get()
    return work if account is None else _paid(work, account)


async def _paid(work: Coroutine[Any, Any, T], account: Account) -> T:
    PAYER.set(account)
    return await Metered(work, account)


async def in_thread(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Return what this returns in another thread; the request pays for its processor time there too."""
    account = PAYER.get()

    def timed() -> tuple[T, float]:
        began = thread_time()
        return work(*args, **more), thread_time() - began

    result, took = await asyncio.to_thread(timed)
    if account is not None:
        account.spend(Cost.LOOP, took)
    return result


class Metered(Generic[T]):
    """Awaits a coroutine, and charges an account for the processor time of each of its steps."""

    __slots__ = ("_account", "_coroutine")

    def __init__(self, coroutine: Coroutine[Any, Any, T], account: Account) -> None:
        self._coroutine = coroutine
        self._account = account

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._coroutine.__await__()
        step: Callable[[Any], Any] = steps.send
        given: Any = None
        while True:
            began = thread_time()
            try:
                waited_for = step(given)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._account.spend(Cost.LOOP, min(thread_time() - began, _MOST_STEP_S))
            try:
                given = yield waited_for
                step = steps.send
            except BaseException as error:  # noqa: BLE001  whatever is thrown belongs to the coroutine
                step, given = steps.throw, error

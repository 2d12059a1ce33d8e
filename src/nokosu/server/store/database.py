"""What the two databases have in common: reads, atomic writes, durable when they return, and news of others' writes.

SQL is written once, in what both understand, with ? for parameters; values are numbers and texts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

POSTGRESQL: Final = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins; anything else is a file."""

Value = int | float | str | None
Row = tuple[Any, ...]
"""One row, with the columns of its SELECT."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a transaction. `must_change`: if it changes no row, the whole transaction is a Conflict."""

    sql: str
    params: tuple[Value, ...] = ()
    must_change: bool = False


SESSION: Final = "session:"
PERSON: Final = "person:"
"""Prefixes that announce an ended session or a deleted person, where a table's name would be."""


@dataclass(frozen=True, slots=True)
class Change:
    """A table's log has grown to this length; or, with length 0, who is where has changed, or somebody is gone."""

    table: str
    seq: int


MISSED: Final = Change("", 0)
"""Sent after the notification channel was lost: any table may have changed."""


NO_VALUE: Final = (TypeError, ValueError, OverflowError)
"""Raised for a value that the database cannot store. Only its writer fails; other commits go on."""


class Conflict(Exception):
    """Another writer was first: a key exists or a row has changed. Nothing was written."""


class Unstorable(ValueError):
    """A value that one of the databases cannot hold. Nothing was read or written."""


class StoreFailed(Exception):
    """The database cannot be written or reached. The last write may or may not have happened."""


Listener = Callable[[Change], None]
_INTEGERS: Final = range(-(2**63), 2**63)


def check(params: Sequence[Value]) -> None:
    """Refuse what PostgreSQL cannot store: SQLite would keep a NUL, and no backup with it could be restored."""
    for value in params:
        if (isinstance(value, str) and "\0" in value) or (isinstance(value, int) and value not in _INTEGERS):
            raise Unstorable("a NUL in a text, or a number beyond 64 bits")


class Database(Protocol):
    """A database with the newest schema."""

    @property
    def kind(self) -> Literal["sqlite", "postgresql"]: ...

    async def read(self, sql: str, params: Sequence[Value] = ()) -> list[Row]:
        """Rows as of now: whatever a finished write has written is in them."""
        ...

    async def write(self, statements: Sequence[Statement], change: Change | None = None) -> None:
        """Write all or nothing, on disk when it returns. `change` is told to the other processes after the commit."""
        ...

    def listen(self, listener: Listener) -> None:
        """Call this, in the event loop, for every change that another process has committed."""
        ...

    async def close(self) -> None: ...


class Part:
    """A part of the store: what it reads and writes of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


def settle(done: asyncio.Future[None], error: Exception | None) -> None:
    """Tell a writer how it went, if they still wait."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)

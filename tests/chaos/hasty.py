"""The control: `nokosu serve` with a store that says a log entry is stored before it is. Never used by the server.

python -m tests.chaos.hasty serve --port … --data …
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nokosu.cli import main
from nokosu.server.store import store
from nokosu.server.store.database import Change, Conflict, Database, Statement, StoreFailed
from nokosu.server.store.sqlite import SqliteDatabase

LATE_S = 0.1


class HastyDatabase(SqliteDatabase):
    """Writes to logs a moment after it has said so, as a cache in front of a disk would."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._late: set[asyncio.Task[None]] = set()

    async def write(self, statements: Sequence[Statement], change: Change | None = None) -> None:
        if change is None or change.seq <= 1:
            await super().write(statements, change)
            return
        task = asyncio.create_task(self._later(statements, change))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _later(self, statements: Sequence[Statement], change: Change) -> None:
        await asyncio.sleep(LATE_S)
        try:
            await super().write(statements, change)
        except (Conflict, StoreFailed):
            return


async def open_hasty(path: str, *, alone: bool) -> Database:  # noqa: ARG001  open_sqlite's signature
    return HastyDatabase(path)


if __name__ == "__main__":
    vars(store)["open_sqlite"] = open_hasty  # the planted fault
    main()

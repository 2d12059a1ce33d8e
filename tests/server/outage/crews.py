"""People who play while something breaks, what they were told, and what a store has to say about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from nokosu.server.store.log import LogRow
from tests.chaos.ledger import Ledger, Logs
from tests.chaos.players import crew

LOG = "SELECT table_id, seq, at, body, client FROM log ORDER BY table_id, seq"
_TABLES = 2


@dataclass
class Play:
    """Tables that are played, and what their people were told."""

    ledger: Ledger = field(default_factory=Ledger)
    crews: list[asyncio.Task[None]] = field(default_factory=list)

    async def more_moves(self, number: int) -> None:
        """So many more; by then everybody sits at a table and plays."""
        wanted = len(self.ledger.acknowledged) + number
        while len(self.ledger.acknowledged) < wanted or len(self._tables()) < _TABLES:
            for task in self.crews:
                if task.done():
                    task.result()
            await asyncio.sleep(0.01)

    def _tables(self) -> set[str]:
        return {self.ledger.sent[client].table for client in self.ledger.acknowledged}


@asynccontextmanager
async def playing(port: int, seed: str) -> AsyncIterator[Play]:
    """Crews that play at this port, with any server there."""
    made = Play()
    made.crews = [asyncio.create_task(crew([f"127.0.0.1:{port}"], each, made.ledger, seed)) for each in range(_TABLES)]
    try:
        yield made
    finally:
        waiting = set(made.crews)
        while waiting:
            # A player may be between two servers when told: say it until it is heard.
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=0.5)


def grouped(rows: Sequence[tuple[object, ...]]) -> Logs:
    """Rows of LOG, a log a table."""
    logs: dict[str, list[LogRow]] = {}
    for table, seq, at, body, who in rows:
        entry = LogRow(int(str(seq)), int(str(at)), str(body), None if who is None else str(who))
        logs.setdefault(str(table), []).append(entry)
    return logs

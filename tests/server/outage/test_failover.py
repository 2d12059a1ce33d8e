"""A PostgreSQL that dies while a standby has all its commits: the server goes on with that one, and nothing is lost.

docs/operating.md says how to set it up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psycopg

from tests.chaos.ledger import Logs, audit
from tests.server.outage.crews import LOG, Play, grouped, playing
from tests.server.outage.program import held_port, served
from tests.server.programs import kill
from tests.server.store.postgres_server import Postgres, own_postgres

PRIMARY = ("wal_level=replica", "max_wal_senders=4")
SYNCHRONOUS = "synchronous_standby_names=standby"
DATABASE = "nokosu"


@dataclass
class Pair:
    """A PostgreSQL and its standby; the URL names both."""

    primary: Postgres
    standby: Postgres

    @property
    def url(self) -> str:
        hosts = ",".join(each.host for each in (self.primary, self.standby))
        return f"postgresql://nokosu@{hosts}/{DATABASE}?target_session_attrs=read-write"

    def fail_over(self) -> None:
        """The primary dies, and the standby takes over."""
        self.primary.stop()
        self.standby.promote()

    def logs(self) -> Logs:
        """Every log, as the standby has it."""
        with psycopg.connect(f"postgresql://nokosu@{self.standby.host}/{DATABASE}") as connection:
            return grouped(connection.execute(LOG).fetchall())


@asynccontextmanager
async def pair(*settings: str) -> AsyncIterator[Pair]:
    """Start both, with an empty database."""
    with own_postgres(settings=(*PRIMARY, *settings)) as primary, primary.with_standby("standby") as standby:
        made = Pair(primary, standby)
        with psycopg.connect(primary.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")
        yield made


@asynccontextmanager
async def played(made: Pair, port: int) -> AsyncIterator[Play]:
    async with served("--database", made.url, port=port) as process, playing(port, "failover") as play:
        await play.more_moves(30)
        yield play
        await kill(process)


async def test_no_acknowledged_move_is_lost_when_the_standby_takes_over() -> None:
    async with pair(SYNCHRONOUS) as made:
        with held_port() as port:
            async with played(made, port) as play:
                await asyncio.to_thread(made.fail_over)
                await play.more_moves(30)
        findings = audit(play.ledger, made.logs())
        assert findings.faults == 0, findings


async def test_a_standby_that_lags_behind_is_caught() -> None:
    """Without synchronous replication PostgreSQL acknowledges what the standby has not heard of."""
    async with pair() as made:
        with held_port() as port:
            async with played(made, port) as play:
                made.standby.hear_no_more()
                await play.more_moves(30)
                await asyncio.to_thread(made.fail_over)
                assert audit(play.ledger, made.logs()).lost

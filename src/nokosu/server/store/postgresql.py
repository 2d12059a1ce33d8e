"""PostgreSQL through psycopg: the same store for several processes, which hear of each other's commits.

Moves that arrive together are committed together. If one of them fails, each is tried alone, so that one conflict
does not spoil the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Sequence
from typing import Any, Final, Literal

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool

from nokosu.server.store import bulk
from nokosu.server.store.database import (
    MISSED,
    NO_VALUE,
    Change,
    Conflict,
    Listener,
    Row,
    Statement,
    StoreFailed,
    Value,
    check,
    settle,
)
from nokosu.server.store.migrations import STEPS_TABLE, Schema, pending

CHANNEL: Final = "nokosu"
_WRITERS: Final = 2
_READERS: Final = 2
_WAIT_S: Final = 5.0
"""How long a read or a write waits for a connection while PostgreSQL is away."""
_RECONNECT_S: Final = 5.0
"""How long the pool tries to reconnect before it leaves that to the next request."""
_GROUP: Final = 128
_MIGRATION_LOCK: Final = 7_061_976
_RETRY_S: Final = 0.5
_PATIENCE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server that is gone without a word is noticed in seconds; what the URL says of these goes before."""

# The pool tells of every connection that it hands out, and of every one that it cannot make: the server says that once.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)

Job = tuple[Sequence[Statement], Change | None, "asyncio.Future[None]"]
Connection = AsyncConnection[Row]


def _query(sql: str) -> str:
    # Every text of SQL in this package is a constant; parameters never become part of it.
    return sql.replace("?", "%s")


class PostgresDatabase:
    """A PostgreSQL database, shared with other processes."""

    kind: Literal["postgresql"] = "postgresql"

    def __init__(self, url: str) -> None:
        self._url = url
        self._name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._listeners: list[Listener] = []
        self._tasks: list[asyncio.Task[None]] = []
        given = conninfo_to_dict(url)
        self._settings: dict[str, Any] = {name: value for name, value in _PATIENCE.items() if name not in given}
        self._settings["autocommit"] = True
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            kwargs=self._settings,
            min_size=_READERS + _WRITERS,
            timeout=_WAIT_S,
            reconnect_timeout=_RECONNECT_S,
            open=False,
        )

    async def start(self) -> None:
        """Bring the schema up to date, connect, listen."""
        async with await self._connect() as connection:
            await _migrate(connection)
        await self._pool.open()
        listening = asyncio.Event()
        self._tasks = [asyncio.create_task(self._write_all()) for _ in range(_WRITERS)]
        self._tasks.append(asyncio.create_task(self._listen(listening)))
        await listening.wait()

    async def _connect(self) -> Connection:
        return await AsyncConnection.connect(self._url, **self._settings)

    async def read(self, sql: str, params: Sequence[Value] = ()) -> list[Row]:
        check(params)
        try:
            async with self._pool.connection() as connection:
                cursor = await connection.execute(_query(sql), params)
                return await cursor.fetchall()
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise StoreFailed(str(error)) from error

    async def write(self, statements: Sequence[Statement], change: Change | None = None) -> None:
        for statement in statements:
            check(statement.params)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((statements, change, done))
        await done

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # A connection that is in use is closed when its answer is there.
        await self._pool.close()

    async def _write_all(self) -> None:
        while True:
            group = [await self._jobs.get()]
            while len(group) < _GROUP and not self._jobs.empty():
                group.append(self._jobs.get_nowait())
            try:
                async with self._pool.connection() as connection:
                    await self._commit(connection, group)
            except psycopg.Error as error:
                _settle_all(group, StoreFailed(str(error)))

    async def _commit(self, connection: Connection, group: list[Job]) -> None:
        alike = [job for job in group if bulk.fits(job[0])]
        others = [job for job in group if not bulk.fits(job[0])]
        try:
            await self._together(connection, alike)
        except (psycopg.IntegrityError, Conflict, psycopg.DataError, *NO_VALUE):
            others = group
        else:
            _settle_all(alike, None)
        for job in others:
            statements, change, _ = job
            try:
                async with connection.transaction():
                    await self._execute(connection, statements, change)
            except (psycopg.IntegrityError, Conflict) as error:
                _settle_all([job], Conflict(str(error)))
            except (psycopg.DataError, *NO_VALUE) as error:
                _settle_all([job], error)
            else:
                _settle_all([job], None)

    async def _together(self, connection: Connection, group: list[Job]) -> None:
        """Do all of this in one transaction and two round trips, or nothing of it."""
        if not group:
            return
        kinds = bulk.together([statements for statements, _, _ in group])
        async with connection.pipeline() as pipeline, connection.transaction():
            cursors = [await connection.execute(sql, bulk.columns(rows)) for sql, rows in kinds]
            await self._say(connection, [change for _, change, _ in group if change])
            await pipeline.sync()
            for cursor, (sql, rows) in zip(cursors, kinds, strict=True):
                if cursor.rowcount != len(rows):
                    raise Conflict(sql)

    async def _execute(self, connection: Connection, statements: Sequence[Statement], change: Change | None) -> None:
        for statement in statements:
            cursor = await connection.execute(_query(statement.sql), statement.params)
            if statement.must_change and not cursor.rowcount:
                raise Conflict(statement.sql)
        if change:
            await self._say(connection, [change])

    async def _say(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Send one message for all: every process hears its own too, and each costs it something."""
        said = " ".join([self._name, *(f"{change.table} {change.seq}" for change in changes)])
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, said))

    async def _listen(self, ready: asyncio.Event) -> None:
        """Hear of others' commits; where the connection was lost, that something may have been missed."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        # Listeners read at once, so do not tell them before the pool can answer again.
                        await self.read("SELECT 1")
                        self._pass_on(MISSED)
                    ready.set()
                    async for heard in connection.notifies():
                        name, *changes = heard.payload.split(" ")
                        if name != self._name:
                            for table, seq in zip(changes[::2], changes[1::2], strict=True):
                                self._pass_on(Change(table, int(seq)))
            except (psycopg.Error, StoreFailed):
                # Every other connection is as old as the lost one, and may be as dead.
                await self._pool.drain()
                await asyncio.sleep(_RETRY_S)

    def _pass_on(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)


def _settle_all(group: Sequence[Job], error: Exception | None) -> None:
    for _, _, done in group:
        settle(done, error)


async def schema_of(connection: Connection) -> Schema:
    """Return what the database has."""
    minimum_reader = await _newest(connection, "schema_version")
    return Schema(max(await _newest(connection, "schema_steps"), minimum_reader), minimum_reader)


async def _newest(connection: Connection, table: str) -> int:
    found = await connection.execute("SELECT to_regclass(%s)", (table,))
    if await found.fetchone() == (None,):
        return 0
    newest = await (await connection.execute(f"SELECT max(number) FROM {table}")).fetchone()
    return int(newest[0] or 0) if newest else 0


async def _migrate(connection: Connection) -> None:
    """Migrate with one transaction per step; of several starting processes, one migrates and the others wait."""
    await connection.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number BIGINT PRIMARY KEY)")
    for step in pending(await schema_of(connection)):
        async with connection.transaction():
            await connection.execute(STEPS_TABLE)
            for statement in step.statements:
                await connection.execute(_query(statement))
            await connection.execute("INSERT INTO schema_steps VALUES (%s)", (step.number,))
            await connection.execute(
                "INSERT INTO schema_version VALUES (%s) ON CONFLICT DO NOTHING", (step.minimum_reader,)
            )
    with contextlib.suppress(psycopg.Error):
        await connection.execute("SELECT pg_advisory_unlock(%s)", (_MIGRATION_LOCK,))


async def open_postgresql(url: str) -> PostgresDatabase:
    """Connect to a database; its schema is brought up to date. StoreFailed if that is impossible."""
    database = PostgresDatabase(url)
    try:
        await database.start()
    except psycopg.Error as error:
        raise StoreFailed(str(error)) from error
    return database

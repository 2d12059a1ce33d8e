"""PostgreSQL through psycopg: the same store for several processes, which hear of each other's commits.

Moves that arrive together are committed together. If one of them fails, each is tried alone, so that one conflict
does not spoil the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from typing import Final, Literal, cast
from weakref import WeakKeyDictionary

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict

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
)
from nokosu.server.store.migrations import pending

CHANNEL: Final = "nokosu"
_WRITERS: Final = 2
_READERS: Final = 2
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
        self._idle: asyncio.Queue[Connection | None] = asyncio.Queue()
        self._listeners: list[Listener] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._losses = 0
        self._closed = False
        self._made: WeakKeyDictionary[Connection, int] = WeakKeyDictionary()
        """Connections, and how often PostgreSQL had been lost when they were made."""

    async def start(self) -> None:
        """Bring the schema up to date, connect, listen."""
        async with await self._connect() as connection:
            await _migrate(connection)
        for _ in range(_READERS):
            self._idle.put_nowait(None)
        listening = asyncio.Event()
        self._tasks = [asyncio.create_task(self._write_all()) for _ in range(_WRITERS)]
        self._tasks.append(asyncio.create_task(self._listen(listening)))
        await listening.wait()

    async def _connect(self) -> Connection:
        given = conninfo_to_dict(self._url)
        patience = {name: value for name, value in _PATIENCE.items() if name not in given}
        made = cast(Connection, await AsyncConnection.connect(self._url, autocommit=True, **patience))  # type: ignore[arg-type]  # settings of libpq
        self._made[made] = self._losses
        return made

    async def _usable(self, connection: Connection | None) -> Connection:
        """This connection; a new one where it is closed, or older than the last time that PostgreSQL was lost."""
        if connection is not None and not connection.closed:
            if self._made[connection] == self._losses:
                return connection
            await connection.close()
        return await self._connect()

    async def read(self, sql: str, params: Sequence[Value] = ()) -> list[Row]:
        if self._closed:
            raise StoreFailed("the store is closed")
        connection = await self._idle.get()
        try:
            connection = await self._usable(connection)
            cursor = await connection.execute(_query(sql), params)
            return await cursor.fetchall()
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise StoreFailed(str(error)) from error
        finally:
            self._idle.put_nowait(connection)

    async def write(self, statements: Sequence[Statement], change: Change | None = None) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((statements, change, done))
        await done

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._closed = True
        for _ in range(_READERS):
            # One that is in use is given back when its answer is there.
            connection = await self._idle.get()
            if connection is not None:
                await connection.close()

    async def _write_all(self) -> None:
        connection: Connection | None = None
        try:
            while True:
                group = [await self._jobs.get()]
                while len(group) < _GROUP and not self._jobs.empty():
                    group.append(self._jobs.get_nowait())
                try:
                    connection = await self._usable(connection)
                    await self._commit(connection, group)
                except psycopg.Error as error:
                    _tell(group, StoreFailed(str(error)))
                    if connection is not None:
                        await connection.close()
        finally:
            if connection is not None:
                await connection.close()

    async def _commit(self, connection: Connection, group: list[Job]) -> None:
        alike = [job for job in group if bulk.fits(job[0])]
        others = [job for job in group if not bulk.fits(job[0])]
        try:
            await self._together(connection, alike)
        except (psycopg.IntegrityError, Conflict, psycopg.DataError, *NO_VALUE):
            others = group
        else:
            _tell(alike, None)
        for job in others:
            statements, change, _ = job
            try:
                async with connection.transaction():
                    await self._execute(connection, statements, change)
            except (psycopg.IntegrityError, Conflict) as error:
                _tell([job], Conflict(str(error)))
            except (psycopg.DataError, *NO_VALUE) as error:
                _tell([job], error)
            else:
                _tell([job], None)

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
        """One message for all: every process hears its own too, and each costs it something."""
        said = " ".join([self._name, *(f"{change.table} {change.seq}" for change in changes)])
        await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, said))

    async def _listen(self, ready: asyncio.Event) -> None:
        """Hear of others' commits; where the connection was lost, that something may have been missed."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        self._pass_on(MISSED)
                    ready.set()
                    async for heard in connection.notifies():
                        name, *changes = heard.payload.split(" ")
                        if name != self._name:
                            for table, seq in zip(changes[::2], changes[1::2], strict=True):
                                self._pass_on(Change(table, int(seq)))
            except psycopg.Error:
                self._losses += 1
                await asyncio.sleep(_RETRY_S)

    def _pass_on(self, change: Change) -> None:
        for listener in self._listeners:
            listener(change)


def _tell(group: Sequence[Job], error: Exception | None) -> None:
    for _, _, done in group:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


async def _migrate(connection: Connection) -> None:
    """A step a transaction; of several processes that start together one does it and the others wait."""
    await connection.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number BIGINT PRIMARY KEY)")
    rows = await (await connection.execute("SELECT max(number) FROM schema_version")).fetchall()
    for step in pending(int(rows[0][0] or 0)):
        async with connection.transaction():
            for statement in step.statements:
                await connection.execute(_query(statement))
            await connection.execute("INSERT INTO schema_version VALUES (%s)", (step.number,))
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

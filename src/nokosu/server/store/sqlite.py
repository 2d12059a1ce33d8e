"""SQLite through apsw: one writer thread that commits in groups, write-ahead log, every commit synced to disk.

Between two syncs whatever arrives is gathered and committed together, so that load makes groups larger, not slower.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import thread_time
from typing import Final, Literal

import apsw

from nokosu.server.door import PAYER, Cost
from nokosu.server.store.database import (
    NO_VALUE,
    Change,
    Conflict,
    Listener,
    Row,
    Statement,
    StoreFailed,
    Value,
    check,
)
from nokosu.server.store.file import Lock, make_private, place_of
from nokosu.server.store.migrations import STEPS_TABLE, Schema, pending

LEAST_SQLITE: Final = (3, 51, 3)
_GROUP: Final = 512
_CACHE_KB: Final = 8192

Job = tuple[Sequence[Statement], "asyncio.Future[None]"]
Answer = tuple["asyncio.Future[None]", Exception | None]


class SqliteDatabase:
    """A database file that this process alone uses."""

    kind: Literal["sqlite"] = "sqlite"

    def __init__(self, path: str, vfs: str | None = None, lock: Lock | None = None) -> None:
        self._lock = lock
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._failed: Exception | None = None
        self._writing = connect(path, vfs)
        migrate(self._writing)
        self._path = Path(path)
        self._place = place_of(self._path)
        self._reading = connect(path, vfs)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="store-read")
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._writer.start()

    async def read(self, sql: str, params: Sequence[Value] = ()) -> list[Row]:
        check(params)
        rows, took = await self._loop.run_in_executor(self._readers, self._read, sql, tuple(params))
        if (account := PAYER.get()) is not None:
            account.spend(Cost.LOOP, took)
        return rows

    def _read(self, sql: str, params: tuple[Value, ...]) -> tuple[list[Row], float]:
        """Return rows, and how long that took: there is one thread for everybody's questions."""
        began = thread_time()
        try:
            return list(self._reading.execute(sql, params)), thread_time() - began
        except apsw.Error as error:
            raise StoreFailed(str(error)) from error

    async def write(self, statements: Sequence[Statement], change: Change | None = None) -> None:  # noqa: ARG002  a single process has no listeners
        if self._failed:
            raise StoreFailed(str(self._failed))
        for statement in statements:
            check(statement.params)
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put((statements, done))
        await done

    def listen(self, listener: Listener) -> None:
        """Nobody else writes."""

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        for connection in (self._reading, self._writing):
            # A full disk shows here once more, when the log is to be folded into the file; the next start does that.
            with contextlib.suppress(apsw.Error):
                connection.close()
        if self._lock:
            self._lock.release()

    def _write_all(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < _GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    last = True
                    break
                group.append(job)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[Job]) -> None:
        answers: list[Answer] = []
        try:
            if self._failed:
                raise self._failed
            self._writing.execute("BEGIN IMMEDIATE")
            try:
                # Nearly always all goes well: then nobody needs a separate savepoint.
                for statements, done in group:
                    for statement in statements:
                        self._writing.execute(statement.sql, statement.params)
                        if statement.must_change and not self._writing.changes():
                            raise Conflict(statement.sql)  # noqa: TRY301  all are tried again, one by one
                    answers.append((done, None))
            except (apsw.ConstraintError, Conflict, *NO_VALUE):
                self._writing.execute("ROLLBACK")
                self._writing.execute("BEGIN IMMEDIATE")
                answers = [(done, self._attempt(statements)) for statements, done in group]
            self._writing.execute("COMMIT")
            if place_of(self._path) != self._place:
                gone = f"{self._path} was deleted or replaced while the server was running"
                raise StoreFailed(gone)  # noqa: TRY301  as if the write had failed
        except (apsw.Error, StoreFailed) as error:
            # Full disk, I/O error: nobody in this group is told that all is well, and nothing more is written. What
            # the file holds is whatever the last successful commit made of it.
            self._failed = error
            self._roll_back()
            answers = [(done, StoreFailed(str(error))) for _, done in group]
        self._loop.call_soon_threadsafe(_settle, answers)

    def _attempt(self, statements: Sequence[Statement]) -> Exception | None:
        self._writing.execute("SAVEPOINT one")
        try:
            for statement in statements:
                self._writing.execute(statement.sql, statement.params)
                if statement.must_change and not self._writing.changes():
                    self._writing.execute("ROLLBACK TO one")
                    return Conflict(statement.sql)
        except apsw.ConstraintError as error:
            self._writing.execute("ROLLBACK TO one")
            return Conflict(str(error))
        except NO_VALUE as error:
            self._writing.execute("ROLLBACK TO one")
            return error
        finally:
            if self._writing.in_transaction:
                self._writing.execute("RELEASE one")
        return None

    def _roll_back(self) -> None:
        try:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        except apsw.Error:
            return


def _settle(answers: list[Answer]) -> None:
    """Tell those who still wait how it went."""
    for done, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def connect(path: str, vfs: str | None = None) -> apsw.Connection:
    """Return a connection with the settings that durability rests on."""
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version < LEAST_SQLITE:
        raise SystemExit(f"SQLite {apsw.sqlite_lib_version()} can lose writes; {LEAST_SQLITE} or newer is needed")
    connection = apsw.Connection(path, vfs=vfs)
    connection.set_busy_timeout(5000)
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"cache_size=-{_CACHE_KB}",
        "wal_autocheckpoint=2000",
    ):
        connection.execute(f"PRAGMA {setting}")
    return connection


def schema_of(connection: apsw.Connection) -> Schema:
    """Return what the file has."""
    minimum_reader = int(str(connection.pragma("user_version")))
    known = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'schema_steps'").fetchall()
    newest = connection.execute("SELECT max(number) FROM schema_steps").fetchall() if known else [(None,)]
    return Schema(max(int(newest[0][0] or 0), minimum_reader), minimum_reader)


def migrate(connection: apsw.Connection) -> None:
    """Bring the schema up to date, a step a transaction."""
    for step in pending(schema_of(connection)):
        with connection:
            connection.execute(STEPS_TABLE)
            for statement in step.statements:
                connection.execute(statement)
            connection.execute("INSERT INTO schema_steps VALUES (?)", (step.number,))
            connection.execute(f"PRAGMA user_version={step.minimum_reader}")


async def open_sqlite(path: str, vfs: str | None = None, *, alone: bool = False) -> SqliteDatabase:
    """Open or make a database file; `alone`: keep other servers away while it is open."""
    await asyncio.to_thread(make_private, Path(path))
    lock = Lock(Path(path)) if alone else None
    try:
        return SqliteDatabase(path, vfs, lock)
    except BaseException:
        if lock:
            lock.release()
        raise

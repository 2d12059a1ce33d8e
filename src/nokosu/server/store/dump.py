"""The whole store as JSON Lines, for backups and for moving from one database to the other.

The first line says what it is, every other line is one row; the last line counts them, so that a torn file is noticed.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Final

import apsw
import psycopg
from psycopg import IsolationLevel

from nokosu.core.errors import NokosuError
from nokosu.server.store.daily import CHAIN, RESTORED
from nokosu.server.store.database import POSTGRESQL, Conflict, Row, Statement, StoreFailed
from nokosu.server.store.migrations import migrations
from nokosu.server.store.sqlite import connect
from nokosu.server.store.store import Store
from nokosu.table.days import day_at

FORMAT: Final = "nokosu-backup/1"
TABLES: Final = {
    "people": ("id", "name", "language", "created", "seen", "deleted", "face"),
    "sessions": ("token", "person", "created", "expires", "seen", "device", "verified"),
    "account_events": ("id", "person", "at", "event", "device"),
    "passkeys": ("credential", "person", "public_key", "sign_count", "created"),
    "recovery_codes": ("code", "person"),
    "push_subscriptions": ("endpoint", "person", "p256dh", "auth"),
    "blocks": ("id", "person", "blocked", "created"),
    "reports": ("reporter", "person", "name", "created"),
    "log": ("table_id", "seq", "at", "body", "client"),
    "tables": ("id", "code", "status", "listed", "summary", "created", "updated", "turn_of"),
    "seats": ("table_id", "seat", "person"),
    "records": ("id", "owner", "status", "listed", "ended", "body", "rated"),
    "results": (
        *("record", "seat", "person", "edition", "players", "rounds", "won", "contracts_made", "zero_tried"),
        *("zero_made", "points", "ended"),
    ),
    "daily": (
        *("table_id", "day", "ranked", "person", "began", "points", "tricks", "target", "made", "won"),
        *("own", "actions"),
    ),
    "daily_days": ("day", "secret", "champion", "summary"),
    "rated": ("record", "seat", "person", "players", "ended", "place", "matches", "mean", "deviation"),
    "ratings": ("person", "players", "ended", "matches", "mean", "deviation", "low"),
    "contests": (
        *("id", "name", "host", "settings", "secret", "status", "round", "opened", "due", "created", "ended"),
        "version",
    ),
    "contest_entrants": ("contest", "entrant", "person", "entered", "withdrawn"),
    "contest_tables": ("table_id", "contest", "round", "number", "seats", "champion", "ended", "result"),
    "downtimes": ("began", "ended"),
    "keys": ("name", "value"),
    "bans": ("subject", "expires", "created"),
    "puzzles": ("puzzle", "tries", "solved", "reports", "reported"),
    "doubts": ("position", "action", "best", "verdict", "loss", "depth", "note", "times", "created"),
}
"""The tables to back up, in the order in which they can be restored. What lasts minutes is not saved.

New columns come last: the rows of an older backup lack them.
"""
RUNNING_MS: Final = 10_000
"""A server that has recorded so long ago that it is up may still be running."""
TABLES_KEY: Final = "tables"
"""The key that the names and secrets of tables are made with."""
_INTEGERS: Final = range(-(2**63), 2**63)
# An unpaired surrogate is not text, and PostgreSQL cannot store NUL.
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")


class BackupError(NokosuError):
    """A file that is not a complete backup, or a store that it cannot be put into."""


async def dumped(where: str) -> AsyncIterator[str]:
    """Yield all rows of one snapshot, one per line; the server may keep writing. The schema must be the newest."""
    yield json.dumps({"format": FORMAT, "schema": len(migrations())})
    count = 0
    try:
        async for table, row in _rows(where):
            count += 1
            yield json.dumps({"table": table, "row": row}, ensure_ascii=False)
    except (apsw.Error, psycopg.Error) as error:
        raise StoreFailed(str(error)) from error
    yield json.dumps({"rows": count})


async def _rows(where: str) -> AsyncIterator[tuple[str, Row]]:
    if where.startswith(POSTGRESQL):
        async with await psycopg.AsyncConnection.connect(where) as connection:
            await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
            for table, columns in TABLES.items():
                async with connection.cursor(name="dump") as cursor:
                    await cursor.execute(_select(table, columns))
                    async for row in cursor:
                        yield table, row
    else:
        for table, row in _sqlite_rows(where):
            yield table, row


def _sqlite_rows(path: str) -> Iterator[tuple[str, Row]]:
    connection = connect(path)
    try:
        with connection:
            for table, columns in TABLES.items():
                for row in connection.execute(_select(table, columns)):
                    yield table, row
    finally:
        connection.close()


def _select(table: str, columns: tuple[str, ...]) -> str:
    return f"SELECT {', '.join(columns)} FROM {table}"


async def restore(
    store: Store, lines: Iterable[str], damage_of: Callable[[str, Row], str] = lambda _table, _row: ""
) -> int:
    """Put a backup into an empty store, all of it or nothing; how many rows it had.

    `damage_of` says why a row cannot be used, "" if it can. A server that is running would not notice the new rows.
    """
    if await store.uptime.running_since(int(time.time() * 1000) - RUNNING_MS):
        raise BackupError("a server is running on this database: stop it first, and wait ten seconds")
    for table in ("people", "log", "tables"):
        if await store.database.read(f"SELECT 1 FROM {table} LIMIT 1"):
            raise BackupError("the store is not empty: restore into a new one")
    rows = _checked(list(lines))
    for number, (table, row) in enumerate(rows, 2):
        if why := damage_of(table, row):
            raise BackupError(f"line {number} of this backup ({table}) is damaged: {why}")
    # Replace what a server once started here wrote: its key and its uptime. The tables' key is not
    # put back either: tables that were played since the backup have shown what it makes of their names.
    fresh = [Statement("DELETE FROM keys"), Statement("DELETE FROM downtimes")]
    own = {("keys", TABLES_KEY), ("keys", RESTORED)}
    fresh += [_insert(table, row) for table, row in rows if (table, row[0]) not in own]
    if any((table, row[0]) == ("keys", CHAIN) for table, row in rows):
        fresh.append(_insert("keys", (RESTORED, str(day_at(int(time.time() * 1000))))))
    try:
        await store.database.write(fresh)
    except Conflict as error:
        raise BackupError("the rows of this backup contradict each other") from error
    return len(rows)


def _checked(lines: list[str]) -> list[tuple[str, Row]]:
    try:
        head, *rest, tail = [json.loads(line) for line in lines if line.strip()]
        if head["format"] != FORMAT or head["schema"] > len(migrations()):
            raise BackupError("this is a backup of another program or of a newer one")
        rows = [(each["table"], tuple(each["row"])) for each in rest]
        newest = head["schema"] == len(migrations())
        fit = all(_fits(table, row, newest=newest) and all(map(_storable, row)) for table, row in rows)
        whole = fit and tail["rows"] == len(rows)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BackupError("this is not a complete backup") from error
    if not whole:
        raise BackupError("this is not a complete backup")
    return rows


def _fits(table: str, row: Row, *, newest: bool) -> bool:
    """Return whether a row has the columns of its table, or of an earlier version of it."""
    columns = len(TABLES[table])
    return len(row) == columns if newest else 0 < len(row) <= columns


def _storable(value: object) -> bool:
    """Return whether both databases can hold it."""
    if isinstance(value, str):
        return _NO_TEXT.search(value) is None
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or (type(value) is int and value in _INTEGERS)


def _insert(table: str, row: Row) -> Statement:
    columns = TABLES[table][: len(row)]
    marks = ", ".join("?" * len(columns))
    return Statement(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", row)

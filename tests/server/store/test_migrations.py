"""A database of every earlier schema is brought up to date, and one from the future is refused."""

from __future__ import annotations

from pathlib import Path

import apsw
import psycopg
import pytest

from nokosu.server.store import StoreFailed
from nokosu.server.store.dump import TABLES
from nokosu.server.store.migrations import migrations, pending
from nokosu.server.store.sqlite import connect
from tests.server.conftest import opened
from tests.server.store.test_store import entry

VERSIONS = range(len(migrations()) + 1)


def make_sqlite(path: str, version: int) -> None:
    connection = connect(path)
    for step in migrations()[:version]:
        for statement in step.statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={version}")
    if version:
        connection.execute("INSERT INTO log (table_id, seq, at, body) VALUES ('old', 1, 1, '{}')")
    connection.close()


def make_postgresql(url: str, version: int) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE schema_version (number BIGINT PRIMARY KEY)")
        for step in migrations()[:version]:
            for statement in step.statements:
                connection.execute(statement.encode())
            connection.execute("INSERT INTO schema_version VALUES (%s)", (step.number,))
        if version:
            connection.execute("INSERT INTO log (table_id, seq, at, body) VALUES ('old', 1, 1, '{}')")


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_database_of_every_earlier_schema_is_brought_up_to_date(where: str, version: int) -> None:
    make = make_postgresql if where.startswith("postgresql") else make_sqlite
    make(where, version)

    async with opened(where) as store:
        assert len(await store.log.entries("old")) == min(version, 1)
        await store.log.append("new", [entry(1)])

    async with opened(where) as store:
        assert len(await store.log.entries("new")) == 1


def test_a_schema_from_the_future_is_refused() -> None:
    with pytest.raises(StoreFailed, match="newer version of nokosu"):
        pending(len(migrations()) + 1)


def test_every_commit_is_synced(tmp_path: object) -> None:
    connection = connect(f"{tmp_path}/x.db")
    assert connection.pragma("synchronous") == 2
    assert connection.pragma("journal_mode") == "wal"
    assert apsw.sqlite_lib_version() >= "3.51.3"
    connection.close()


async def test_a_backup_holds_every_column_but_who_is_connected(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "nokosu.db")) as store:
        names = await store.database.read("SELECT name FROM sqlite_schema WHERE type = 'table'")
        columns = {
            name: await store.database.read("SELECT name FROM pragma_table_info(?)", (name,)) for (name,) in names
        }
    whole = {table: tuple(name for (name,) in rows) for table, rows in columns.items()}
    assert {
        table: names for table, names in whole.items() if table not in {"beats", "presence", "ceremonies", "allowances"}
    } == TABLES

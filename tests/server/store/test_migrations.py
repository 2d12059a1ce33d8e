"""A database of every earlier schema is brought up to date, and one from the future is refused."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import apsw
import psycopg
import pytest

from nokosu.server.store import StoreFailed
from nokosu.server.store.dump import TABLES
from nokosu.server.store.existing import schema_at
from nokosu.server.store.migrations import STEPS_TABLE, Schema, migrations, pending, usable
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


def set_schema(where: str, schema: Schema) -> None:
    """As a newer version leaves a database behind."""
    if where.startswith("postgresql"):
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(STEPS_TABLE)
            connection.execute("INSERT INTO schema_steps VALUES (%s)", (schema.number,))
            connection.execute(
                "INSERT INTO schema_version VALUES (%s) ON CONFLICT DO NOTHING", (schema.minimum_reader,)
            )
    else:
        here = connect(where)
        here.execute("INSERT INTO schema_steps VALUES (?)", (schema.number,))
        here.execute(f"PRAGMA user_version={schema.minimum_reader}")
        here.close()


async def test_a_newer_schema_that_only_grew_is_used_as_it_is(where: str) -> None:
    async with opened(where):
        pass
    now = await schema_at(where)
    assert now == Schema(len(migrations()), migrations()[-1].minimum_reader)
    set_schema(where, Schema(now.number + 2, now.minimum_reader))
    async with opened(where) as store:
        await store.log.append("new", [entry(1)])
    assert await schema_at(where) == Schema(now.number + 2, now.minimum_reader)


async def test_a_schema_that_needs_a_newer_program_is_refused(where: str) -> None:
    async with opened(where):
        pass
    newer = len(migrations()) + 1
    set_schema(where, Schema(newer, newer))
    assert not usable(await schema_at(where))
    with pytest.raises(StoreFailed, match=f"newer version of nokosu.* schema {newer}; this version knows {newer - 1}"):
        async with opened(where):
            pass


def test_every_step_lets_the_version_before_go_on() -> None:
    """The minimum reader never falls, and never is the step itself: expand first, contract in a later version."""
    steps = migrations()
    assert [each.minimum_reader for each in steps[:7]] == [1, 2, 3, 4, 5, 6, 7]
    assert all(before.minimum_reader <= each.minimum_reader for before, each in pairwise(steps))
    assert all(each.minimum_reader < each.number for each in steps[7:])
    assert pending(Schema(7, 7)) == steps[7:]


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
        table: names
        for table, names in whole.items()
        if table not in {"beats", "presence", "ceremonies", "allowances", "schema_steps"}
    } == TABLES

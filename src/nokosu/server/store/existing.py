"""Open an existing store for administration, without creating or changing one."""

from __future__ import annotations

from pathlib import Path

import apsw
import psycopg

from nokosu.server.store.database import POSTGRESQL, StoreFailed


async def schema_at(where: str) -> int:
    """The number of the schema that is there, 0 for none; StoreFailed if that cannot be told."""
    try:
        return await _postgresql_schema(where) if where.startswith(POSTGRESQL) else _sqlite_schema(where)
    except (apsw.Error, psycopg.Error, OSError) as error:
        raise StoreFailed(str(error)) from error


def _sqlite_schema(path: str) -> int:
    if not Path(path).exists():
        return 0
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)  # and not CREATE
    try:
        return int(str(connection.pragma("user_version")))
    finally:
        connection.close()


async def _postgresql_schema(url: str) -> int:
    async with await psycopg.AsyncConnection.connect(url) as connection:
        found = await connection.execute("SELECT to_regclass('schema_version')")
        if await found.fetchone() == (None,):
            return 0
        newest = await (await connection.execute("SELECT max(number) FROM schema_version")).fetchone()
        return int(newest[0] or 0) if newest else 0

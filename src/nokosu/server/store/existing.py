"""Open an existing store for administration, without creating or changing one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import apsw
import psycopg

from nokosu.server.store import sqlite
from nokosu.server.store.database import POSTGRESQL, StoreFailed
from nokosu.server.store.migrations import Schema


async def schema_at(where: str) -> Schema:
    """Return the schema that is there, number 0 for none; StoreFailed if that cannot be told."""
    try:
        return await _postgresql_schema(where) if where.startswith(POSTGRESQL) else _sqlite_schema(where)
    except (apsw.Error, psycopg.Error, OSError) as error:
        raise StoreFailed(str(error)) from error


def _sqlite_schema(path: str) -> Schema:
    if not Path(path).exists():
        return Schema(0, 0)
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE)  # and not CREATE
    try:
        return sqlite.schema_of(connection)
    finally:
        connection.close()


async def _postgresql_schema(url: str) -> Schema:
    postgresql = import_module("nokosu.server.store.postgresql")  # only when it is used
    async with await psycopg.AsyncConnection.connect(url) as connection:
        found: Schema = await postgresql.schema_of(connection)
        return found

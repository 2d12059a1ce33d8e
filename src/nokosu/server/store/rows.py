"""Rows as dataclasses whose fields are columns, in the same order: a column is named once."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from nokosu.server.store.database import Statement

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def columns(kind: type[DataclassInstance]) -> str:
    """Return the columns of a table, for a SELECT whose rows make a value each: `kind(*row)`."""
    return ", ".join(field.name for field in fields(kind))


def insert(table: str, row: DataclassInstance, **more: Any) -> Statement:  # noqa: ANN401  a value of any column
    """Insert a row, with more columns than its dataclass has where they are named. A bool is stored as 0 or 1."""
    values = {field.name: getattr(row, field.name) for field in fields(row)} | more
    params = tuple(int(value) if isinstance(value, bool) else value for value in values.values())
    return Statement(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", params)

"""Both stores, for every test that needs one; each test gets its own empty one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from nokosu.server.store import Store, open_store
from tests.server.store.postgres_server import in_memory, postgres

Opened = Callable[[], AbstractAsyncContextManager[Store]]
Run = Callable[[Coroutine[Any, Any, None]], None]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres(in_memory()) as url:
        yield url


@pytest.fixture
def fresh_postgres(postgres_url: str) -> Iterator[str]:
    """The URL of an empty database."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield postgres_url.removesuffix("postgres") + name
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "nokosu.db")
    url: str = request.getfixturevalue("fresh_postgres")
    return url


@asynccontextmanager
async def opened(where: str) -> AsyncIterator[Store]:
    """A store that is closed afterwards."""
    store = await open_store(where)
    try:
        yield store
    finally:
        await store.close()

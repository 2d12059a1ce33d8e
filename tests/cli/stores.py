"""A server's store for commands: how to name it, and whether anything is in it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from nokosu.server.store import Store
from tests.cli.commands import nokosu
from tests.server.conftest import opened
from tests.server.store.test_store import entry

T = TypeVar("T")
POSTGRESQL = "postgresql://"


def at(where: str) -> tuple[str, str]:
    """The option that names this store."""
    return ("--database", where) if where.startswith(POSTGRESQL) else ("--data", str(Path(where).parent))


def asked(where: str, use: Callable[[Store], Awaitable[T]]) -> T:
    """What a use of this store gives."""

    async def run() -> T:
        async with opened(where) as store:
            return await use(store)

    return asyncio.run(run())


def make_empty(where: str) -> None:
    """A store as a server makes it on its first start."""

    async def nothing(_: Store) -> None:
        return

    asked(where, nothing)


def make_used(where: str) -> None:
    """A store in which something was written."""
    asked(where, lambda store: store.log.append("t", [entry(1), entry(2)]))


def lines(*arguments: str) -> list[list[str]]:
    """What a command that succeeds prints, a list of fields a line."""
    result = nokosu(*arguments)
    assert result.exit_code == 0, result.output
    return [line.split("\t") for line in result.stdout.splitlines()]


async def beside(*arguments: str) -> str:
    """What a command prints that runs as a separate process, as an operator's does beside a server."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "nokosu", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode == 0, said
    return said

"""The server as a program that may end by itself: its port, which it comes back to, and its last words."""

from __future__ import annotations

import json
import socket
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tests.server.people import Json
from tests.server.programs import kill, launched, started


@contextmanager
def held_port() -> Iterator[int]:
    """A port for a server that goes and comes back. Nobody else can have it meanwhile.

    A socket that is bound and does not listen keeps others away, but not who sets SO_REUSEADDR, as our server does.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@asynccontextmanager
async def served(*arguments: str, port: int, module: str = "nokosu") -> AsyncIterator[Process]:
    """`nokosu serve` until the end of the block, unless it ends before; then it is killed."""
    process = await started(*arguments, "--bot-processes", "1", port=port, module=module, stderr=PIPE)
    try:
        yield process
    finally:
        await kill(process)


async def last_words(process: Process) -> tuple[int, list[Json]]:
    """How a server ended, and the lines that it left behind."""
    _, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, [json.loads(line) for line in said.decode().splitlines()]


async def start_in_vain(*arguments: str, port: int, module: str = "nokosu") -> str:
    """What a server says that cannot start."""
    process = await launched(*arguments, port=port, module=module, stderr=PIPE)
    try:
        return one_line(await last_words(process))
    finally:
        await kill(process)


def one_line(words: tuple[int, list[Json]]) -> str:
    """The one thing that was said; it is not a traceback, and the exit code says that something went wrong."""
    code, lines = words
    assert code > 0
    lines = [line for line in lines if line["level"] != "info"]  # what a start says
    assert len(lines) == 1, lines
    assert set(lines[0]) == {"at", "level", "logger", "message"}
    assert lines[0]["level"] == "critical"
    return str(lines[0]["message"])

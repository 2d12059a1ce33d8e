"""The server as a separate program, to be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx


async def launched(*arguments: str, port: int, module: str = "nokosu", stderr: int = DEVNULL) -> Process:
    """`nokosu serve` with these arguments, whether it will answer or not."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, "serve", "--port", str(port), *arguments),
        stdout=DEVNULL,
        stderr=stderr,
        start_new_session=True,
    )


async def started(*arguments: str, port: int, module: str = "nokosu", stderr: int = DEVNULL) -> Process:
    """`nokosu serve` with these arguments, once it answers. A planted fault is another module."""
    process = await launched(*arguments, port=port, module=module, stderr=stderr)
    async with httpx.AsyncClient() as http:
        while True:
            assert process.returncode is None, "the server did not start"
            try:
                if (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 200:
                    return process
            except httpx.TransportError:
                await asyncio.sleep(0.05)


async def kill(process: Process) -> None:
    """kill -9, the bots too."""
    if process.returncode is None:
        with suppress(ProcessLookupError):  # it may have ended just now
            os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


@asynccontextmanager
async def program(*command: str) -> AsyncIterator[Process]:
    """Any other program, with its output to read."""
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()

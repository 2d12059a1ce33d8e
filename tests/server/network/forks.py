"""Servers as separate processes that are there at once: forked from a program that has everything ready.

`python -m tests.server.network.forks` reads a line of JSON a wish: {"folder": …, "fault": …} starts a server with its
data in this folder and answers with its process and port, {"kill": process} ends one with kill -9 and answers when it
is gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from litestar.types import ASGIApp

from nokosu.server.app import make_app
from nokosu.server.config import Config
from nokosu.server.http.guarded import GuardedProtocol
from nokosu.server.logs import configure_logs
from nokosu.server.run import listening
from tests.server.network import faulty
from tests.server.serving import GENEROUS, FirstLegal

Wish = dict[str, Any]
STORE, LOG = "nokosu.db", "log"


@dataclass
class Forked:
    """A server that runs, until it is killed."""

    process: int
    port: int


class Nursery:
    """The program, from the outside."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def _ask(self, wish: Wish) -> Wish:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        answer: Wish = json.loads(await self._process.stdout.readline())
        return answer

    async def start(self, folder: Path, fault: str | None = None) -> Forked:
        """A server on the data in this folder. It listens from now on; a client that comes before it is ready waits."""
        return Forked(**await self._ask({"folder": str(folder), "fault": fault}))

    async def kill(self, server: Forked) -> None:
        """kill -9; it is gone when this returns."""
        await self._ask({"kill": server.process})


@asynccontextmanager
async def nursery() -> AsyncIterator[Nursery]:
    """The program, which takes its servers with it when it ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __spec__.name), stdin=PIPE, stdout=PIPE, start_new_session=True
    )
    try:
        yield Nursery(process)
    finally:
        assert process.stdin
        process.stdin.close()
        await process.wait()


def _app() -> ASGIApp:
    """Bots answer at once and nothing limits rates. The store is looked for where a fork finds itself."""
    return make_app(
        Config(store=STORE, limits=GENEROUS, bot_delay_ms=1), stop=lambda: os._exit(1), chooser=FirstLegal()
    )


def _serve(app: ASGIApp, listener: socket.socket, wish: Wish) -> None:
    """In the fork: what `nokosu serve` does."""
    os.chdir(wish["folder"])
    os.dup2(os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
    configure_logs()
    if wish["fault"]:
        vars(faulty)[wish["fault"]]()
    settings = uvicorn.Config(
        app,
        http="h11",
        ws=GuardedProtocol,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        lifespan="on",
    )
    uvicorn.Server(settings).run(sockets=[listener])


def _start(app: ASGIApp, wish: Wish) -> Wish:
    listener = listening(Config(store=STORE, port=0))
    listener.listen(64)
    port = listener.getsockname()[1]
    process = os.fork()
    if process == 0:
        try:
            _serve(app, listener, wish)
        finally:
            os._exit(1)
    listener.close()
    return {"process": process, "port": port}


def _kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def main() -> None:
    """Until nobody wishes for anything any more."""
    app, running = _app(), set[int]()
    for line in sys.stdin:
        wish = json.loads(line)
        answer: Wish = {}
        if "kill" in wish:
            _kill(wish["kill"])
            running.discard(wish["kill"])
        else:
            answer = _start(app, wish)
            running.add(answer["process"])
        print(json.dumps(answer), flush=True)  # noqa: T201  how this program answers
    for process in running:
        _kill(process)


if __name__ == "__main__":
    main()

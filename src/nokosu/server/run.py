"""Running the application: one process, or several that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Thread
from types import FrameType
from typing import Final

import uvicorn

from nokosu import __version__
from nokosu.server.app import make_app
from nokosu.server.config import Config
from nokosu.server.core import describe_core
from nokosu.server.http.connections import ServingConfig, most_connections
from nokosu.server.http.guarded import GuardedProtocol
from nokosu.server.logs import configure_logs
from nokosu.server.memory import calm_collector
from nokosu.server.store.database import POSTGRESQL

LOG: Final = logging.getLogger("nokosu.server")
_BACKLOG: Final = 4096
_KEEP_ALIVE_S: Final = 20
_STOP_S: Final = 5
_AGAIN_S: Final = 1


class _Server(uvicorn.Server):
    """Says when it serves (the store is open, and requests are answered) and when it begins to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._ready, self._stopping = ready, stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping.set()
        await super().shutdown(sockets)


def _nobody_asks() -> None:
    """Do nothing when the server is ready."""


def serve_here(config: Config, listener: socket.socket, ready: Callable[[], None] = _nobody_asks) -> None:
    """Serve in this process until it is told to stop; `ready` is called once it serves."""
    configure_logs()
    failed = False

    def give_up() -> None:
        # Not by a signal: a supervisor has to see that nobody asked this process to end.
        nonlocal failed
        failed = server.should_exit = True

    def serving() -> None:
        store = "PostgreSQL" if config.store.startswith(POSTGRESQL) else config.store
        host, port = listener.getsockname()[:2]
        LOG.info("nokosu %s serves at %s port %d, store %s, %s", __version__, host, port, store, describe_core())
        ready()

    stopping = asyncio.Event()
    app = make_app(config, stop=give_up, stopping=stopping)
    calm_collector()
    server = _Server(
        ServingConfig(
            app,
            config,
            most_connections(),
            host=config.host,
            port=config.port,
            ws=GuardedProtocol,
            ws_max_size=config.limits.message_bytes * 4,
            # Compression costs memory for every socket, and frames are small.
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            backlog=_BACKLOG,
            timeout_keep_alive=_KEEP_ALIVE_S,
            timeout_graceful_shutdown=_STOP_S,
            server_header=False,
            # The application reads these headers itself, where the operator says that they can be believed.
            proxy_headers=False,
            access_log=False,
            log_config=None,
            lifespan="on",
        ),
        serving,
        stopping,
    )
    server.run(sockets=[listener])
    if failed or not server.started:
        sys.exit(1)


def listening(config: Config) -> socket.socket:
    """Return a bound socket, so that a taken port is known before anything is started; port 0 finds a free one."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named as TCP: for others asyncio does not switch off Nagle's algorithm, and an ack behind an update waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows two servers could then listen at one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
        # Two that start at the same time can both bind a port, but not both listen.
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def _asked(exitcode: int) -> bool:
    """Return whether a process ended because it was told to."""
    return exitcode in {0, -signal.SIGTERM, -signal.SIGINT}


def _work(config: Config, listener: socket.socket, tell: Connection) -> None:
    """Run one worker; it reports when it is ready."""

    def ready() -> None:
        with contextlib.suppress(OSError), tell:
            tell.send(None)

    Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    serve_here(config, listener, ready)


def _end_with_parent() -> None:
    """Stop this worker if its parent is killed: nobody else would end it, and it would hold the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def serve_workers(
    config: Config, listener: socket.socket, workers: int, ready: Callable[[], None] = _nobody_asks
) -> None:
    """Serve with several processes behind one address; restart one that dies. Call `ready` once all serve.

    The first one shows whether the store can be used, and brings it up to date, before the others are started.
    """
    configure_logs()
    context = multiprocessing.get_context("spawn")
    processes: list[multiprocessing.process.BaseProcess] = []
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for process in processes:
            process.terminate()

    def start() -> tuple[multiprocessing.process.BaseProcess, Connection]:
        told, tell = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(config, listener, tell))
        process.start()
        # The worker's end is the only one then: if it dies before it serves, `told` comes to its end.
        tell.close()
        return process, told

    def serve(number: int) -> bool:
        """Start this many workers and wait until all are ready; return False if one fails."""
        started = [start() for _ in range(number)]
        processes.extend(process for process, _ in started)
        return all(_serves(told) for _, told in started)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    up = serve(1) and serve(workers - 1)
    if up:
        ready()
    while up and not stopping:
        multiprocessing.connection.wait([process.sentinel for process in processes])
        for place, process in enumerate(processes):
            if process.exitcode is not None and not _asked(process.exitcode):
                LOG.warning("worker ended with %s; starting another", process.exitcode)
                # What ended it may take a while to pass, such as a database that is away.
                time.sleep(_AGAIN_S)
                if not stopping:
                    processes[place], _ = start()
    failed = not (up or stopping)
    stop(signal.SIGTERM, None)
    for process in processes:
        process.join()
    sys.exit(failed)


def _serves(told: Connection) -> bool:
    """Wait for a worker's word that it serves; False if it ends without it."""
    with told:
        try:
            told.recv()
        except EOFError:
            return False
    return True

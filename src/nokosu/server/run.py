"""Running the application: one process, or several that share a PostgreSQL."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import socket
import sys
import time
from types import FrameType
from typing import Final

import uvicorn

from nokosu.server.app import make_app
from nokosu.server.config import Config
from nokosu.server.http.direct import DirectProtocol
from nokosu.server.logs import configure_logs
from nokosu.server.memory import calm_collector

LOG: Final = logging.getLogger("nokosu.server")
_BACKLOG: Final = 4096
_KEEP_ALIVE_S: Final = 20
_STOP_S: Final = 5
_AGAIN_S: Final = 1


def serve_here(config: Config, listener: socket.socket | None = None) -> None:
    """Serve in this process until it is told to stop."""
    configure_logs()
    failed = False

    def give_up() -> None:
        # Not by a signal: whoever watches this process has to see that nobody asked it to end.
        nonlocal failed
        failed = server.should_exit = True

    app = make_app(config, stop=give_up)
    calm_collector()
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host=config.host,
            port=config.port,
            http="h11",
            ws=DirectProtocol,
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
        )
    )
    server.run(sockets=[listener] if listener else None)
    if failed or not server.started:
        sys.exit(1)


def listening(config: Config) -> socket.socket:
    """A bound socket, so that a taken port is known before anything is started; port 0 finds a free one."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named as TCP: for others asyncio does not switch off Nagle's algorithm, and an ack behind an update waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def _asked(exitcode: int) -> bool:
    """Whether a process ended because it was told to."""
    return exitcode in {0, -signal.SIGTERM, -signal.SIGINT}


def serve_workers(config: Config, listener: socket.socket, workers: int) -> None:
    """Several processes behind one address; one that dies is started again."""
    configure_logs()
    context = multiprocessing.get_context("spawn")
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for process in processes:
            process.terminate()

    def start() -> multiprocessing.process.BaseProcess:
        process = context.Process(target=serve_here, args=(config, listener))
        process.start()
        return process

    processes = [start() for _ in range(workers)]
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while not stopping:
        multiprocessing.connection.wait([process.sentinel for process in processes])
        for place, process in enumerate(processes):
            if process.exitcode is not None and not _asked(process.exitcode):
                LOG.warning("worker ended with %s; starting another", process.exitcode)
                # What ended it may take a while to pass, such as a database that is away.
                time.sleep(_AGAIN_S)
                if not stopping:
                    processes[place] = start()
    for process in processes:
        process.join()

"""The web application: all handlers, made ready for a server to run."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from nokosu import __version__
from nokosu.server.bots.pool import Chooser
from nokosu.server.config import Config
from nokosu.server.http import (
    blocks,
    contests,
    daily,
    docs,
    doubts,
    errors,
    lobby,
    ops,
    people,
    puzzles,
    ratings,
    records,
    sessions,
    signing_in,
    socket,
    static,
    tables,
)
from nokosu.server.http.origin_guard import OriginGuard
from nokosu.server.http.timed import TimedRequests
from nokosu.server.server import Server
from nokosu.server.store import StoreFailed
from nokosu.server.time import Time

LOG: Final = logging.getLogger("nokosu.server")


def _stop() -> None:
    signal.raise_signal(signal.SIGTERM)


def make_app(
    config: Config,
    *,
    stop: Callable[[], None] = _stop,
    stopping: asyncio.Event | None = None,
    time: Time | None = None,
    chooser: Chooser | None = None,
) -> OriginGuard:
    """Return the application of one process. Its server starts and stops with it.

    `stop` is called where it cannot go on. Once `stopping` is set, requests that wait for news wait no longer.
    """

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        try:
            server = await Server.start(config, stop, time, chooser)
        except StoreFailed as error:
            LOG.critical("the store cannot be used: %s", error)
            # This says it all; the traceback that uvicorn would print helps no one.
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            raise
        app.state.server = server
        try:
            yield
        finally:
            await server.close()

    app = Litestar(
        route_handlers=[
            *(*people.HANDLERS, *blocks.HANDLERS, *doubts.HANDLERS, *sessions.HANDLERS, *signing_in.HANDLERS),
            *(*ops.HANDLERS, *lobby.HANDLERS, *tables.HANDLERS, *records.HANDLERS, *puzzles.HANDLERS),
            *(*daily.HANDLERS, *contests.HANDLERS, *ratings.HANDLERS),
            *(*socket.HANDLERS, *docs.HANDLERS, *static.HANDLERS),
        ],
        lifespan=[running],
        exception_handlers=errors.HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Nokosu Dice",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=config.limits.record_bytes,
        logging_config=None,
    )
    app.state.stopping = stopping or asyncio.Event()
    app.state.files = static.Files(static.FOLDER)
    app.state.docs = docs.Pages(docs.FOLDER)
    return OriginGuard(TimedRequests(app), config)

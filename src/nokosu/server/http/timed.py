"""How long requests take, for /metrics: from the request to the beginning of its answer."""

from __future__ import annotations

import time
from typing import Final

from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
"""Other methods share one series, so that clients cannot make up more."""


class TimedRequests:
    """An application whose answers are timed, by method and class of status."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a request that waits for news (`wait=`) is not counted."""
        waits = b"wait=" in scope.get("query_string", b"")
        # Litestar's type for a scope has no text for its kinds.
        if str(scope["type"]) != "http" or waits:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        asked = str(scope.get("method"))
        method = asked if asked in _METHODS else "other"

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = f"{message['status'] // 100}xx"
                metrics = self._app.state.server.deps.metrics
                metrics.http.labels(method, status).observe(time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, told)

"""/health and /metrics, for operators."""

from __future__ import annotations

import hmac
from typing import Final, Literal

from litestar import Response, get

from nokosu import __version__
from nokosu.core.errors import reason
from nokosu.server.http.context import AnyRequest, server_of
from nokosu.server.http.origin_guard import literal_host
from nokosu.table.refusal import Refused
from nokosu.wire.updates import Health

_STORE_S: Final = 2.0
"""How long /health waits for the store: a monitor wants to know now."""


@get("/health")
async def health(request: AnyRequest) -> Response[Health]:
    """Return whether this process serves; it asks the store."""
    server = server_of(request)
    if not await server.store_answers(_STORE_S):
        raise Refused(reason("server.busy"))
    status = 503 if server.stopping else 200
    state: Literal["ok", "stopping", "disk-full"] = "disk-full" if server.deps.disk_full else "ok"
    body = Health(
        status="stopping" if server.stopping else state, version=__version__, store=server.store.database.kind
    )
    return Response(body, status_code=status)


@get("/metrics")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Figures for Prometheus."""
    server = server_of(request)
    if not _operator(request):
        raise Refused(reason("server.operator-only"))
    return Response(server.deps.metrics.text(), media_type="text/plain; version=0.0.4")


def _operator(request: AnyRequest) -> bool:
    """Allow a caller by token or, without a proxy in front, from this machine."""
    config = server_of(request).config
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if config.operator_token is not None:
        return hmac.compare_digest(given.encode(), config.operator_token.encode())
    here = request.client is not None and request.client.host in {"127.0.0.1", "::1"}
    # A page in this machine's own browser may have pointed its name here.
    return here and not config.trusted_proxies and literal_host(request.headers.get("host", ""))


HANDLERS = (health, metrics)

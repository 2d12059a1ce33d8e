"""Before anything else: foreign origins are turned away, sockets before they are accepted; answers get headers."""

from __future__ import annotations

import logging
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from nokosu.locale import mark
from nokosu.server.config import Config

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; worker-src 'self'; manifest-src 'self'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
LOG: Final = logging.getLogger("nokosu.server.http")
_FOREIGN_ORIGIN: Final = mark("server.foreign-origin")
_ANSWER: Final = b'{"reason":{"message":"%b","params":{},"clause":null}}'
_FOREIGN_HOST: Final = mark("server.foreign-host")


class Gate:
    """An ASGI application before the application."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app = app
        self._origins = frozenset(config.origins)
        self._hosts = frozenset(config.hosts)
        self._behind_proxy = config.behind_proxy
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at where a request comes from."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        # Litestar's type for a scope has no text for its kinds.
        is_socket = str(scope["type"]) == "websocket"
        asks = is_socket or scope.get("method") not in SAFE
        if self._hosts and not self._known_host(headers.get(b"host", b"").decode("latin-1")):
            await _turn_away(_FOREIGN_HOST, is_socket, receive, send)
            return
        if asks and not self._ours(headers):
            await _turn_away(_FOREIGN_ORIGIN, is_socket, receive, send)
            return
        if not self._behind_proxy and b"x-forwarded-for" in headers and not self._warned:
            self._warned = True
            LOG.warning("a proxy sends X-Forwarded-For, but --behind-proxy is not set: limits count all people as one")
        added = [*HEADERS, HSTS] if self._under_tls(str(scope["scheme"]), headers) else HEADERS

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self._app(scope, receive, dressed)

    def _known_host(self, host: str) -> bool:
        """Return whether a request is for this server's name. A page can point its own name here, but no address."""
        name = urlsplit(f"//{host}").hostname if _host(f"//{host}") else None
        if name is None:
            return False
        return name in self._hosts or name == "localhost" or _is_address(name)

    def _under_tls(self, scheme: str, headers: dict[bytes, bytes]) -> bool:
        if self._behind_proxy:
            return headers.get(b"x-forwarded-proto", b"").split(b",")[0].strip() == b"https"
        return scheme in {"https", "wss"}

    def _ours(self, headers: dict[bytes, bytes]) -> bool:
        """Programs send no Origin; browsers always do when it matters."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        return text in self._origins or _host(text) == headers.get(b"host", b"").decode("latin-1") != ""


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        # No address at all, such as http://[
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _turn_away(why: str, is_socket: bool, receive: Receive, send: Send) -> None:  # noqa: FBT001  which of the two protocols
    if is_socket:
        await receive()
        # Closing before accepting: the browser sees a refused handshake (403).
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": _ANSWER % why.encode(), "more_body": False})

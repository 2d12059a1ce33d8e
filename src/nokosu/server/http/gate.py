"""Before anything else: foreign origins are turned away, sockets before they are accepted; answers get headers."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from nokosu.locale import mark

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
_REFUSED: Final = b'{"reason":{"message":"%b","params":{},"clause":null}}' % mark("server.foreign-origin").encode()


class Gate:
    """An ASGI application before the application."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at where a request comes from."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        # Litestar's type for a scope has no text for its kinds.
        is_socket = str(scope["type"]) == "websocket"
        asks = is_socket or scope.get("method") not in SAFE
        if asks and not self._ours(headers):
            await _turn_away(is_socket, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self._app(scope, receive, dressed)

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


async def _turn_away(is_socket: bool, receive: Receive, send: Send) -> None:  # noqa: FBT001  which of the two protocols
    if is_socket:
        await receive()
        # Closing before accepting: the browser sees a refused handshake (403).
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSED, "more_body": False})

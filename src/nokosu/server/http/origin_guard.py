"""Before anything else: requests wait for their turn, and foreign origins are turned away; answers get headers."""

from __future__ import annotations

import asyncio
import logging
from ipaddress import ip_address, ip_network
from time import thread_time
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from nokosu.locale import mark
from nokosu.server.addresses import FORWARDED, FORWARDED_FOR, UNKNOWN, client_address, client_scheme, limited_as
from nokosu.server.config import Config
from nokosu.server.door import PATIENCE_S, PAYER, REQUEST_S, Account, Cost, Door, Metered
from nokosu.server.http.connections import HSTS
from nokosu.server.http.guarded import ACCOUNT

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
NO_STORE: Final = (b"cache-control", b"no-store")
"""For every answer that does not say otherwise."""
PIECE: Final = 262_144
"""Bytes of an answer that are written at once: a client that takes so many in time is slow, but not dead."""
LOG: Final = logging.getLogger("nokosu.server.http")
_FOREIGN_ORIGIN: Final = mark("server.foreign-origin")
_ANSWER: Final = b'{"reason":{"message":"%b","params":{},"clause":null}}'
_FOREIGN_HOST: Final = mark("server.foreign-host")
_TOO_MANY: Final = mark("server.too-many")
_BAD_REQUEST: Final = mark("server.bad-request")
_PRIVATE: Final = (".local", ".lan", ".internal", ".home.arpa", ".test", ".localhost")
"""Names of machines in a local network: nobody can register one and point it here."""


class Client(NamedTuple):
    """Where a request comes from, as limits count it, and whether the browser used TLS."""

    address: str
    secure: bool


class OriginGuard:
    """An ASGI application before the application."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app = app
        self._config = config
        self._origins = frozenset(config.origins)
        self._hosts = frozenset(config.hosts)
        self._proxy_header = config.proxy_header.encode()
        self._warned = False
        self._said = False
        self.door = Door(config.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at where a request comes from."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        # Litestar's type for a scope has no text for its kinds.
        is_socket = str(scope["type"]) == "websocket"
        began = thread_time()
        client = self._client(scope)
        scope["nokosu_client"] = client  # type: ignore[typeddict-unknown-key]  # a scope may carry more
        account = self.door.account(client.address)
        # Its headers have been read before it is known whose they are.
        account.spend(Cost.LOOP, thread_time() - began)
        PAYER.set(account)
        dressed = _dressed(send, account, secure=client.secure)
        if not await self._turn(account):
            await _turn_away(_TOO_MANY, 429, is_socket, receive, dressed)
            return
        if "\0" in scope["path"]:
            # Nothing here has such a name, and PostgreSQL cannot even be asked for one.
            await _turn_away(_BAD_REQUEST, 400, is_socket, receive, dressed)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        asks = is_socket or scope.get("method") not in SAFE
        if not self._known_host(headers.get(b"host", b"").decode("latin-1")):
            await _turn_away(_FOREIGN_HOST, 403, is_socket, receive, dressed)
            return
        if asks and not self._ours(headers):
            await _turn_away(_FOREIGN_ORIGIN, 403, is_socket, receive, dressed)
            return
        if is_socket and (belongs := (scope.get("extensions") or {}).get(ACCOUNT)):
            belongs(account)  # type: ignore[operator]  # http/guarded.py put it there
        await Metered(self._app(scope, receive, dressed), account)  # type: ignore[arg-type]  # it is a coroutine

    async def _turn(self, account: Account) -> bool:
        """Behind a proxy, wait here for one's turn; without one, that was done before the request was parsed."""
        if not self._config.trusted_proxies:
            return True
        wait = account.wait()
        if wait > PATIENCE_S:
            return False
        account.spend(Cost.LOOP, REQUEST_S)
        if wait > 0:
            await asyncio.sleep(wait)
        return True

    def _client(self, scope: Scope) -> Client:
        """Return where a request comes from, and how: from the connection, or from what the operator's proxies say."""
        headers, hops = scope["headers"], self._config.trusted_proxies
        if hops:
            place = client_address(headers, hops, self._proxy_header)
            if place == UNKNOWN and not self._warned:
                self._warned = True
                LOG.warning("the proxies do not say where a request comes from (%s): see --trusted-proxies", hops)
            secure = client_scheme(headers, self._proxy_header) == "https"
            if place != UNKNOWN and not self._said:
                self._said = True
                LOG.info(
                    "the first request through %s: %s", _many(hops, "proxy", "proxies"), _seen(place, secure=secure)
                )
            return Client(place, secure)
        if not self._warned and any(name.lower() in {FORWARDED_FOR, FORWARDED} for name, _ in headers):
            self._warned = True
            LOG.warning(
                "a proxy says where requests come from, but --trusted-proxies is not set: all people count as one"
            )
        host = scope.get("client")
        return Client(limited_as(host[0]) if host else "local", str(scope["scheme"]) in {"https", "wss"})

    def _known_host(self, host: str) -> bool:
        """Return whether a request is for this server's name. A page can point its own name here, but no address."""
        name = urlsplit(f"//{host}").hostname if _host(f"//{host}") else None
        if name is None:
            # A proxy's own probes may lack it; browsers and everything that speaks HTTP/1.1 send one.
            return not self._hosts and not host
        if name in self._hosts or _is_local(name):
            return True
        # Without --allowed-host: any name that a proxy passes on; without a proxy, names that nobody can register.
        return not self._hosts and (bool(self._config.trusted_proxies) or "." not in name or name.endswith(_PRIVATE))

    def _ours(self, headers: dict[bytes, bytes]) -> bool:
        """Programs send no Origin; browsers always do when it matters."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        return text in self._origins or _host(text) == headers.get(b"host", b"").decode("latin-1") != ""


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _seen(place: str, *, secure: bool) -> str:
    """Describe a client without its address; with a wrong number of proxies, it would be a proxy's private one."""
    kind = "a private" if ip_network(place).is_private else "a public"
    return f"it comes from {kind} address, {'with' if secure else 'without'} TLS"


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        # No address at all, such as http://[
        return ""


def _is_local(name: str) -> bool:
    """Return whether a name is localhost or an address."""
    try:
        return name == "localhost" or bool(ip_address(name))
    except ValueError:
        return False


def literal_host(host: str) -> bool:
    """Return whether a Host header names this machine itself: a page cannot point its own name at that."""
    name = urlsplit(f"//{host}").hostname if _host(f"//{host}") else None
    return name is not None and _is_local(name)


def _dressed(send: Send, account: Account, *, secure: bool) -> Send:
    """Add the headers that every answer has, and count its bytes; write long ones in pieces."""
    added = [*HEADERS, HSTS] if secure else HEADERS

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message["headers"])
            stored = any(name.lower() == b"cache-control" for name, _ in given)
            message["headers"] = [*given, *added, *(() if stored else (NO_STORE,))]
        elif message["type"] == "http.response.body":
            body, start = message.get("body", b""), 0
            account.spend(Cost.BYTES_OUT, len(body))
            while len(body) - start > PIECE:
                await send({"type": "http.response.body", "body": body[start : start + PIECE], "more_body": True})
                start += PIECE
            message["body"] = body[start:]
        await send(message)

    return dressed


async def _turn_away(why: str, status: int, is_socket: bool, receive: Receive, send: Send) -> None:  # noqa: FBT001  which of the two protocols
    if is_socket:
        await receive()
        # Closing before accepting: the browser sees a refused handshake (403).
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": _ANSWER % why.encode(), "more_body": False})

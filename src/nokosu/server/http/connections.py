"""Connections below the requests: how many, how much, and for how long one may keep silent.

uvicorn waits for ever for a request that does not come, or that comes a byte at a time. Here a connection is closed
whose request is not complete in time or whose answer is not taken; an address has so many, and what it sends waits at
the door (server/door.py) before it is parsed; and some descriptors are never given to connections, so that bots can be
started and files opened whatever strangers do.
"""

from __future__ import annotations

import logging
import re
from asyncio import TimerHandle, Transport
from time import thread_time
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from nokosu.locale import mark
from nokosu.server.addresses import client_address, limited_as
from nokosu.server.config import Config
from nokosu.server.door import PATIENCE_S, READ_S, REQUEST_S, STEP_S, Account, Cost, Door

LOG: Final = logging.getLogger("nokosu.server.http")
RESERVE: Final = 128
"""Descriptors for the database, bots and files."""
_MOST_DESCRIPTORS: Final = 65_536
_SAID_AGAIN_S: Final = 60.0
_INCOMPLETE: Final = {h11.IDLE, h11.SEND_BODY}
_END: Final = re.compile(rb"\n\r?\n")
_PIECE: Final = 16_384
"""Bytes parsed between two looks at the budget."""
_CHUNKED_PIECE: Final = 512
"""The same for chunked bodies, which cost by the number of chunks: a read of 256 kB may have 40,000."""
_DEAF_S: Final = 2.0
"""How long a client may go on sending a body that nobody reads, before the connection is closed."""
HSTS: Final = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
"""For answers over TLS; browsers take no notice of it elsewhere."""


def refusal(status: str, message: str) -> bytes:
    """Return a whole answer that is written without looking at the request; the connection is closed behind it."""
    secure = b": ".join(HSTS).decode()
    body = f'{{"reason":{{"message":"{message}","params":{{}},"clause":null}}}}'
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\nretry-after: 5\r\n"
        f"x-content-type-options: nosniff\r\n{secure}\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}"
    ).encode()


TOO_MANY: Final = refusal("429 Too Many Requests", mark("server.too-many"))
TOO_LARGE: Final = refusal("431 Request Header Fields Too Large", mark("server.headers-too-large"))
BROKEN: Final = refusal("400 Bad Request", mark("server.bad-request"))


def most_connections() -> int:
    """Return the number of descriptors, less a reserve, after raising this process's limit as far as it goes."""
    try:
        import resource  # noqa: PLC0415  not on Windows, which has no such limit
    except ImportError:
        return _MOST_DESCRIPTORS - RESERVE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(RESERVE, soft - RESERVE)


class Connections:
    """Counts them, in all and per address. Behind a proxy all of them come from the proxy's address."""

    def __init__(self, most: int, per_address: int | None) -> None:
        self._most = most
        self._per_address = per_address
        self._open = 0
        self._full_since: float | None = None

    def admit(self, account: Account, now: float) -> bool:
        """Count a new one; return False if there are too many, or too many at once."""
        account.connections += 1
        self._open += 1
        if self._open > self._most:
            if self._full_since is None or now - self._full_since > _SAID_AGAIN_S:
                LOG.warning("%d connections are open: refusing more until some are closed", self._most)
                self._full_since = now
            return False
        if self._per_address is None:
            return True
        if account.connections > self._per_address or account.wait(Cost.CONNECTS, Cost.BROKEN) > 0:
            return False
        account.spend(Cost.CONNECTS, 1)
        return True

    def closed(self, account: Account) -> None:
        """Count one that is closed."""
        account.connections -= 1
        self._open -= 1
        if self._full_since is not None and self._open < self._most:
            LOG.warning("accepting connections again")
            self._full_since = None


class ServingConfig(uvicorn.Config):
    """uvicorn's settings, with ours beside them, where its protocols find them."""

    def __init__(self, app: Any, config: Config, most: int, **more: Any) -> None:  # noqa: ANN401  as uvicorn takes them
        limits = config.limits
        super().__init__(app, http=PatientProtocol, h11_max_incomplete_event_size=limits.header_bytes, **more)
        self.request_s = limits.request_s
        self.headers_most = limits.headers
        self.header_bytes = limits.header_bytes
        self.hops, self.proxy_header = config.trusted_proxies, config.proxy_header.encode()
        self.direct = not self.hops
        """Whether a connection's address is its client's."""
        self.door: Door = app.door
        self.open = Connections(most, limits.connections if self.direct else None)

    def account_of(self, client: tuple[str, int] | None) -> Account:
        """Return the account of a connection; behind a proxy, of the proxy."""
        return self.door.account(limited_as(client[0]) if client else "local")

    def forwarded_account(self, headers: list[tuple[bytes, bytes]]) -> Account:
        """Return the account of the client that the proxies name."""
        return self.door.account(client_address(headers, self.hops, self.proxy_header))


class PatientProtocol(H11Protocol):
    """uvicorn's protocol, whose patience ends."""

    account: Account
    _late: TimerHandle | None = None
    _stuck: TimerHandle | None = None
    _turn: TimerHandle | None = None
    _handed_on = False
    _deaf = False
    _held = b""
    _head_bytes = 0
    _head_lines = 0
    _head_end = b""
    _paid = 0.0
    """What the request being parsed has paid for in advance."""
    _payer: Account | None = None
    """Who pays for parsing a body."""
    _piece = _PIECE

    @property
    def _ours(self) -> ServingConfig:
        return cast(ServingConfig, self.config)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.account = self._ours.account_of(self.client)
        if self._ours.open.admit(self.account, self.loop.time()):
            self._expect()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Count what came; a request waits here for its turn, before it is parsed."""
        if self._ours.direct:
            self.account.spend(Cost.BYTES_IN, len(data))
        if self._deaf:
            if self.account.wait() > 0:
                self.transport.abort()
            return
        if self._turn is not None:
            self._hold(self._held + data)
            return
        if self._ours.direct:
            fresh = self.conn.their_state is h11.IDLE and not self._head_bytes
            wait = self.account.wait()
            if wait > PATIENCE_S:
                self._refuse(TOO_MANY)
                return
            self.account.spend(Cost.LOOP, REQUEST_S if fresh else READ_S)
            self._paid = REQUEST_S if fresh else READ_S
            if wait > 0:
                self._hold(data, wait)
                return
        self._parse(data)

    def _hold(self, data: bytes, wait: float = 0) -> None:
        """Parse this later, and read nothing until then."""
        self._held = data
        self.transport.pause_reading()
        if self._turn is None:
            self._turn = self.loop.call_later(wait, self._go_on)

    def _go_on(self) -> None:
        self._turn, held, self._held = None, self._held, b""
        if not self.transport.is_closing():
            if not self.flow.read_paused:
                self.transport.resume_reading()
            self._parse(held)

    def _parse(self, data: bytes) -> None:
        """Parse as much as there is budget for; its sender pays for the time, and others have their turn in between."""
        start, spent = 0, 0.0
        while start < len(data) and not (self._handed_on or self._deaf or self.transport.is_closing()):
            piece = data[start : start + self._piece]
            start += len(piece)
            began = thread_time()
            self._parse_piece(piece)
            took = thread_time() - began
            spent += took
            payer = self.account if self._ours.direct else self._payer
            if payer is None:
                continue
            payer.spend(Cost.LOOP, max(0.0, took - self._paid))
            self._paid = max(0.0, self._paid - took)
            if not self._ours.direct:
                # Of a request's head it is not known yet whose bytes they are; it is short.
                payer.spend(Cost.BYTES_IN, len(piece))
            wait = payer.wait(Cost.LOOP, Cost.BYTES_IN)
            if wait > PATIENCE_S:
                self._refuse(TOO_MANY)
            elif start < len(data) and (wait > 0 or spent > STEP_S):
                self._hold(data[start:], max(wait, 0.0))
                return

    def _parse_piece(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE:
            self._payer, self._piece = None, _PIECE
            if not self._head_fits(data):
                self._refuse(TOO_LARGE)
                return
        super().data_received(data)
        if self._handed_on or self.transport.is_closing():
            return
        if self.conn.their_state is not h11.IDLE:
            self._head_bytes, self._head_lines, self._head_end = 0, 0, b""
        if self.conn.their_state is h11.SEND_BODY and self._payer is None:
            self._payer = self.account if self._ours.direct else self._ours.forwarded_account(self.headers)
            self._piece = _CHUNKED_PIECE if self._chunked() else _PIECE
        if self.conn.their_state in _INCOMPLETE:
            self._expect()
        else:
            self._calm()

    def _chunked(self) -> bool:
        return any(name == b"transfer-encoding" for name, _ in self.headers)

    def _head_fits(self, data: bytes) -> bool:
        """Return whether the headers so far are few and short: counting is a thousand times cheaper than parsing."""
        joined = self._head_end + data
        end = _END.search(joined)
        head = joined[: end.start() + 1] if end else joined
        self._head_lines += head.count(b"\n") - self._head_end.count(b"\n")
        self._head_bytes += max(len(head) - len(self._head_end), 0)
        self._head_end = joined[-3:]
        return self._head_lines <= self._ours.headers_most + 1 and self._head_bytes <= self._ours.header_bytes

    def _refuse(self, answer: bytes) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle.response_started and not cycle.response_complete:
            self.transport.abort()
            return
        self.transport.write(answer)
        self.transport.close()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  uvicorn's words
        """Charge what is not HTTP more than a request; after a few, answer nothing."""
        self.account.spend(Cost.BROKEN, 1)
        if not self.transport.is_closing():
            self._refuse(BROKEN)

    def on_response_complete(self) -> None:
        """Close the connection of a client that does not wait for answers: each request has its turn at the door.

        A chunked body that nobody has read is not parsed any more: what still comes is dropped for a while, so that
        the client reads the answer, and the connection is closed.
        """
        if self.conn.their_state is h11.SEND_BODY and self._chunked():
            self._deaf, self._held = True, b""
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self.loop.call_later(_DEAF_S, self.transport.abort)
            self.flow.resume_reading()
            return
        if self.conn.trailing_data[0] or (self._held and self.conn.their_state is not h11.SEND_BODY):
            self.transport.close()
        super().on_response_complete()

    def _expect(self) -> None:
        """Expect the rest of a request soon."""
        if self._late is None:
            self._late = self.loop.call_later(self._ours.request_s, self.transport.abort)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._calm()
        self._handed_on = True
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Called when the peer does not take what was written."""
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(self._ours.request_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        for timer in (self._stuck, self._turn):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._ours.open.closed(self.account)

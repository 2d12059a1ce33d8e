"""Protect sockets from floods, dead peers and broken handshakes, below the messages that http/socket.py reads.

Rubbish before the handshake is answered or behind a closing frame, requests that the WebSocket library does not take,
floods of frames that are not messages, peers that never take what was written to them: each
of them ends one connection, without a word in the log.

Finished frames go straight to the transport. Through ASGI every frame wakes a task, passes five coroutines, is decoded
to text and encoded again: measured, that is half of what sending costs, and a move is sent to everybody at its table.
The queue of a slow subscriber stays where it is (http/socket.py): what cannot be written at once goes through ASGI,
which waits for the network.
"""

from __future__ import annotations

import struct
from asyncio import BaseTransport, Handle, TimerHandle
from collections.abc import Callable, Mapping
from time import thread_time
from typing import Any, Final, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from nokosu.server.door import PATIENCE_S, READ_S, REQUEST_S, STEP_S, Account, Cost
from nokosu.server.http.connections import ServingConfig
from nokosu.server.limits import Bucket

_PIECE: Final = 512
"""Bytes parsed between two looks at the budget: a whole read of empty frames takes half a second."""
_WAITING_MOST: Final = 16
"""Messages that wait for the application, before more are parsed."""
_FRAMES_A_SECOND: Final = 20.0
_FRAMES_AT_ONCE: Final = 300.0
"""Pings, pongs and fragments, which cost time but are not messages."""
_FLOOD: Final = 1008
ACCOUNT: Final = "nokosu.account"
"""In a scope's extensions: called with the account of a socket's address."""
_EXTENSION: Final = "nokosu.write_text"
_TEXT: Final = 0x81
_SHORT: Final = 126
_LONG: Final = 65_536
_NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

Write = Callable[[bytes], bool]
"""Write a text frame now; return False if it has to wait or the client is gone."""


class GuardedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, which gives up on such a peer, and lets the application write a text frame at once."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401  whatever uvicorn gives its protocols
        super().__init__(*args, **more)
        self._heard = self.loop.time()
        self._frames = Bucket(_FRAMES_A_SECOND, _FRAMES_AT_ONCE, self._heard)
        self._lingering: TimerHandle | None = None
        self.account: Account | None = None
        """Whose share of the server this socket uses; known once its request has been looked at."""
        self._turn: Handle | None = None
        self._held = b""
        self._served = False

    def handle_connect(self, event: Request) -> None:
        """Let the application say whose socket it is (behind a proxy, only headers do) and write at once."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[ACCOUNT], extensions[_EXTENSION] = self._belong, self.write_text

    def connection_made(self, transport: BaseTransport) -> None:
        """Without a proxy, the connection says whose socket it is."""
        super().connection_made(transport)
        if isinstance(self.config, ServingConfig) and self.config.direct:
            self.account = self.config.account_of(self.client)

    def _belong(self, account: Account) -> None:
        self.account = account
        if self._held and self._turn is None:
            self._turn = self.loop.call_soon(self._go_on)

    def data_received(self, data: bytes) -> None:
        """Wait for one's turn at the door, then parse."""
        self._heard = self.loop.time()
        if not (self.handshake_initiated and isinstance(self.config, ServingConfig)):
            # The request that the HTTP protocol has parsed, paid for and passes on.
            self._parse(data)
            return
        if self.account is not None:
            self.account.spend(Cost.BYTES_IN, len(data))
            self.account.spend(Cost.LOOP, READ_S)
        if self._turn is not None or self._held or self.account is None:
            self._hold(self._held + data)
            return
        wait = self.account.wait()
        if wait > PATIENCE_S:
            self.transport.abort()
        elif wait > 0:
            self._hold(data, wait)
        else:
            self._parse(data)

    def _hold(self, data: bytes, wait: float | None = None) -> None:
        """Parse this later, and read nothing until then."""
        self._held = data
        self.transport.pause_reading()
        if wait is not None and self._turn is None:
            self._turn = self.loop.call_later(wait, self._go_on)

    def _go_on(self) -> None:
        self._turn, held, self._held = None, self._held, b""
        if self.transport.is_closing():
            return
        self._parse(held)
        if not (self._held or self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Parse what waits once the application has taken everything before it."""
        message = await super().receive()
        if self._held and not self.read_paused:
            self.transport.pause_reading()
            if self._turn is None:
                self._turn = self.loop.call_soon(self._go_on)
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send; do not wait for the goodbye of a client that still has a backlog when the application closes."""
        await super().send(message)
        if self._held and self.close_sent:
            self.transport.close()

    def _parse(self, data: bytes) -> None:
        """Parse as much as there is budget for; its sender pays for the time, and others have their turn in between."""
        start, spent = 0, 0.0
        while start < len(data) and not self.transport.is_closing():
            piece = data[start : start + _PIECE]
            start += len(piece)
            began = thread_time()
            super().data_received(piece)
            took = thread_time() - began
            spent += took
            if self.account is None or not self.handshake_initiated:
                continue
            self.account.spend(Cost.LOOP, took)
            wait = self.account.wait(Cost.LOOP)
            if wait > PATIENCE_S:
                self.transport.abort()
            elif start < len(data) and self.queue.qsize() >= _WAITING_MOST and not self.close_sent:
                self._hold(data[start:])
                return
            elif start < len(data) and (wait > 0 or spent > STEP_S):
                self._hold(data[start:], max(wait, 0.0))
                return
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # Too many or too long headers for the WebSocket library: nothing else would answer.
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def handle_parser_exception(self) -> None:
        """Close without a frame what breaks the protocol before the handshake is answered."""
        if self.conn.close_sent is None:
            self.close_sent = True
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def handle_text(self, event: Frame) -> None:
        """Pass text on as bytes; invalid UTF-8 shows when it is parsed as JSON."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Charge a whole message, of however many frames, for its handling."""
        if self.account is not None:
            self.account.spend(Cost.LOOP, REQUEST_S)
        super().send_receive_event_to_app()

    def write_text(self, frame: bytes) -> bool:
        """Write a text frame at once: RFC 6455, 5.2, whole and not masked. Return False if it has to wait."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        length = len(frame)
        if length < _SHORT:
            head = bytes((_TEXT, length))
        elif length < _LONG:
            head = struct.pack(">BBH", _TEXT, 126, length)
        else:
            head = struct.pack(">BBQ", _TEXT, 127, length)
        self.transport.write(head + frame)
        if self.account is not None:
            self.account.spend(Cost.BYTES_OUT, length)
        return True

    # Floods

    def handle_cont(self, event: Frame) -> None:
        if self._bearable():
            super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        if self._bearable():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        if self._bearable():
            super().handle_ping()

    def _bearable(self) -> bool:
        if self._frames.take(self.loop.time()):
            return True
        if not self.close_sent:
            if self.conn.state is State.OPEN:
                self.conn.fail(_FLOOD)
            self.handle_parser_exception()
        return False

    # Keepalive

    def send_keepalive_ping(self) -> None:
        """Skip the ping for recently active sockets: at a busy table, nearly all are."""
        assert self.ping_interval is not None
        silent = self.loop.time() - self._heard
        if silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    # Dead peers: a closing socket would wait for its output to be read, however long that takes

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.writable.is_set():
            self.transport.abort()
        elif not self.disconnected:
            self._lingering = self.loop.call_later(2 * self.close_timeout, self.transport.abort)
        self._served = True
        self._let_go()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._lingering, self._turn):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        if isinstance(self.config, ServingConfig):
            self.config.open.closed(self.config.account_of(self.client))
        self._let_go()

    def _let_go(self) -> None:
        """Break the cycles of a socket that is over, so that it is freed at once: nothing else would (memory.py)."""
        if self._served and self.disconnected:
            cast(dict[str, Any], self.scope).clear()
            self.conn.parser.close()


def write_now(scope: Mapping[str, Any]) -> Write | None:
    """Return how to write at once to the socket of this scope, where the server in front of the application can."""
    write: Write | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return write

"""What uvicorn's WebSockets leave open, below the messages that http/socket.py looks at.

Rubbish before the handshake is answered or behind a closing frame, requests that the WebSocket library does not take,
floods of frames that are no messages, peers that never take what was written to them: each of them ends one connection,
without a word in the log.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from nokosu.server.http.connections import ServingConfig, host_of
from nokosu.server.limits import Bucket

_SLICE: Final = 4_096
"""Bytes parsed before the next flood check: a whole read of empty frames takes half a second."""
_FRAMES_A_SECOND: Final = 20.0
_FRAMES_AT_ONCE: Final = 300.0
"""Pings, pongs and fragments, which cost time but are not messages."""
_FLOOD: Final = 1008
_NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class GuardedProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, which gives up on such a peer."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401  whatever uvicorn gives its protocols
        super().__init__(*args, **more)
        self._heard = self.loop.time()
        self._frames = Bucket(_FRAMES_A_SECOND, _FRAMES_AT_ONCE, self._heard)
        self._lingering: TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # Too many or too long headers for the WebSocket library: nothing else would answer.
            self.transport.write(_NO_HANDSHAKE)
            self.transport.close()

    def handle_parser_exception(self) -> None:
        """What breaks the protocol before the handshake is answered cannot be answered by a closing frame."""
        if self.conn.close_sent is None:
            self.close_sent = True
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def handle_text(self, event: Frame) -> None:
        """Pass text on as bytes; invalid UTF-8 shows when it is parsed as JSON."""
        self.handle_bytes(event)

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

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._lingering:
            self._lingering.cancel()
        super().connection_lost(exc)
        if isinstance(self.config, ServingConfig):
            self.config.open.closed(host_of(self.client))

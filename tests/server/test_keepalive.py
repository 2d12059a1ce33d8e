"""Who is silent is asked whether they are there, and nobody else; with the clock in hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from nokosu.server.http.guarded import GuardedProtocol

INTERVAL = 20.0
PING = 0x89
PONG = b"\x8a\x84\0\0\0\0"
WORD = PONG + b"here"
"""Anything that is not an answer to a question."""
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Timer:
    """A call that is due, unless it is cancelled."""

    def __init__(self, due: float, call: Callable[[], None]) -> None:
        self.due = due
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class HandLoop:
    """An event loop whose time passes when the test says so, and that runs nothing but timers."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + delay, call))
        return self.timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None]) -> Line:
        work.close()  # the application has no part in this
        return Line()

    def until(self, moment: float) -> None:
        """Let time pass, with everything that is due on the way."""
        while due := [timer for timer in self.timers if not timer.cancelled and timer.due <= moment]:
            first = min(due, key=lambda timer: timer.due)
            self.timers.remove(first)
            self.now = first.due
            first.call()
        self.now = moment


class Line:
    """A transport that keeps what is written, and a task that is done at once."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def get_write_buffer_size(self) -> int:
        return 0

    def get_extra_info(self, _name: str) -> None:
        return None

    def add_done_callback(self, _call: object) -> None:
        """Nothing waits for it."""

    @property
    def pings(self) -> list[bytes]:
        return [data for data in self.written if data and data[0] == PING]


class Peer:
    """Somebody at a table, as the server's protocol sees them."""

    def __init__(self, kind: type[GuardedProtocol]) -> None:
        self.loop, self.line = HandLoop(), Line()
        config = uvicorn.Config(_nobody, ws_ping_interval=INTERVAL, ws_ping_timeout=INTERVAL, log_config=None)
        self.protocol = kind(config, ServerState(), {}, self.loop)
        self.protocol.connection_made(self.line)  # type: ignore[arg-type]  # all that is used of a transport
        self.protocol.data_received(HANDSHAKE)
        asyncio.run(self.protocol.send({"type": "websocket.accept", "subprotocol": None, "headers": []}))

    def says(self, data: bytes, at: float) -> None:
        self.loop.until(at)
        self.protocol.data_received(data)


async def _nobody(_scope: object, _receive: object, _send: object) -> None:
    """An application that is never run."""


def asked_too_soon(kind: type[GuardedProtocol]) -> bool:
    """Whether somebody who spoke is pinged before they have been silent for long."""
    peer = Peer(kind)
    for moment in (5.0, 19.0, 38.0):
        peer.says(WORD, moment)
    peer.loop.until(38.0 + INTERVAL - 0.1)
    return bool(peer.line.pings)


def test_who_speaks_is_not_asked_and_who_is_silent_is() -> None:
    assert not asked_too_soon(GuardedProtocol)
    peer = Peer(GuardedProtocol)
    peer.says(WORD, 5.0)
    peer.loop.until(5.0 + INTERVAL)
    assert len(peer.line.pings) == 1
    # The answer is heard as well: the next question comes when that is long ago.
    peer.says(PONG + peer.line.pings[0][2:], 26.0)
    peer.loop.until(26.0 + INTERVAL - 0.1)
    assert len(peer.line.pings) == 1
    peer.loop.until(26.0 + INTERVAL)
    assert len(peer.line.pings) == 2
    assert not peer.line.closed


def test_who_does_not_answer_is_gone() -> None:
    peer = Peer(GuardedProtocol)
    peer.loop.until(2 * INTERVAL - 0.1)
    assert (len(peer.line.pings), peer.line.closed) == (1, False)
    peer.loop.until(2 * INTERVAL)
    assert peer.line.closed


def test_a_protocol_that_asks_everybody_is_found() -> None:
    class Deaf(GuardedProtocol):
        def data_received(self, data: bytes) -> None:
            heard = self._heard
            super().data_received(data)
            self._heard = heard

    assert asked_too_soon(Deaf)

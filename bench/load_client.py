"""A WebSocket client that costs little, so that thousands fit beside the server that they measure."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Final, cast

_TEXT: Final = 0x81
_PONG: Final = 0x8A
_MASKED: Final = 0x80
_SHORT: Final = 126


class LoadSocket(asyncio.Protocol):
    """One socket: calls `received` with every text frame. Frames of a server are never masked nor split here."""

    def __init__(self, path: str, host: str, cookie: str, received: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"{f'Cookie: {cookie}' if cookie else 'X-Nobody: yes'}\r\n\r\n"
        )
        self._received = received
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.open = False
        self.opened = asyncio.Event()
        """Set once the socket is open or has failed to open."""
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request.encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  asyncio's signature
        self.closed = True
        self.opened.set()

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            del self._buffer[: end + 4]
            self.open = True
            self.opened.set()
        self._frames()

    def _frames(self) -> None:
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            length, head = buffer[start + 1], 2
            if length == _SHORT:
                if len(buffer) - start < 4:
                    break
                (length,), head = struct.unpack_from(">H", buffer, start + 2), 4
            elif length > _SHORT:
                if len(buffer) - start < 10:
                    break
                (length,), head = struct.unpack_from(">Q", buffer, start + 2), 10
            end = start + head + length
            if len(buffer) < end:
                break
            kind, body = buffer[start], bytes(buffer[start + head : end])
            start = end
            if kind == _TEXT:
                self._received(body)
            elif kind & 0x0F == 0x9:
                self._write(_PONG, body)
        del buffer[:start]

    def send(self, text: bytes) -> None:
        self._write(_TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        assert self._transport is not None
        size = (
            bytes([_MASKED | len(body)])
            if len(body) < _SHORT
            else bytes([_MASKED | _SHORT]) + struct.pack(">H", len(body))
        )
        # A mask of zeros is a mask, and costs nothing.
        self._transport.write(bytes([kind]) + size + b"\0\0\0\0" + body)

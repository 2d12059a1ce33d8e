"""A WebSocket client without manners: it sends whatever bytes it is told to, and says how the connection ended."""

from __future__ import annotations

import asyncio
import base64
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from tests.server.serving import Running

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
PROTOCOL, TEXT_WANTED, FORBIDDEN, TOO_LONG, TOO_SLOW = 1002, 1007, 1008, 1009, 1013
"""Codes with which the server hangs up."""
_KEY = b"\x11\x22\x33\x44"
PATIENCE_S = 200


def frame(
    opcode: int, data: bytes = b"", *, fin: bool = True, rsv: int = 0, masked: bool = True, length: int | None = None
) -> bytes:
    """RFC 6455, 5.2; with a length that may be a lie."""
    said = len(data) if length is None else length
    head = bytes([fin << 7 | rsv << 4 | opcode])
    mask = masked << 7
    if said < 126:
        head += bytes([mask | said])
    elif said < 1 << 16:
        head += struct.pack(">BH", mask | 126, said)
    else:
        head += struct.pack(">BQ", mask | 127, said)
    if not masked:
        return head + data
    return head + _KEY + bytes(byte ^ _KEY[place % 4] for place, byte in enumerate(data))


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, struct.pack(">H", code) + reason)


def request(running: Running, path: str, headers: Mapping[str, str | None] | None = None, more: bytes = b"") -> bytes:
    """A handshake; headers with None are left out, `more` is put behind the others as it is."""
    said = {
        "Host": running.address,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **(headers or {}),
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items() if value is not None)]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n" + more + b"\r\n"


class Raw:
    """A connection."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        """As far as anybody takes it."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                self._writer.write(data)
                await self._writer.drain()
        except ConnectionError:
            return

    async def status(self) -> int:
        """Read the answer to a handshake; 0 where the connection ended without one."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                head = await self._reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return 0
        return int(head.split(b" ", 2)[1])

    async def messages(self) -> AsyncIterator[tuple[int, bytes]]:
        """Frames of the server, opcode and data, until the connection ends."""
        try:
            while True:
                opcode, length = await self._exactly(2)
                if length == 126:
                    (length,) = struct.unpack(">H", await self._exactly(2))
                elif length == 127:
                    (length,) = struct.unpack(">Q", await self._exactly(8))
                yield opcode & 15, await self._exactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            return

    async def _exactly(self, number: int) -> bytes:
        async with asyncio.timeout(PATIENCE_S):
            return await self._reader.readexactly(number)

    async def code(self) -> int | None:
        """Read until the connection ends; the code of the server's closing frame, if there was one."""
        code = None
        async for opcode, data in self.messages():
            if opcode == CLOSE:
                code = struct.unpack(">H", data[:2])[0]
                # As a client should: the server waits for it before it hangs up.
                await self.send(frame(CLOSE, data[:2]))
        return code

    def hang_up(self) -> None:
        """Without a word."""
        self._writer.transport.abort()


@asynccontextmanager
async def connected(running: Running, buffer: int | None = None) -> AsyncIterator[Raw]:
    """A connection that may take in little (`buffer` bytes) before somebody reads."""
    host, port = running.address.split(":")
    plain = socket.socket()
    plain.setblocking(False)
    if buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=plain, limit=buffer or 1 << 16)
    raw = Raw(reader, writer)
    try:
        yield raw
    finally:
        raw.hang_up()

"""Attacks by what is cheap to send and dear to parse: chunks of a byte, frames of none."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import h11
import pytest
from websockets.server import ServerProtocol

from nokosu.server.door import Account, Cost
from tests.abuse.test_connections import closed, opened
from tests.server.people import Client, client
from tests.server.serving import Running, serving

CHUNKS = b"1\r\na\r\n" * 40_000
FRAMES = (b"\x81\x80" + b"\x00" * 4) * 100_000
HEAD = b"POST %s HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nX-Forwarded-For: 192.0.2.1\r\n%s\r\n"
MOST_AT_ONCE = 40_000
"""Bytes of one connection that may be parsed before others have their turn: a read is up to 256 kB."""


class Parsed:
    """What a parser was given, and what was paid for it."""

    def __init__(self) -> None:
        self.whole = 0
        self.most_at_once = 0
        self.paid_s = 0.0
        self._turn = self._at = self._now = 0
        asyncio.get_running_loop().call_soon(self._tick)

    def _tick(self) -> None:
        self._turn += 1
        asyncio.get_running_loop().call_soon(self._tick)

    def given(self, data: bytes) -> None:
        """Count bytes, those of one turn of the event loop together."""
        self._now = len(data) + (self._now if self._at == self._turn else 0)
        self._at = self._turn
        self.whole += len(data)
        self.most_at_once = max(self.most_at_once, self._now)


@contextmanager
def watched(parser: type, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parsed]:
    """Look over a parser's shoulder."""
    parsed = Parsed()
    receive: Callable[[Any, bytes], None] = parser.receive_data  # type: ignore[attr-defined]  # both have it
    spend = Account.spend

    def receiving(self: object, data: bytes) -> None:
        parsed.given(data)
        receive(self, data)

    def spending(self: Account, cost: Cost, amount: float) -> None:
        if cost is Cost.LOOP:
            parsed.paid_s += amount
        spend(self, cost, amount)

    with monkeypatch.context() as patched:
        patched.setattr(parser, "receive_data", receiving)
        patched.setattr(Account, "spend", spending)
        yield parsed


def cookie(who: Client) -> bytes:
    return "; ".join(f"{name}={value}" for name, value in who.http.cookies.items()).encode()


async def until(done: Callable[[], bool]) -> None:
    """Wait for something that happens in this process."""
    async with asyncio.timeout(60):
        while not done():  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("hops", [0, 1], ids=["direct", "behind a proxy"])
async def test_chunks_are_paid_for_by_their_sender_and_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hops: int
) -> None:
    async with (
        serving(f"{tmp_path}/x.db", trusted_proxies=hops) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
    ):
        with watched(h11.Connection, monkeypatch) as parsed:
            reader, writer = await opened(running)
            writer.write(HEAD % (b"/api/records", b"Cookie: " + cookie(ann) + b"\r\n") + CHUNKS)
            await until(lambda: parsed.whole > len(CHUNKS))
            assert parsed.most_at_once < MOST_AT_ONCE
            assert parsed.paid_s > 0.02, "the cheapest parser needs 2 us for a chunk"
            await bea.get("/api/me")
        writer.write(b"0\r\n\r\n")
        assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 4")
        writer.close()


async def test_a_body_that_nobody_reads_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(f"{tmp_path}/x.db") as running:
        with watched(h11.Connection, monkeypatch) as parsed:
            reader, writer = await opened(running)
            writer.write(HEAD % (b"/api/records", b""))
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 4")
            # The answer is whole, and the server reads on only so that it arrives.
            for _ in range(10):
                writer.write(CHUNKS)
            assert b"server.no-name" in await closed(reader)
            writer.close()
            assert parsed.whole < len(CHUNKS)


async def table_of(who: Client) -> str:
    form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    return str((await who.post("/api/tables", form, 201))["table"])


async def socket_of(running: Running, who: Client, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await opened(running)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n".encode()
        + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: " + cookie(who) + b"\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def flood(writer: asyncio.StreamWriter, frames: bytes) -> None:
    """Send until the other side has had enough."""
    try:
        writer.write(frames)
        await writer.drain()
    except ConnectionError:
        pass


@pytest.mark.parametrize("hops", [0, 1], ids=["direct", "behind a proxy"])
async def test_frames_are_paid_for_by_their_sender_and_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hops: int
) -> None:
    async with (
        serving(f"{tmp_path}/x.db", trusted_proxies=hops) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
    ):
        table = await table_of(ann)
        with watched(ServerProtocol, monkeypatch) as parsed:
            reader, writer = await socket_of(running, ann, table)
            sent: Awaitable[None] = asyncio.create_task(flood(writer, FRAMES))
            # Twenty of them are invalid messages, which close the socket.
            await closed(reader)
            writer.close()
            await sent
            assert parsed.most_at_once < MOST_AT_ONCE
            assert parsed.paid_s > 0.005
            await bea.get("/api/me")


async def test_messages_wait_in_the_network_and_not_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one client sends is parsed as fast as the application takes it."""
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        table = await table_of(ann)
        message = b'{"type":"continue","client_id":"k"}'
        frame = b"\x81" + struct.pack("B", 0x80 | len(message)) + b"\x00" * 4 + message
        most = 0
        put = asyncio.Queue[Any].put_nowait

        def putting(self: asyncio.Queue[Any], item: Any) -> None:
            nonlocal most
            put(self, item)
            most = max(most, self.qsize())

        monkeypatch.setattr(asyncio.Queue, "put_nowait", putting)
        reader, writer = await socket_of(running, ann, table)
        sent = asyncio.create_task(flood(writer, frame * 5_000))
        for _ in range(50):
            assert await reader.read(100)
        assert most < 100
        sent.cancel()
        writer.close()

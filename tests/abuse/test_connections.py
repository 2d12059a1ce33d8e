"""Attacks on connections: silent ones, slow ones, too many of them."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tests.abuse.test_shares import limits
from tests.server.people import client
from tests.server.serving import Running, serving

REQUEST = b"GET /api/offer HTTP/1.1\r\nHost: x\r\n\r\n"


async def opened(running: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = running.address.split(":")
    return await asyncio.open_connection(host, int(port))


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What came before the server closed the connection; it must do so."""
    async with asyncio.timeout(20):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /api/offer HTTP/1.1\r\nX-Slow:", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
    ids=["silent", "slow headers", "slow body"],
)
async def test_a_connection_without_a_whole_request_is_closed(tmp_path: Path, sent: bytes) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(request_s=0.3)) as running, client(running, "Ann") as ann:
        reader, writer = await opened(running)
        writer.write(sent)
        await closed(reader)
        writer.close()
        await ann.get("/api/me")


async def test_a_second_request_may_not_be_slow_either(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(request_s=0.3)) as running:
        reader, writer = await opened(running)
        writer.write(REQUEST)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(REQUEST[:20])
        await closed(reader)
        writer.close()


async def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(connections=3)) as running:
        held = [await opened(running) for _ in range(3)]
        for reader, writer in held:
            writer.write(REQUEST)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200")
        reader, writer = await opened(running)
        assert await closed(reader) == b""
        writer.close()
        for _, each in held:
            each.close()
            await each.wait_closed()
        async with client(running, "Ann") as ann:
            await ann.get("/api/me")


async def test_at_the_limit_of_descriptors_the_server_says_so_and_goes_on_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "nokosu.server.http"):
        async with serving(f"{tmp_path}/x.db", most_connections=2) as running:
            held = [await opened(running) for _ in range(2)]
            for reader, writer in held:
                writer.write(REQUEST)
                await reader.readuntil(b"\r\n")
            for _ in range(5):
                reader, writer = await opened(running)
                assert await closed(reader) == b""
                writer.close()
            assert caplog.text.count("refusing more") == 1, "once a minute is enough"
            for _, each in held:
                each.close()
                await each.wait_closed()
            async with client(running, "Ann") as ann:
                await ann.get("/api/me")
            assert "accepting connections again" in caplog.text

"""One address at its worst: so many connections of each kind, as fast as they go.

    python bench/abuse_flood.py 127.0.0.1:8000 '{"headers": 40, "connects": 10}'

Says `ready`, goes on until its standard input ends, then prints what it sent, received and was answered, as JSON.
bench/abuse_search.py looks for the mix that hurts most.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx

from tests.server.people import Client
from tests.server.serving import Running

ADDRESS: Final = "127.0.0.2"
_READ: Final = 1 << 16
_HOST: Final = b"Host: localhost\r\n"
UPGRADE: Final = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def get(path: str, more: bytes = b"") -> bytes:
    """Return a request."""
    return b"GET " + path.encode() + b" HTTP/1.1\r\n" + _HOST + more + b"\r\n"


KINDS: Final[dict[str, bytes]] = {
    "health": get("/health"),
    "page": get("/"),
    "schema": get("/api/openapi.json"),
    "lobby": get("/api/lobby"),
    "offer": get("/api/offer"),
    "preview": get("/j/AAAAAA"),
    "table": get("/api/tables/aaaaaaaaaaaaaaaa"),
    "missing": get("/nothing/at/all.js"),
    "headers": get("/health", b"A: b\r\n" * 5_900),
    "some headers": get("/health", b"A: b\r\n" * 90),
    "long header": get("/health", b"A: " + b"a" * 15_000 + b"\r\n"),
    "cookies": get("/api/me", b"Cookie: nokosu=" + b"a" * 43 + b"\r\n"),
    "guests": b"POST /api/me HTTP/1.1\r\n" + _HOST + b"Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
    b'{"name":"Eve"}',
    "bodies": b"POST /api/records HTTP/1.1\r\n" + _HOST + b"Content-Length: 1000000\r\n\r\n" + b"[" * 1_000_000,
    "login": b"POST /api/login/options HTTP/1.1\r\n" + _HOST + b"Content-Length: 2\r\n\r\n{}",
    "pipeline": get("/api/openapi.json") * 200,
    "nonsense": b"\x16\x03\x01\x02\x00 nonsense\r\n\r\n",
    "h2c": get("/", b"Connection: Upgrade\r\nUpgrade: h2c\r\n"),
    "handshakes": get("/api/tables/aaaaaaaaaaaaaaaa/socket", UPGRADE),
    "chunks": b"POST /api/records HTTP/1.1\r\n"
    + _HOST
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + b"1\r\na\r\n" * 40_000,
    "frames": (b"\x81\x80" + bytes(4)) * 10_000,
    "pings": (b"\x89\x80" + bytes(4)) * 10_000,
    "connects": b"",
    "halves": get("/health")[:-2],
}
"""Each sent again whenever an answer has come, or the connection was closed."""


class Flood:
    """The connections, and what they count."""

    def __init__(self, host: str) -> None:
        self._host, port = host.split(":")
        self._port = int(port)
        self.count: Counter[str] = Counter()
        self._table = ""
        self._upgrade = b""

    async def prepare(self) -> None:
        """Make a name and a separate table, for what is sent on a socket."""
        running = Running(f"{self._host}:{self._port}", f"http://{self._host}:{self._port}")
        eve = Client(running)
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        eve.http = httpx.AsyncClient(base_url=running.url, timeout=120, transport=transport)
        async with eve.http:
            await eve.post("/api/me", {"name": "Eve"})
            form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
            self._table = (await eve.post("/api/tables", form, 201))["table"]
            cookies = "; ".join(f"{name}={value}" for name, value in eve.http.cookies.items())
        self._upgrade = get(f"/api/tables/{self._table}/socket", b"Cookie: " + cookies.encode() + b"\r\n" + UPGRADE)

    async def keep(self, kind: str) -> None:
        """Send this for ever."""
        request = KINDS[kind]
        ways: dict[str, Callable[[Streams, bytes], Awaitable[None]]]
        ways = {"connects": self._connect, "frames": self._frames, "pings": self._frames}
        one = ways.get(kind, self._ask)
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                streams = await asyncio.open_connection(self._host, self._port, local_addr=(ADDRESS, 0))
                self.count["connections"] += 1
                try:
                    await one(streams, request)
                finally:
                    streams[1].close()
            await asyncio.sleep(0.002)

    async def _connect(self, streams: Streams, _request: bytes) -> None:
        """Open and close."""

    async def _frames(self, streams: Streams, request: bytes) -> None:
        """Open a socket, and send frames on it until it is closed."""
        reader, writer = streams
        writer.write(self._upgrade)
        await reader.readuntil(b"\r\n\r\n")
        self.count["sockets"] += 1
        reading = asyncio.create_task(reader.read(-1))
        try:
            while not reading.done():
                writer.write(request)
                self.count["sent"] += len(request)
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            reading.cancel()
            self.count["closed"] += 1

    async def _ask(self, streams: Streams, request: bytes) -> None:
        reader, writer = streams
        while True:
            writer.write(request)
            self.count["sent"] += len(request)
            await writer.drain()
            answer = await reader.read(_READ)
            if not answer:
                self.count["closed"] += 1
                return
            self.count["received"] += len(answer)
            self.count[answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "more"] += 1


async def main() -> None:
    """Flood until standard input ends."""
    flood, mix = Flood(sys.argv[1]), json.loads(sys.argv[2])
    kinds = [kind for kind, number in mix.items() for _ in range(number)]
    random.shuffle(kinds)
    if {"frames", "pings"} & set(kinds):
        await flood.prepare()
    work = [asyncio.create_task(flood.keep(kind)) for kind in kinds]
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for each in work:
        each.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    print(json.dumps(dict(flood.count.most_common())))


if __name__ == "__main__":
    os.nice(5)
    asyncio.run(main())

"""The guest of bench/abuse.py: fills every limit that one person meets, all at once, and counts the answers.

    python bench/abuse_guest.py 127.0.0.1:8000

Says `ready` when everything is under way, and goes on until its standard input ends; then it prints what it was
answered. It is a separate process that leaves the processors to others, like a machine elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.editions import ruleset
from nokosu.record import encode
from nokosu.server.config import Limits
from nokosu.wire.updates import Ack, Closing, Refusal, Update
from tests.server.people import Client, Seat
from tests.server.serving import Running

ADDRESS: Final = "127.0.0.2"
_MATCHES: Final = 12
_AGAIN_S: Final = 0.5
_NICE: Final = 5
_OTHERS: Final = 50
"""Connections left to requests and sockets, once there are as many as there may be."""
_PUBLIC: Final = {
    "settings": {"players": 3, "public": True},
    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
}
_GONE: Final = (httpx.HTTPError, WebSocketException, OSError, TimeoutError, AssertionError)


def a_long_record() -> str:
    """Return a match of twenty rounds, which takes long to check."""
    return encode(play_match(ruleset("first", 4, rounds=20), seed_from_number(5), [make("random") for _ in range(4)]))


async def play(seat: Seat, replies: list[float], until: float) -> None:
    """Play at once whenever it is our turn, and note how long each entry of the others took."""
    since = time.perf_counter()
    while time.perf_counter() < until:
        view = seat.update.view if seat.update else None
        if view is not None and view.phase == "over":
            return
        if view is not None and view.legal and seat.update is not None:
            await seat.move()
            since = time.perf_counter()
            continue
        if seat.update is not None and seat.update.table is not None and seat.update.table.between_rounds:
            await seat.send("continue")
        message = await seat.next()
        if isinstance(message, Update) and message.entries:
            replies.append(time.perf_counter() - since)
            since = time.perf_counter()


class Guest:
    """One guest, from a separate address."""

    def __init__(self, host: str) -> None:
        self.client = Client(Running(host, f"http://{host}"))
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=60)
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS, limits=limits)
        self.client.http = httpx.AsyncClient(base_url=f"http://{host}", timeout=120, transport=transport)
        self.answers: Counter[str] = Counter()
        self.tables: list[str] = []
        self.record = ""
        self._work: list[asyncio.Task[None]] = []

    async def ask(self, what: str, method: str, path: str, **more: object) -> httpx.Response:
        """Ask, count the answer, and wait a moment after a refusal."""
        answer = await self.client.http.request(method, path, **more)  # type: ignore[arg-type]  # what httpx takes
        refused = answer.status_code >= 400 and answer.json()["reason"]["message"]
        self.answers[f"{what}: {refused or 'done'}"] += 1
        if refused:
            await asyncio.sleep(_AGAIN_S)
        return answer

    async def prepare(self) -> None:
        """Make a name, as many tables as there may be, and records to ask about."""
        text = a_long_record()
        await self.client.post("/api/me", {"name": "Eve"})
        strongest = (await self.client.get("/api/offer"))["bots"][-1]["name"]
        while len(self.tables) < _MATCHES:
            answer = await self.ask("bot match", "POST", "/api/play", json={"players": 4, "bot": strongest})
            if answer.status_code == 201:
                self.tables.append(answer.json()["table"])
        # The rest of them comes while everything else is under way.
        for _ in range(Limits().imports_an_hour * 2 // 3):
            answer = await self.ask("import", "POST", "/api/records", content=text)
            self.record = answer.json().get("record", self.record)
        while self.answers["public table: table.many-public"] == 0:
            await self.ask("public table", "POST", "/api/tables", json=_PUBLIC)
        while self.answers["table: table.many-tables"] == 0:
            await self.ask("table", "POST", "/api/tables", json={**_PUBLIC, "settings": {"players": 3}})

    async def begin(self) -> None:
        """Begin all of it at once; the matches first, which need a place each."""
        text = a_long_record()
        # At the last table nobody moves: there it stays this guest's turn, and hints can be asked for.
        table, record = self.tables[-1], self.record
        asked: list[Callable[[], Awaitable[object]]] = [
            lambda: self.ask("lobby", "GET", "/api/lobby"),
            lambda: self.ask("events", "GET", f"/api/tables/{table}/events?after=0"),
            lambda: self.ask("hint", "POST", f"/api/tables/{table}/hint"),
            lambda: self.ask("import", "POST", "/api/records", content=text),
            lambda: self.ask("export", "GET", "/api/me/export"),
            lambda: self.ask("my matches", "GET", "/api/me/matches"),
            *[lambda: self.ask("advice", "GET", f"/api/records/{record}/rounds/19/advice/5")] * 6,
            *[lambda: self.ask("replay", "GET", f"/api/records/{record}/rounds/19")] * 6,
        ]
        self._start(*(self._silent() for _ in range(Limits().connections + 1)))
        while not self.answers["connection: refused"]:  # noqa: ASYNC110  nothing tells when all are open
            await asyncio.sleep(_AGAIN_S)
        for each in self._work[-_OTHERS:]:
            each.cancel()
        self._start(*(self._match(each) for each in self.tables))
        while self.answers["socket: update"] < _MATCHES:  # noqa: ASYNC110  nothing tells when all are seated
            await asyncio.sleep(_AGAIN_S)
        # Before the general rate is spent: then few of these would come through, and their own limits not be met.
        for _ in range(Limits().exports_an_hour * 2 // 3):
            await self.ask("export", "GET", "/api/me/export")
        while self.answers["hint: table.many-hints"] == 0:
            await self.ask("hint", "POST", f"/api/tables/{table}/hint")
        self._start(*(self._again(each) for each in asked))
        self._start(*(self._poll() for _ in range(Limits().sockets - _MATCHES + 1)))

    def _start(self, *work: Awaitable[None]) -> None:
        self._work += [asyncio.ensure_future(each) for each in work]

    async def _again(self, ask: Callable[[], Awaitable[object]]) -> None:
        while True:
            try:
                await ask()
            except _GONE:
                self.answers["request: failed"] += 1
                await asyncio.sleep(_AGAIN_S)

    async def _match(self, table: str) -> None:
        """Play for ever, as fast as the bots and the limits allow."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.http.cookies.items())
        url = f"ws://{self.client.running.address}/api/tables/{table}/socket"
        while True:
            with contextlib.suppress(*_GONE):
                async with connect(url, additional_headers={"cookie": cookies}, local_addr=(ADDRESS, 0)) as socket:
                    await self._play(Seat(socket), moves=table != self.tables[-1])
            await asyncio.sleep(_AGAIN_S)

    async def _play(self, seat: Seat, *, moves: bool) -> None:
        await seat.send("set_bot_pace", bot_pace="instant")
        while True:
            message = await seat.next()
            if isinstance(message, Closing):
                self.answers[f"socket: {message.reason.message}"] += 1
                return
            if isinstance(message, Refusal):
                self.answers[f"socket message: {message.reason.message}"] += 1
                await asyncio.sleep(_AGAIN_S)
            elif isinstance(message, Update):
                self.answers["socket: update"] += 1
            elif not isinstance(message, Ack):
                continue
            update = seat.update
            if update and update.table and update.table.between_rounds:
                await seat.send("continue")
            elif moves and update and update.view and isinstance(update.view.legal, list) and update.view.legal:
                await seat.send("move", expected_seq=update.seq, action=update.view.legal[0])

    async def _poll(self) -> None:
        path = f"/api/tables/{self.tables[-1]}/events"
        while True:
            with contextlib.suppress(*_GONE):
                await self.ask("long poll", "GET", f"{path}?after={1 << 50}&wait=30")

    async def _silent(self) -> None:
        """Hold a connection that says nothing, and open another when the server has closed it."""
        host, port = self.client.running.address.split(":")
        while True:
            with contextlib.suppress(*_GONE):
                began = time.perf_counter()
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ADDRESS, 0))
                try:
                    await reader.read()
                finally:
                    writer.close()
                refused = time.perf_counter() - began < 1
                self.answers[f"connection: {'refused' if refused else 'closed in time'}"] += 1
            await asyncio.sleep(10 * _AGAIN_S)

    async def end(self) -> None:
        """Stop everything."""
        for each in self._work:
            each.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.client.http.aclose()


async def main() -> None:
    """Fill the limits until standard input ends."""
    guest = Guest(sys.argv[1])
    await guest.prepare()
    await guest.begin()
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await guest.end()
    print(json.dumps(dict(sorted(guest.answers.items()))))


if __name__ == "__main__":
    os.nice(_NICE)
    asyncio.run(main())

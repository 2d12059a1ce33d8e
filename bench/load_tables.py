"""Our tables under load: four people and a spectator each, who see everything and make legal moves."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Final

import httpx
import msgspec

from bench.load import Figures
from bench.load_client import LoadSocket

SEATS: Final = 4
_AT_ONCE: Final = 4
_RETRY_S: Final = 0.2


class SeenView(msgspec.Struct):
    """The part of a view that a load client reads."""

    to_act: int | None = None
    legal: list[str] = []


class Seen(msgspec.Struct):
    """The part of a frame that a load client reads."""

    type: str
    seq: int = 0
    view: SeenView | None = None
    entries: list[msgspec.Raw] = []


DECODE = msgspec.json.Decoder(Seen).decode
ENCODE = msgspec.json.Encoder().encode


class LoadTable:
    """One table with its sockets; knows whose turn it is and what is legal."""

    def __init__(self, name: str, cookies: Sequence[str], figures: Figures, chance: random.Random) -> None:
        self.name = name
        self.cookies = cookies
        self.figures = figures
        self.sockets: list[LoadSocket] = []
        self.seq = 0
        self.acknowledged = 0
        """The length of the log at the newest acknowledgement."""
        self._chance = chance
        self._turn: tuple[int, str] | None = None
        self._over = False
        self.seen = asyncio.Event()
        """Set once a socket has received the table."""
        self._sent_at = 0.0
        self._waiting = 0
        self._moves = 0

    def received(self, number: int, frame: bytes) -> None:
        """Handle a frame on socket `number`."""
        seen = DECODE(frame)
        if seen.type == "ack":
            self.figures.acknowledged += 1
            self.acknowledged = max(self.acknowledged, seen.seq)
        elif seen.type == "refusal":
            self.figures.refused += 1
        elif seen.type == "update" and seen.view is not None:
            self._updated(number, seen.seq, seen.view, news=bool(seen.entries))

    def _updated(self, number: int, seq: int, view: SeenView, *, news: bool) -> None:
        self.seq = max(self.seq, seq)
        self.seen.set()
        if view.legal:
            self._turn = (number, self._chance.choice(view.legal))
        self._over = view.to_act is None
        if self._waiting and news:
            self._waiting -= 1
            if not self._waiting:
                self.figures.latencies.append(time.perf_counter() - self._sent_at)

    @property
    def ready(self) -> bool:
        whole = len(self.sockets) == SEATS + 1
        return whole and self._turn is not None and not self._waiting and not self._over

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self._over

    @property
    def waiting(self) -> bool:
        """Return whether a move is on its way."""
        return self._waiting > 0

    def move(self) -> None:
        """Play a legal action for the seat to act."""
        assert self._turn is not None
        seat, action = self._turn
        self._turn = None
        self._moves += 1
        self._waiting = len(self.sockets)
        self.figures.sent += 1
        command = {"type": "move", "client_id": f"{self._moves}", "expected_seq": self.seq, "action": action}
        self._sent_at = time.perf_counter()
        self.sockets[seat].send(ENCODE(command))

    async def connect(self, host: str) -> None:
        """Reconnect all sockets, retrying until each is open."""
        self._waiting, self._turn, self.sockets = 0, None, []
        for number, cookie in enumerate([*self.cookies, ""]):
            self.sockets.append(await self._socket(host, number, cookie))

    async def _socket(self, host: str, number: int, cookie: str) -> LoadSocket:
        name, port = host.split(":")
        path = f"/api/tables/{self.name}/socket"
        while True:
            try:
                _, made = await asyncio.get_running_loop().create_connection(
                    lambda: LoadSocket(path, host, cookie, lambda frame: self.received(number, frame)), name, int(port)
                )
            except OSError:
                await asyncio.sleep(_RETRY_S)
                continue
            await made.opened.wait()
            if made.open:
                return made
            await asyncio.sleep(_RETRY_S)

    def close(self) -> None:
        for each in self.sockets:
            each.close()


async def people(http: httpx.AsyncClient) -> list[str]:
    """Return the cookies of four people; the same ones sit at every table."""
    cookies = []
    for number in range(SEATS):
        http.cookies.clear()
        answer = await http.post("/api/me", json={"name": f"Load {number}"})
        cookies.append(f"nokosu={answer.cookies['nokosu']}")
    http.cookies.clear()
    return cookies


async def make_tables(url: str, count: int, figures: Figures, chance: random.Random) -> list[LoadTable]:
    """Create tables with every seat taken and every socket open."""
    room = asyncio.Semaphore(_AT_ONCE)
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        cookies = await people(http)

        async def make() -> LoadTable:
            form = {"settings": {}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
            async with room:
                made = await http.post("/api/tables", json=form, headers={"cookie": cookies[0]})
                name = made.json()["table"]
                for cookie in cookies[1:]:
                    (
                        await http.post(f"/api/tables/{name}/join", json={}, headers={"cookie": cookie})
                    ).raise_for_status()
                table = LoadTable(name, cookies, figures, chance)
                await table.connect(url.removeprefix("http://"))
                return table

        return list(await asyncio.gather(*(make() for _ in range(count))))

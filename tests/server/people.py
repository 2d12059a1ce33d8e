"""Clients for tests: a person with a cookie, and a socket at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from nokosu.wire.tables import Presence
from nokosu.wire.updates import Ack, AnyFromTable, Closing, PresenceChanged, Refusal, Update
from tests.server.serving import Running

Json = dict[str, Any]
_DECODER: msgspec.json.Decoder[AnyFromTable] = msgspec.json.Decoder(AnyFromTable)


class Client:
    """A person at a browser."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.http = httpx.AsyncClient(base_url=running.url, timeout=30)
        self.name = ""

    async def get(self, path: str, status: int = 200, **more: Any) -> Json:
        answer = await self.http.get(path, **more)
        assert answer.status_code == status, answer.text
        body: Json = answer.json()
        return body

    async def post(self, path: str, body: object = None, status: int = 200) -> Json:
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    async def refused(self, path: str, body: object = None) -> str:
        """The reason for which a POST is refused."""
        answer = await self.http.post(path, json=body)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["reason"]["message"])

    @asynccontextmanager
    async def at(self, table: str, after: int | None = None) -> AsyncIterator[Seat]:
        """A socket at a table."""
        query = "" if after is None else f"?after={after}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"ws://{self.running.address}/api/tables/{table}/socket{query}"
        headers = {"cookie": cookies} if cookies else {}
        # What a test does not read waits here and not at the server, for which it would be a slow subscriber.
        async with connect(url, additional_headers=headers, compression=None, max_queue=None) as socket:
            yield Seat(socket)


@asynccontextmanager
async def client(running: Running, name: str | None = None) -> AsyncIterator[Client]:
    """Somebody; with a name, if one is given."""
    made = Client(running)
    async with made.http:
        if name:
            await made.post("/api/me", {"name": name})
            made.name = name
        yield made


class Seat:
    """A socket, with everything that came down it."""

    _numbers = count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[bytes] = []
        self.update: Update | None = None
        self.presence: Presence | None = None

    async def next(self) -> AnyFromTable:
        """The next message."""
        # Not wait_for: Python 3.11's loses a cancellation that comes together with a message.
        async with asyncio.timeout(30):
            data = await self.socket.recv()
        frame = data.encode() if isinstance(data, str) else data
        self.frames.append(frame)
        message = _DECODER.decode(frame)
        if isinstance(message, Update):
            self.update = message
        if isinstance(message, Update | PresenceChanged):
            self.presence = message.presence
        return message

    async def until(self, wanted: Callable[[Update], bool]) -> Update:
        """Read until an update is as wanted; one that has come already counts."""
        while self.update is None or not wanted(self.update):
            message = await self.next()
            assert not isinstance(message, Closing), message
        return self.update

    async def until_seq(self, seq: int) -> Update:
        """Read until this entry has been seen."""
        return await self.until(lambda update: update.seq >= seq)

    async def send(self, kind: str, **fields: object) -> str:
        """Send a command, with a fresh id unless one is given."""
        client_id = str(fields.pop("client_id", f"k{next(self._numbers)}"))
        await self.socket.send(msgspec.json.encode({"type": kind, "client_id": client_id, **fields}).decode())
        return client_id

    async def ask(self, kind: str, **fields: object) -> Ack | Refusal:
        """Send a command and read until its answer has come."""
        client_id = await self.send(kind, **fields)
        while True:
            message = await self.next()
            if isinstance(message, Ack | Refusal) and message.client_id == client_id:
                return message
            assert isinstance(message, Update | PresenceChanged), message

    async def move(self, action: str | None = None) -> Ack | Refusal:
        """Play the first legal action of the newest update, or this one."""
        assert self.update is not None
        assert self.update.view is not None
        legal = self.update.view.legal
        assert isinstance(legal, list)
        return await self.ask("move", expected_seq=self.update.seq, action=action or legal[0])


def my_turn(update: Update) -> bool:
    """Whether the reader of an update is to act, or all is over."""
    return update.view is not None and (bool(update.view.legal) or update.view.phase == "over")


def over(update: Update) -> bool:
    return update.view is not None and update.view.phase == "over"

"""Somebody at a table with several tabs and plain HTTP, over lines that fail. What they hear goes into a chronicle."""

from __future__ import annotations

import asyncio
import itertools
import ssl
from collections.abc import Callable

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nokosu.wire.updates import Ack, Closing, Refusal, Update
from tests.server.network.chronicle import Asked, Audience, Chronicle, Json, must
from tests.server.network.lines import Line
from tests.server.people import Seat

PATIENCE_S = 60
GONE = (OSError, WebSocketException)
_UPDATES = msgspec.json.Decoder(Update)
_ANSWERS: msgspec.json.Decoder[Ack | Refusal] = msgspec.json.Decoder(Ack | Refusal)
# Nothing here speaks TLS; to load the certificates of the world for every client would take most of a test's time.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_pings = itertools.count(1)


class Tab:
    """One socket of somebody."""

    def __init__(self, chronicle: Chronicle, audience: Audience, line: Line, seat: Seat, since: int | None) -> None:
        self.line = line
        self.gone = False
        self._chronicle = chronicle
        self._audience = audience
        self._seat = seat
        self._since = since
        self._at_least = chronicle.newest

    @property
    def newest(self) -> Update | None:
        """As far as this tab knows."""
        return self._seat.update

    @property
    def steady(self) -> bool:
        return not self.gone and not self.line.held

    async def send(self, body: Json) -> None:
        """Whether it arrives is another question."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._seat.socket.send(msgspec.json.encode(body).decode())
        except TimeoutError:
            raise
        except GONE:
            await self.drop()

    async def read(self, wanted: Callable[[], bool]) -> None:
        """Read until it is so, or the connection is gone."""
        while not self.gone and not wanted():
            try:
                message = await self._seat.next()
            except TimeoutError:
                # An OSError too; but a server that does not answer is not one that is gone.
                raise
            except GONE:
                await self.drop()
                return
            match message:
                case Update():
                    since = message.after if self._since is None else self._since
                    must(message.seq >= self._at_least, "a step back", message.seq, self._at_least)
                    self._chronicle.hear(self._audience, message, since)
                    self._since = message.seq
                case Ack() | Refusal() if message.client_id in self._chronicle.asked:
                    self._chronicle.answer(message)
                case Ack():
                    self._pong = message.client_id
                case Closing():
                    must(message.reason.message == "server.restarting", message)
                case _:
                    pass

    async def catch_up(self) -> None:
        """Read all that the server has sent up to now; not where something is held."""
        if self.steady:
            ping = f"ping-{next(_pings)}"
            await self.send({"type": "ping", "client_id": ping})
            await self.read(lambda: self._pong == ping)

    _pong = ""

    async def drop(self) -> None:
        """Without a word."""
        self.gone = True
        self._seat.socket.transport.abort()
        await self._seat.socket.wait_closed()
        await self.line.close()


class Person:
    """Somebody with a seat, or (audience None) who watches."""

    def __init__(self, chronicle: Chronicle, audience: Audience, cookie: str, server: Callable[[], int]) -> None:
        self.tabs: list[Tab] = []
        self.audience = audience
        self.line = Line(server)
        self._chronicle = chronicle
        self._server = server
        self._headers = {"cookie": cookie} if cookie else {}
        # A connection for every request: none that was kept open and died with a server.
        alone = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.AsyncClient(timeout=PATIENCE_S, headers=self._headers, limits=alone, verify=NO_TLS)
        self._posts: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)

    async def come(self) -> None:
        await self.line.open()

    async def go(self) -> None:
        """Close everything."""
        for tab in self.tabs:
            if not tab.gone:
                await tab.drop()
        await self.line.close()
        if self._posts:
            await asyncio.wait(self._posts)
        await self._http.aclose()

    def ask(self, kind: str, **fields: object) -> Asked:
        """A new command; it is not sent yet."""
        assert self.audience is not None
        client_id = f"{self.audience}-{next(self._numbers)}"
        asked = Asked(self.audience, {"type": kind, "client_id": client_id, **fields})
        self._chronicle.ask(asked)
        return asked

    async def open(self, since: int | None) -> Tab | None:
        """A new tab that knows the table up to entry `since`."""
        line = await Line(self._server).open()
        query = "" if since is None else f"?after={since}"
        url = f"ws://{line.address}/api/tables/{self._chronicle.table}/socket{query}"
        try:
            socket = await connect(
                url, additional_headers=self._headers, compression=None, open_timeout=PATIENCE_S, ping_interval=None
            )
        except TimeoutError:
            raise
        except GONE:
            await line.close()
            return None
        tab = Tab(self._chronicle, self.audience, line, Seat(socket), since)
        self.tabs.append(tab)
        await tab.read(lambda: tab.newest is not None)
        return tab

    async def steady_tab(self) -> Tab:
        """A tab that works and is up to date."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                tab = next((tab for tab in self.tabs if tab.steady), None) or await self.open(None)
                if tab is not None:
                    await tab.catch_up()
                    if tab.steady:
                        return tab

    # Plain HTTP

    def post(self, asked: Asked) -> asyncio.Task[None]:
        """Send a command; its answer may never come."""
        task = asyncio.create_task(self._post(asked))
        self._posts.append(task)
        return task

    def look(self) -> None:
        """Whatever an answer over HTTP has shown to be broken is raised here."""
        for task in [task for task in self._posts if task.done()]:
            self._posts.remove(task)
            task.result()

    async def answered(self) -> None:
        """Wait for all answers that still come."""
        if self._posts:
            await asyncio.wait(self._posts)
        self.look()

    async def _post(self, asked: Asked) -> None:
        url = f"http://{self.line.address}/api/tables/{self._chronicle.table}/commands"
        try:
            answer = await self._http.post(url, json=asked.body)
        except httpx.TransportError:
            return
        must(answer.status_code in {200, 409}, answer.status_code, answer.text)
        self._chronicle.answer(_ANSWERS.decode(answer.content))

    async def poll(self, since: int) -> Update | None:
        """What happened since; None where the line was cut."""
        url = f"http://{self.line.address}/api/tables/{self._chronicle.table}/events"
        at_least = self._chronicle.newest
        try:
            answer = await self._http.get(url, params={"after": since})
        except httpx.TransportError:
            return None
        must(answer.status_code == 200, answer.status_code, answer.text)
        update = _UPDATES.decode(answer.content)
        must(update.seq >= at_least, "a step back", update.seq, at_least)
        self._chronicle.hear(self.audience, update, since)
        return update

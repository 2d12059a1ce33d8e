"""People who play whatever happens to the server: they come back, and ask again about what was not answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from itertools import count
from uuid import uuid4

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nokosu.wire.updates import Ack, Closing, Refusal, Update
from tests.chaos.ledger import Ledger, Sent
from tests.server.people import Json, Seat

PLAYERS = 4
_GONE = (OSError, WebSocketException, TimeoutError, httpx.TransportError)
_RETRY_S = 0.02


class Lost(Exception):
    """The server is gone, or wants us to come again."""


class Player:
    """A person with one seat, who knows the addresses of all servers."""

    def __init__(self, addresses: Sequence[str], name: str, ledger: Ledger, chance: random.Random) -> None:
        self._addresses = addresses
        self._at = chance.randrange(len(addresses))
        self._name = name
        self._ledger = ledger
        self._chance = chance
        self._cookie = ""
        self._prefix = uuid4().hex[:12]
        self._numbers = count(1)
        self._pending: Sent | None = None

    @property
    def address(self) -> str:
        return self._addresses[self._at]

    async def elsewhere(self) -> None:
        """Try the next server, after a moment."""
        self._at = (self._at + 1) % len(self._addresses)
        await asyncio.sleep(_RETRY_S * (1 + self._chance.random()))

    async def ask(self, path: str, body: Json) -> Json:
        """POST until somebody answers."""
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=10) as http:
                    answer = await http.post(path, json=body, headers={"cookie": self._cookie} if self._cookie else {})
            except _GONE:
                await self.elsewhere()
                continue
            if answer.status_code in {429, 503}:
                await self.elsewhere()
                continue
            assert answer.is_success, answer.text
            if "nokosu" in answer.cookies:
                self._cookie = f"nokosu={answer.cookies['nokosu']}"
            found: Json = answer.json()
            return found

    async def introduce(self) -> None:
        await self.ask("/api/me", {"name": self._name})

    async def play(self, table: str) -> None:
        """Play a match to its end, over as many sockets as it takes."""
        seen = 0
        while True:
            try:
                url = f"ws://{self.address}/api/tables/{table}/socket?after={seen}"
                headers = {"cookie": self._cookie}
                async with connect(url, additional_headers=headers, compression=None, open_timeout=10) as socket:
                    seat = Seat(socket)
                    try:
                        await self._converse(table, seat)
                        return
                    finally:
                        seen = max(seen, seat.update.seq if seat.update else 0)
            except (*_GONE, Lost):
                await self.elsewhere()

    async def _converse(self, table: str, seat: Seat) -> None:
        newest = 0
        if self._pending:
            await self._send(seat, self._pending)
        while True:
            message = await seat.next()
            match message:
                case Closing():
                    raise Lost
                case Update():
                    for entry in message.entries:
                        self._ledger.hear(table, entry)
                case Ack() if self._pending and message.client_id == self._pending.client_id:
                    self._ledger.acknowledge(message.client_id, message.seq)
                    newest, self._pending = max(newest, message.seq), None
                case Refusal() if self._pending and message.client_id == self._pending.client_id:
                    self._ledger.refuse(self._pending.client_id)
                    newest, self._pending = max(newest, message.seq), None
                case Refusal(client_id=None) if self._pending:
                    # Too many messages: this one was not looked at.
                    await asyncio.sleep(_RETRY_S)
                    await self._send(seat, self._pending)
                case _:
                    pass
            update = seat.update
            if update is None or update.view is None or self._pending or update.seq < newest:
                continue
            if update.view.phase == "over":
                return
            if update.view.legal:
                await self._move(table, seat, update)

    async def _move(self, table: str, seat: Seat, update: Update) -> None:
        assert update.view is not None
        assert isinstance(update.view.legal, list)
        assert update.seat is not None
        client_id = f"{self._prefix}-{next(self._numbers)}"
        action = self._chance.choice(update.view.legal)
        self._pending = Sent(client_id, table, update.seat, update.seq, action)
        self._ledger.send(self._pending)
        await self._send(seat, self._pending)

    @staticmethod
    async def _send(seat: Seat, move: Sent) -> None:
        await seat.send("move", client_id=move.client_id, expected_seq=move.expected_seq, action=move.action)


async def crew(addresses: Sequence[str], number: int, ledger: Ledger, seed: str) -> None:
    """Four people who play one match after the other."""
    chance = random.Random(f"{seed}/{number}")
    players = [Player(addresses, f"Crew {number} {seat}", ledger, chance) for seat in range(PLAYERS)]
    for player in players:
        await player.introduce()
    pace = {"kind": "relaxed", "grace_ms": 3_600_000}
    settings = {"players": PLAYERS, "pace": pace, "rounds": 20}
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (PLAYERS - 1)]
    while True:
        table = str((await players[0].ask("/api/tables", {"settings": settings, "seats": seats}))["table"])
        for player in players[1:]:
            await player.ask(f"/api/tables/{table}/join", {})
        # A group, not gather: nobody of a crew plays on when another has failed or was told to stop.
        async with asyncio.TaskGroup() as together:
            for player in players:
                together.create_task(player.play(table))

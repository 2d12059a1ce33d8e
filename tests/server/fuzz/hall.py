"""A server with two tables: at one somebody misbehaves, and the others there and elsewhere must not notice."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx

from nokosu.wire.updates import Ack
from tests.night import NIGHTLY
from tests.server.fuzz.raw import Raw, connected, request
from tests.server.people import Client, Seat, client, my_turn
from tests.server.serving import Running, serving

OFTEN = 100 if NIGHTLY else 1
SEED = os.environ.get("FUZZ_SEED") or (secrets.token_hex(4) if OFTEN > 1 else "quick")
"""The same rubbish every time in `make test`, other rubbish every night; a test that fails says which it was."""
_PEOPLE = ("Ann", "Bea", "Cai")
_STOPPED_LATE = "timeout graceful shutdown exceeded"


@dataclass
class Hall:
    """Ann and Bea sit at the table, Cai at another. Bea is the one who misbehaves."""

    running: Running
    ann: Client
    bea: Client
    cai: Client
    nobody: Client
    table: str
    at_the_table: Seat
    elsewhere: Seat
    watching: Seat

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/socket"

    @property
    def cookie(self) -> str:
        """Bea's."""
        return f"nokosu={self.bea.http.cookies['nokosu']}"

    @property
    def bea_is_here(self) -> bool:
        """As far as Ann has been told."""
        assert self.at_the_table.presence is not None
        return self.at_the_table.presence.here[1]

    @asynccontextmanager
    async def raw(self, buffer: int | None = None, path: str | None = None) -> AsyncIterator[Raw]:
        """A socket of Bea's, to be misused."""
        async with connected(self.running, buffer) as raw:
            await raw.send(request(self.running, path or self.path, {"Cookie": self.cookie}))
            assert await raw.status() == 101
            yield raw

    async def unharmed(self) -> None:
        """The same sockets as ever: they answer, and moves are made and seen on them."""
        assert isinstance(await self.at_the_table.ask("ping"), Ack)
        # A bot plays for Bea, who may have left the turn to herself.
        leave = {"type": "leave", "client_id": secrets.token_hex(8)}
        await self.bea.http.post(f"/api/tables/{self.table}/commands", json=leave)
        for seat in (self.at_the_table, self.elsewhere):
            await seat.until(my_turn)
            answer = await seat.move()
            assert isinstance(answer, Ack)
            await seat.until_seq(answer.seq)
        assert self.at_the_table.update is not None
        await self.watching.until_seq(self.at_the_table.update.seq)
        assert isinstance(await self.watching.ask("ping"), Ack)
        assert (await self.nobody.get("/health"))["status"] == "ok"

    async def alone(self) -> None:
        """Once the server has let go of every socket but those that are unharmed."""
        await _sockets_left(self.nobody, 3)


async def _sockets_left(who: Client, number: int) -> None:
    """Ask until the server has so many sockets; never, if it forgets to end one."""
    while True:
        said = (await who.http.get("/metrics")).text
        if re.search(rf"^nokosu_sockets {number}\.0$", said, re.MULTILINE):
            return


@asynccontextmanager
async def hall(folder: Path, **more: Any) -> AsyncIterator[Hall]:
    """`more` is for the server's Config. It is told to stop when it has noticed that everybody left."""
    # The event loop logs what it complains about, where `faults` looks, instead of keeping it for the test runner.
    asyncio.get_running_loop().set_exception_handler(None)
    async with serving(str(folder / "nokosu.db"), **more) as running:
        async with AsyncExitStack() as stack:
            ann, bea, cai = [await stack.enter_async_context(client(running, name)) for name in _PEOPLE]
            nobody = await stack.enter_async_context(client(running))
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
            form = {"settings": {"players": 3, "rounds": 20}, "seats": seats}
            table = str((await ann.post("/api/tables", form, 201))["table"])
            await bea.post(f"/api/tables/{table}/join", {})
            other = str((await cai.post("/api/play", {"players": 3, "rounds": 20}, 201))["table"])
            places = ((ann, table), (cai, other), (nobody, table))
            sockets = [await stack.enter_async_context(who.at(place)) for who, place in places]
            made = Hall(running, ann, bea, cai, nobody, table, *sockets)
            await made.unharmed()
            yield made
        async with client(running) as last:
            await _sockets_left(last, 0)


async def post(who: Client, path: str, body: bytes, kind: str = "application/json") -> httpx.Response:
    """Any bytes, whatever the answer."""
    return await who.http.post(path, content=body, headers={"content-type": kind})


def drawn(name: str) -> Random:
    """What a test does at random."""
    logging.getLogger("tests.fuzz").warning("FUZZ_SEED=%s", SEED)
    return Random(f"{name} {SEED}")


def faults(records: Iterable[logging.LogRecord]) -> list[str]:
    """Errors in anybody's log: ours, the server's in front of us, the event loop's (which speaks of lost tasks).

    That a stop took long is none: who did not leave was found before (`hall`), so it was the machine.
    """
    errors = [f"{record.name}: {record.getMessage()}" for record in records if record.levelno >= logging.ERROR]
    return [error for error in errors if not error.endswith(_STOPPED_LATE)]

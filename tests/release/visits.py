"""Somebody who plays at a server that runs elsewhere: on a bare machine, in a container, behind a proxy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import httpx

from nokosu.bots.levels import LEVELS
from nokosu.wire.updates import Ack
from tests.server.people import Client, client, my_turn, over
from tests.server.serving import Running

_WAIT_S = 120


@dataclass(frozen=True)
class Place:
    """Where a server listens."""

    url: str

    @property
    def address(self) -> str:
        """Host and port."""
        return self.url.removeprefix("http://")


async def healthy(url: str, alive: Callable[[], bool]) -> None:
    """Wait until a server answers. Raises RuntimeError if its program ends before."""
    async with asyncio.timeout(_WAIT_S), httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"{url}/health")).status_code == 200:
                    return
            except httpx.TransportError:
                if not alive():
                    raise RuntimeError("the server has ended") from None
                await asyncio.sleep(0.02)


async def play_match(person: Client, level: str) -> str:
    """Play one round against a level to its end; return the table."""
    made = await person.post("/api/play", {"players": 3, "rounds": 1, "level": level}, 201)
    table = str(made["table"])
    async with person.at(table) as seat:
        while not over(await seat.until(my_turn)):
            answer = await seat.move()
            assert isinstance(answer, Ack), answer
            await seat.until_seq(answer.seq)
    return table


async def matches(person: Client) -> set[str]:
    """Return the matches that a person has finished."""
    return {str(each["table"]) for each in (await person.get("/api/me/matches"))["matches"]}


async def play_every_level(url: str) -> list[str]:
    """Play a match at each level. Raises AssertionError where the server lacks one."""
    async with client(cast("Running", Place(url)), "Ann") as person:
        offered = [str(each["name"]) for each in (await person.get("/api/offer"))["levels"]]
        assert offered == list(LEVELS), f"the server offers {offered}"
        played = {await play_match(person, level) for level in offered}
        assert played == await matches(person)
    return offered

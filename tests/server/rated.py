"""Rated tables in tests: the settings, a table that is set, a match that is played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from tests.server.people import Client
from tests.server.test_matches import play_to_the_end

PACE = {"kind": "live", "bank_ms": 300_000, "increment_ms": 10_000}


def form(players: int, **settings: Any) -> dict[str, Any]:
    """What the form for a rated table sends."""
    chosen = {"players": players, "rounds": 1, "rated": True, "take_backs": False, "pace": PACE, **settings}
    return {"settings": chosen, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]}


async def rated_table(people: Sequence[Client], **settings: Any) -> str:
    """A rated table at which these people sit."""
    host, *guests = people
    table = str((await host.post("/api/tables", form(len(people), **settings), 201))["table"])
    for guest in guests:
        await guest.post(f"/api/tables/{table}/join", {"rated": True})
    return table


async def play_rated(people: Sequence[Client], **settings: Any) -> str:
    """Play a rated match to its end; its table."""
    table = await rated_table(people, **settings)
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(each.at(table)) for each in people]
        await asyncio.gather(*map(play_to_the_end, seats))
    return table

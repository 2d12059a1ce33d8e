"""Contests in tests: settings, people who play their tables, and waiting for what happens by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tests.server.daily import finish
from tests.server.people import Client, Json


def tournament(**more: object) -> Json:
    """A small tournament without a break."""
    settings = {"kind": "tournament", "form": "round-robin", "rounds": 2, "deals": 1, "break_s": 0} | more
    return {"name": "Club evening", "settings": settings}


def duplicate(form: str, **more: object) -> Json:
    """A small duplicate evening."""
    settings = {"kind": "duplicate", "form": form, "same_deals": True, "scoring": "matchpoints"}
    return {
        "name": "Club evening",
        "settings": settings | {"rounds": 1, "deals": 1, "break_s": 0} | more,
    }


async def set_up(host: Client, form: Json, others: Sequence[Client] = ()) -> str:
    """Make a contest which these people enter; its id."""
    made = await host.post("/api/contests", form)
    for each in others:
        await each.post(f"/api/contests/{made['contest']}/enter")
    return str(made["contest"])


async def until(who: Client, contest: str, wanted: Callable[[Json], bool]) -> Json:
    """Look at a contest until it is as wanted."""
    async with asyncio.timeout(30):
        while not wanted(found := await who.get(f"/api/contests/{contest}")):  # noqa: ASYNC110  as a page does
            await asyncio.sleep(0.01)
    return found


async def play(who: Client, contest: str, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> Json:
    """Play one's own table to its end."""
    ref = await who.post(f"/api/contests/{contest}/play")
    async with who.at(ref["table"]) as seat:
        await finish(seat, choose)
    return ref


async def play_round(people: Sequence[Client], contest: str) -> list[Json]:
    """Let all of these people play their tables of a round."""
    return await asyncio.gather(*(play(each, contest) for each in people))

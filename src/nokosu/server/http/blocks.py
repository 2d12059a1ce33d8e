"""/api/me/blocks and /api/reports: people whom one does not want to meet, and names for the operator to look at."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from nokosu.core.errors import reason
from nokosu.server.http.context import AnyRequest, named_only, person_of, server_of
from nokosu.server.ids import new_id
from nokosu.server.store.blocks import Block
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.table.rights import may_watch
from nokosu.wire.people import Blocked, Blocks, Reported, SeatRef

MOST: Final = 200


async def _meant(request: AnyRequest, data: SeatRef) -> str:
    """Return the person in a seat that the caller can see; not the caller."""
    server, (_, person) = server_of(request), await person_of(request)
    state = (await server.tables.find(data.table)).state
    if not may_watch(state, person):
        raise Refused(reason("table.no-spectators"))
    there = state.chairs[data.seat].person if data.seat < len(state.chairs) else None
    if there is None or there == person:
        raise Refused(reason("table.no-person-there", seat=str(data.seat)))
    return there


async def _listed(request: AnyRequest) -> Blocks:
    server, (_, person) = server_of(request), await person_of(request)
    rows = await server.store.blocks.of_person(person)
    await server.deps.names.fetch(row.blocked for row in rows)
    names = server.deps.names
    return Blocks(blocks=[Blocked(id=row.id, name=names.get(row.blocked, NAMELESS), since=row.created) for row in rows])


@get("/api/me/blocks", guards=[named_only])
async def my_blocks(request: AnyRequest) -> Blocks:
    """List the people whom the caller has blocked."""
    return await _listed(request)


@post("/api/me/blocks", status_code=200, guards=[named_only])
async def block(request: AnyRequest, data: JSONBody[SeatRef]) -> Blocks:
    """Block the person in a seat: from now on the two do not sit down at one table."""
    server, (_, person) = server_of(request), await person_of(request)
    blocked = await _meant(request, data)
    if len(await server.store.blocks.of_person(person)) >= MOST:
        raise Refused(reason("people.many-blocks", most=str(MOST)))
    await server.store.blocks.add(Block(new_id(), person, blocked, server.deps.time.now()))
    return await _listed(request)


@delete("/api/me/blocks/{block:str}", status_code=200, guards=[named_only])
async def unblock(request: AnyRequest, block: FromPath[str]) -> Blocks:
    """Take a block back."""
    server, (_, person) = server_of(request), await person_of(request)
    await server.store.blocks.remove(person, block)
    return await _listed(request)


@post("/api/reports", status_code=200, guards=[named_only])
async def report(request: AnyRequest, data: JSONBody[SeatRef]) -> Reported:
    """Tell the operator about a name."""
    server, (_, person) = server_of(request), await person_of(request)
    reported = await _meant(request, data)
    if not await server.reports.allow(server.deps.quotas.of(person)):
        raise Refused(reason("server.too-many"))
    name = server.deps.names.get(reported, NAMELESS)
    await server.store.blocks.report(person, reported, name, server.deps.time.now())
    return Reported(name=name)


HANDLERS = (my_blocks, block, unblock, report)

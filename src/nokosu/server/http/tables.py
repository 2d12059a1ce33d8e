"""/api/tables/{table}: a table over plain HTTP, for clients without WebSockets."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from nokosu.core.errors import Reason, reason
from nokosu.server.http.context import AnyRequest, address, named_only, no_longer, person_of, server_of, session_of
from nokosu.server.ids import new_id
from nokosu.server.tables.actor import Actor
from nokosu.table.refusal import Refused
from nokosu.table.rights import may_watch
from nokosu.table.table_state import table_state
from nokosu.wire import commands as ask
from nokosu.wire.lobby import JoinTable, TableRef
from nokosu.wire.tables import TableState
from nokosu.wire.updates import Ack, AskCoach, Coaching, DraftChances, Hint, Refusal, Update

TablePath = Annotated[str, PathParameter(pattern="^[a-z0-9]{16}$")]
After = Annotated[int | None, QueryParameter(ge=0, le=1 << 53)]


async def _watched(request: AnyRequest, table: str) -> tuple[Actor, str | None]:
    """Return a table that this session may see."""
    session = await session_of(request)
    actor = await server_of(request).tables.find(table)
    if not may_watch(actor.state, session.person):
        raise Refused(reason("table.no-spectators"))
    return actor, session.person


@get("/api/tables/{table:str}")
async def show_table(request: AnyRequest, table: TablePath) -> TableState:
    """Return the public facts."""
    actor, _ = await _watched(request, table)
    names = server_of(request).deps.names
    return table_state(actor.state, names, names.faces)


@post("/api/tables/{table:str}/join", status_code=200, guards=[named_only])
async def join(request: AnyRequest, table: TablePath, data: JSONBody[JoinTable]) -> TableRef:
    """Sit down; a person who already sits is told where."""
    server, (_, person) = server_of(request), await person_of(request)
    actor = await server.tables.find(table)
    if actor.state.seat_of(person) is None:
        wish = ask.Sit(client_id=new_id(), seat=data.seat, nonce=data.nonce, rated=data.rated)
        answer = await actor.command(person, wish)
        # Refused and seated all the same: another process heard the same wish before.
        if isinstance(answer, Refusal) and actor.state.seat_of(person) is None:
            raise Refused(reason(answer.reason.message, "", **answer.reason.params))
    return TableRef(table=table, code=actor.state.code, seat=actor.state.seat_of(person))


class _Waiting:
    """A subscriber for one answer."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.news = asyncio.Event()
        self.dismissed: Reason | None = None

    def send(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update"'):
            self.news.set()

    def dismiss(self, why: Reason) -> None:
        self.dismissed = why
        self.news.set()


async def _first(events: tuple[asyncio.Event, ...], seconds: float) -> None:
    """Wait for any of these, but no longer."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waits:
            each.cancel()


@get("/api/tables/{table:str}/events")
async def events(
    request: AnyRequest,
    table: TablePath,
    after: After = None,
    before: After = None,
    wait: Annotated[int, QueryParameter(ge=0, le=30)] = 0,
) -> Response[Update]:
    """Return what a socket's first message would say; with `wait`, as soon as there is something new.

    At most 500 entries: the newest after `after` and, to read further back, before `before`.
    """
    actor, person = await _watched(request, table)
    if wait and after is not None and after >= actor.state.seq:
        server, session, place = server_of(request), await session_of(request), address(request)
        # A request that waits costs what a socket costs.
        if not server.places.take(session.key, place):
            raise Refused(reason("server.too-many"))
        waiting = _Waiting(person)
        actor.subscribers.add(waiting)
        server.sockets.add(session.key, waiting, place)
        try:
            if (why := await no_longer(server, session, place)) is not None:
                waiting.dismiss(why)
            await _first((waiting.news, request.app.state.stopping), wait)
        finally:
            actor.subscribers.remove(waiting)
            server.sockets.remove(session.key, waiting)
            server.places.give_back(session.key, place)
        if waiting.dismissed is not None:
            # Signed out or banned meanwhile: who asked is known from before that.
            raise Refused(waiting.dismissed)
        actor, person = await _watched(request, table)
    frame = await actor.in_turn(lambda: actor.first_frame(actor.state.seat_of(person), after, before))
    answer: Response[Any] = Response(frame, media_type="application/json")
    return answer


@post("/api/tables/{table:str}/commands", status_code=200, guards=[named_only])
async def command(request: AnyRequest, table: TablePath, data: JSONBody[ask.AnyCommand]) -> Response[Ack | Refusal]:
    """Return the same commands as on the socket."""
    server, (_, person) = server_of(request), await person_of(request)
    answer = await (await server.tables.find(table)).command(person, data)
    return Response(answer, status_code=409 if isinstance(answer, Refusal) else 200)


@post("/api/tables/{table:str}/hint", status_code=200, guards=[named_only])
async def hint(request: AnyRequest, table: TablePath) -> Hint:
    """Return what to do with my view and why, where the table allows to ask; the log says that I asked."""
    server, (_, person) = server_of(request), await person_of(request)
    return await server.hints.give(await server.tables.find(table), person)


@post("/api/tables/{table:str}/chances", status_code=200, guards=[named_only])
async def chances(request: AnyRequest, table: TablePath) -> DraftChances:
    """Return what the dice of the middle promise me, where the table allows hints; the log says that I asked."""
    server, (_, person) = server_of(request), await person_of(request)
    return await server.hints.chances(await server.tables.find(table), person)


@post("/api/tables/{table:str}/coach", status_code=200, guards=[named_only])
async def coach(request: AnyRequest, table: TablePath, data: JSONBody[AskCoach]) -> Coaching:
    """Return what the coach says to me now, at a table that has one; the log says so where it speaks."""
    server, (_, person) = server_of(request), await person_of(request)
    return await server.hints.coach(await server.tables.find(table), person, data)


HANDLERS: tuple[Any, ...] = (show_table, join, events, command, hint, chances, coach)

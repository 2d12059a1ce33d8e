"""/api/me/sessions and /api/me/passkeys: where one is signed in, what lets one in, and the end of either."""

from __future__ import annotations

from typing import Annotated, get_args

from litestar import Response, delete, get
from litestar.params import FromPath, QueryParameter

from nokosu.core.errors import reason
from nokosu.server.http.context import CLEAR, AnyRequest, device_of, named_only, person_of, server_of, session_cookies
from nokosu.server.store import Conflict
from nokosu.server.store.sessions import SessionRow
from nokosu.table.refusal import Refused
from nokosu.wire.people import AccountEvent, AccountEventName, AccountEvents, Passkey, Passkeys, Session, Sessions


def _listed(rows: list[SessionRow], current: str) -> Sessions:
    return Sessions(
        sessions=[
            Session(id=row.id, since=row.created, seen=row.seen, device=row.device, current=row.token == current)
            for row in rows
        ]
    )


@get("/api/me/sessions", guards=[named_only])
async def my_sessions(request: AnyRequest) -> Sessions:
    """List the browsers in which the caller is signed in."""
    session, _ = await person_of(request)
    return _listed(await _rows(request), session.key)


@delete("/api/me/sessions/{session:str}", status_code=200, guards=[named_only])
async def end_session(request: AnyRequest, session: FromPath[str]) -> Response[Sessions]:
    """Sign out one browser, and close its sockets."""
    rows = await _rows(request)
    if session not in {row.id for row in rows}:
        raise Refused(reason("server.no-session"))
    return await _ended(request, rows, {session})


@delete("/api/me/sessions", status_code=200, guards=[named_only])
async def end_sessions(request: AnyRequest, *, others: Annotated[bool, QueryParameter()] = False) -> Response[Sessions]:
    """Sign out all browsers, or all but this one."""
    rows, (session, _) = await _rows(request), await person_of(request)
    return await _ended(request, rows, {row.id for row in rows if not (others and row.token == session.key)})


async def _rows(request: AnyRequest) -> list[SessionRow]:
    server, (_, person) = server_of(request), await person_of(request)
    return await server.store.sessions.of_person(person, server.deps.time.now())


async def _ended(request: AnyRequest, rows: list[SessionRow], ids: set[str]) -> Response[Sessions]:
    server, (session, person) = server_of(request), await person_of(request)
    for row in rows:
        if row.id in ids:
            await server.store.sessions.end(row.token)
            server.sockets.session_ended(row.token)
    left = [row for row in rows if row.id not in ids]
    signed_out = all(row.token != session.key for row in left)
    if any(row.id in ids and row.token != session.key for row in rows):
        await server.accounts.note(person, "signed-out-elsewhere", device_of(request))
    body = _listed([] if signed_out else left, session.key)
    if signed_out:
        return Response(body, cookies=session_cookies(request, None), headers=CLEAR)
    return Response(body)


@get("/api/me/events", guards=[named_only])
async def my_events(request: AnyRequest) -> AccountEvents:
    """List what happened to the caller's account."""
    _, person = await person_of(request)
    rows = await server_of(request).store.account_events.of_person(person)
    known: dict[str, AccountEventName] = {name: name for name in get_args(AccountEventName)}
    return AccountEvents(
        events=[
            AccountEvent(at=row.at, event=known[row.event], device=row.device) for row in rows if row.event in known
        ]
    )


@get("/api/me/passkeys", guards=[named_only])
async def my_passkeys(request: AnyRequest) -> Passkeys:
    """List the caller's passkeys."""
    return await _passkeys(request)


async def _passkeys(request: AnyRequest) -> Passkeys:
    _, person = await person_of(request)
    known = await server_of(request).store.people.passkeys_of(person)
    return Passkeys(passkeys=[Passkey(id=credential, since=created) for credential, created in known.items()])


@delete("/api/me/passkeys/{passkey:str}", status_code=200, guards=[named_only])
async def remove_passkey(request: AnyRequest, passkey: FromPath[str]) -> Passkeys:
    """Remove a passkey: it lets nobody in any more. Sessions that it began stay."""
    server, (session, person) = server_of(request), await person_of(request)
    await server.accounts.must_be_fresh(session)
    try:
        await server.store.people.remove_passkey(person, passkey)
    except Conflict:
        raise Refused(reason("passkey.unknown")) from None
    await server.accounts.note(person, "passkey-removed", device_of(request))
    return await _passkeys(request)


HANDLERS = (my_events, my_sessions, end_session, end_sessions, my_passkeys, remove_passkey)

"""Signing in, with a passkey or a recovery code, and out."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import JSONBody

from nokosu.core.errors import reason
from nokosu.server.http.context import (
    CREDENTIAL_BYTES,
    AnyRequest,
    address,
    device_of,
    found_person,
    identity,
    named_only,
    passkeys_possible,
    person_of,
    server_of,
    session_of,
    site_of,
    with_cookie,
)
from nokosu.server.ids import new_id
from nokosu.server.people.recovery import confirmed, recovered
from nokosu.server.people.sessions import Session
from nokosu.server.server import Server
from nokosu.server.tables.actor import Actor
from nokosu.table.refusal import Refused
from nokosu.wire.commands import Leave
from nokosu.wire.people import AccountEventName, Confirm, Identity, Login, PasskeyOptions, Recover


@post("/api/logout", status_code=200)
async def logout(request: AnyRequest) -> Response[Identity]:
    """End this session."""
    server, session = server_of(request), await session_of(request)
    await server.sessions.end(session)
    server.sockets.session_ended(session.key)
    return with_cookie(request, Identity(person=None), None)


@post("/api/login/options", status_code=200)
async def login_options(request: AnyRequest) -> PasskeyOptions:
    """Begin to log in."""
    await session_of(request)
    if not passkeys_possible(request):
        raise Refused(reason("passkey.impossible"))
    server = server_of(request)
    if not await server.logins.allow(address(request)):
        raise Refused(reason("server.too-many"))
    return await server.passkeys().login_options(site_of(request))


@post("/api/login", status_code=200, request_max_body_size=CREDENTIAL_BYTES)
async def login(request: AnyRequest, data: JSONBody[Login]) -> Response[Identity]:
    """Log in by passkey: a new session."""
    server, session = server_of(request), await session_of(request)
    stranded = await _stranded(server, session, leave=data.leave_seats)
    person = await _with_passkey(request, data.ceremony, data.credential, "sign-in-failed")
    return await _signed_in(request, session, person, stranded, "signed-in")


@post("/api/recover", status_code=200)
async def recover(request: AnyRequest, data: JSONBody[Recover]) -> Response[Identity]:
    """Become oneself again: a new session."""
    server, session = server_of(request), await session_of(request)
    if not await server.recoveries.allow(address(request)):
        raise Refused(reason("server.too-many"))
    stranded = await _stranded(server, session, leave=data.leave_seats)
    try:
        person = await recovered(server.store, data.code)
    except Refused:
        server.accounts.failed("recovery-failed")
        raise
    return await _signed_in(request, session, person, stranded, "recovered")


@post("/api/me/confirm", status_code=200, guards=[named_only], request_max_body_size=CREDENTIAL_BYTES)
async def confirm(request: AnyRequest, data: JSONBody[Confirm]) -> Identity:
    """Prove again who one is; the session is then fresh for a few minutes."""
    server, (session, person) = server_of(request), await person_of(request)
    if data.code is not None:
        if not await server.recoveries.allow(address(request)):
            raise Refused(reason("server.too-many"))
        if not await confirmed(server.store, person, data.code):
            await server.accounts.note(person, "confirm-failed", device_of(request))
            raise Refused(reason("recovery.unknown"))
    elif data.ceremony is None or data.credential is None:
        raise Refused(reason("server.bad-request"))
    elif await _with_passkey(request, data.ceremony, data.credential, "confirm-failed") != person:
        await server.accounts.note(person, "confirm-failed", device_of(request))
        raise Refused(reason("passkey.failed"))
    await server.store.sessions.verify(session.key, server.deps.time.now())
    await server.accounts.note(person, "confirmed", device_of(request))
    return await identity(server, await found_person(request, person))


async def _with_passkey(
    request: AnyRequest, ceremony: str, credential: dict[str, Any], failure: AccountEventName
) -> str:
    """Return whose passkey it is; its owner is told of a wrong answer."""
    server = server_of(request)
    try:
        return await server.passkeys().login(ceremony, credential, site_of(request))
    except Refused as refused:
        owner = getattr(refused, "person", None)
        if owner is None:
            server.accounts.failed("passkey-unknown")
        else:
            await server.accounts.note(owner, failure, device_of(request))
        raise


async def _stranded(server: Server, session: Session, *, leave: bool) -> list[Actor]:
    """Tables that the guest of this browser would never come back to. Refused unless they are to `leave` them.

    A guest is somebody whose only way back is this session.
    """
    store, guest = server.store, session.person
    if guest is None or await store.people.passkeys_of(guest) or await store.people.recovery_codes_left(guest):
        return []
    if len(await store.sessions.of_person(guest, server.deps.time.now())) > 1:
        return []
    tables = [await server.tables.find(row.id) for row in await store.tables.of_person(guest)]
    played = [table for table in tables if _plays(table, guest)]
    if played and not leave:
        await server.deps.names.fetch([guest])
        raise Refused(reason("recovery.guest-plays", name=server.deps.names.get(guest, ""), count=str(len(played))))
    return played


def _plays(table: Actor, person: str) -> bool:
    seat = table.state.seat_of(person)
    return seat is not None and table.state.chairs[seat].why != "left"


async def _signed_in(
    request: AnyRequest, before: Session, person: str, stranded: list[Actor], event: AccountEventName
) -> Response[Identity]:
    server = server_of(request)
    for table in stranded:
        await table.command(before.person, Leave(client_id=new_id()))
    token = await server.sessions.begin(person, before, device_of(request))
    server.sockets.session_ended(before.key)
    await server.accounts.note(person, event, device_of(request))
    return with_cookie(request, await identity(server, await found_person(request, person)), token)


HANDLERS = (logout, login_options, login, recover, confirm)

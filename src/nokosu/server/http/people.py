"""/api/me: a name, what keeps it, and everything that the server knows about its person."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream

from nokosu.bots.characters import CHARACTERS
from nokosu.core.errors import reason
from nokosu.locale import languages
from nokosu.pictures.faces import PEOPLE
from nokosu.server.damage import DAMAGED
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
from nokosu.server.http.records import match_summaries, played_rounds
from nokosu.server.ids import new_id
from nokosu.server.people.export import exported
from nokosu.server.people.push_services import known_service
from nokosu.server.people.recovery import fresh_codes
from nokosu.server.store.people import Push
from nokosu.server.store.records import Totals
from nokosu.server.tables import summary
from nokosu.table.names_check import checked_name, skeleton
from nokosu.table.refusal import Refused
from nokosu.wire.commands import Leave
from nokosu.wire.lobby import MyTables
from nokosu.wire.people import (
    DeleteMe,
    Figures,
    Identity,
    Introduce,
    MatchPage,
    PasskeyAnswer,
    PasskeyOptions,
    PlayedRounds,
    PushCancel,
    PushSubscription,
    RecoveryCodes,
    Statistics,
)

_PAGE = 50
_MOST_MATCHES = 100
_ALL = 1_000_000


@get("/api/me")
async def who_am_i(request: AnyRequest) -> Identity:
    """Return the person of this session."""
    session = await session_of(request)
    return await identity(server_of(request), await found_person(request, session.person))


@post("/api/me", status_code=200)
async def introduce(request: AnyRequest, data: JSONBody[Introduce]) -> Response[Identity]:
    """Take a name, or another one."""
    server, session = server_of(request), await session_of(request)
    name = checked_name(data.name, server.config.forbidden_names)
    # A character shares its name with people: its face and its mark say that it is a bot.
    if skeleton(name) in {skeleton(bot) for bot in server.deps.policy.bots if bot not in CHARACTERS}:
        raise Refused(reason("name.forbidden"))
    if data.language is not None and data.language not in languages():
        raise Refused(reason("server.bad-request"))
    if data.face is not None and data.face not in PEOPLE:
        raise Refused(reason("server.bad-request"))
    if session.person is None:
        if server.deps.disk_full:
            raise Refused(reason("server.disk-full"))
        if not await server.guests.allow(address(request)):
            raise Refused(reason("server.too-many"))
        person, token = await server.sessions.guest(name, data.language, session, device_of(request), data.face)
        return with_cookie(request, await identity(server, person), token)
    await server.store.people.rename(session.person, name, data.language, data.face)
    renamed = await found_person(request, session.person)
    server.deps.names.put(session.person, name, renamed.face if renamed else None)
    server.tables.person_changed(session.person)
    return Response(await identity(server, renamed))


@post("/api/me/passkeys/options", status_code=200, guards=[named_only])
async def passkey_options(request: AnyRequest) -> PasskeyOptions:
    """Begin to make a passkey."""
    server, (session, person) = server_of(request), await person_of(request)
    if not passkeys_possible(request):
        raise Refused(reason("passkey.impossible"))
    await server.accounts.must_be_fresh(session)
    found = await found_person(request, person)
    assert found is not None
    if not await server.logins.allow(address(request)):
        raise Refused(reason("server.too-many"))
    return await server.passkeys().registration(found, site_of(request))


@post("/api/me/passkeys", status_code=200, guards=[named_only], request_max_body_size=CREDENTIAL_BYTES)
async def add_passkey(request: AnyRequest, data: JSONBody[PasskeyAnswer]) -> Identity:
    """Keep a passkey."""
    server, (session, person) = server_of(request), await person_of(request)
    await server.accounts.must_be_fresh(session)
    await server.passkeys().register(data.ceremony, data.credential, person, site_of(request))
    await server.accounts.note(person, "passkey-added", device_of(request))
    return await identity(server, await found_person(request, person))


@post("/api/me/recovery-codes", status_code=200, guards=[named_only])
async def recovery_codes(request: AnyRequest) -> RecoveryCodes:
    """Fresh codes; they are shown this once."""
    server, (session, person) = server_of(request), await person_of(request)
    await server.accounts.must_be_fresh(session)
    if not await server.logins.allow(address(request)):
        raise Refused(reason("server.too-many"))
    replaced = await server.store.people.recovery_codes_left(person)
    codes = await fresh_codes(server.store, person)
    await server.accounts.note(person, "codes-made", device_of(request))
    return RecoveryCodes(codes=codes, replaced=replaced)


@get("/api/me/tables", guards=[named_only])
async def my_tables(request: AnyRequest) -> MyTables:
    """Tables that are not over, those that wait for me first."""
    server, (_, person) = server_of(request), await person_of(request)
    rows = summary.readable(await server.store.tables.of_person(person), server.deps.metrics)
    await server.deps.names.fetch(each for row in rows for each in summary.persons(row))
    return MyTables(tables=[summary.summary(row, person, server.deps.names) for row in rows])


@get("/api/me/matches", guards=[named_only])
async def my_matches(
    request: AnyRequest, before: Annotated[int, QueryParameter(ge=0, le=1 << 62)] = 1 << 62
) -> MatchPage:
    """Matches that are over, newest first."""
    server, (_, person) = server_of(request), await person_of(request)
    rows = await server.store.records.of_person(person, before, _PAGE)
    matches = await match_summaries(request, rows, person)
    return MatchPage(matches=matches, before=rows[-1].ended if len(rows) == _PAGE else None)


@get("/api/me/rounds", guards=[named_only])
async def my_rounds(request: AnyRequest) -> PlayedRounds:
    """Return the rounds of the newest matches."""
    server, (_, person) = server_of(request), await person_of(request)
    rows = await server.store.records.of_person(person, 1 << 62, _MOST_MATCHES)
    return PlayedRounds(rounds=await played_rounds(request, rows, person))


@get("/api/me/statistics", guards=[named_only])
async def my_statistics(request: AnyRequest) -> Statistics:
    """Figures by edition and number of players."""
    _, person = await person_of(request)
    totals = await server_of(request).store.records.totals(person)
    return Statistics(figures=[_figures(each) for each in totals])


def _figures(totals: Totals) -> Figures:
    counts = asdict(totals)
    points = counts.pop("points")
    return Figures(**counts, mean_points=round(points / max(totals.rounds, 1), 2))


@get("/api/me/export", guards=[named_only])
async def export_me(request: AnyRequest) -> Stream:
    """Return all data of the caller as a file."""
    server, (session, person) = server_of(request), await person_of(request)
    await server.accounts.must_be_fresh(session)
    if not await server.exports.allow(server.deps.quotas.of(person)):
        raise Refused(reason("server.too-many"))
    await server.accounts.note(person, "exported", device_of(request))
    found = await found_person(request, person)
    pieces = exported(server.store, person, found.name if found else None, server.deps.metrics)
    headers = {"content-disposition": 'attachment; filename="nokosu-my-data.json"'}
    return Stream(pieces, media_type="application/json", headers=headers)


@post("/api/me/delete", status_code=200, guards=[named_only])
async def delete_me(request: AnyRequest, data: JSONBody[DeleteMe]) -> Response[Identity]:
    """Forget me: the log stays, without a name. Where I play, a bot goes on; where I wait, my seat is open again."""
    server, (session, person) = server_of(request), await person_of(request)
    await server.accounts.must_be_fresh(session)
    found = await found_person(request, person)
    if found is None or found.name != data.name:
        raise Refused(reason("name.not-yours"))
    for row in await server.store.tables.of_person(person, limit=_ALL):
        # A refusal says that they have left already; a table that cannot be read keeps nobody here.
        with contextlib.suppress(Refused, *DAMAGED):
            await (await server.tables.find(row.id)).command(person, Leave(client_id=new_id()))
    await server.store.people.delete(person, server.deps.time.now())
    server.deps.names.put(person, None)
    server.tables.person_changed(person)
    server.sockets.person_gone(person)
    return with_cookie(request, Identity(person=None), None)


@post("/api/me/push", status_code=200, guards=[named_only])
async def subscribe(request: AnyRequest, data: JSONBody[PushSubscription]) -> Identity:
    """Tell me when a slow table waits for me."""
    server, (_, person) = server_of(request), await person_of(request)
    if server.push_key is None or not known_service(data.endpoint, server.config.push_services):
        raise Refused(reason("push.impossible"))
    await server.store.people.subscribe(person, Push(data.endpoint, data.keys.p256dh, data.keys.auth))
    return await identity(server, await found_person(request, person))


@post("/api/me/push/cancel", status_code=200, guards=[named_only])
async def unsubscribe(request: AnyRequest, data: JSONBody[PushCancel]) -> Identity:
    """Return no more messages to this browser."""
    server, (_, person) = server_of(request), await person_of(request)
    await server.store.people.unsubscribe(person, data.endpoint)
    return await identity(server, await found_person(request, person))


HANDLERS = (
    *(who_am_i, introduce, passkey_options, add_passkey, recovery_codes),
    *(my_tables, my_matches, my_rounds, my_statistics, export_me, delete_me, subscribe, unsubscribe),
)

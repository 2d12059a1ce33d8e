"""What every handler starts with: the server and the caller."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.handlers import BaseRouteHandler

from nokosu.core.errors import Reason, reason
from nokosu.locale import languages
from nokosu.server.http.origin_guard import Client
from nokosu.server.people.device import device_name
from nokosu.server.people.sessions import COOKIE, YEAR_S, Session
from nokosu.server.people.site import Site
from nokosu.server.quotas import Payer
from nokosu.server.server import Server
from nokosu.server.store.people import Person
from nokosu.table.refusal import Refused
from nokosu.wire.people import Identity

_REFUSED_S: Final = 0.25
CREDENTIAL_BYTES: Final = 16_384
"""The body of a request with a passkey: real ones have one or two kilobytes."""
CLEAR: Final = {"clear-site-data": '"cache"'}
"""For an answer that ends a session: what was cached of it goes. Matches on the device are the device's, and stay."""
Connection = ASGIConnection[Any, Any, Any, State]
AnyRequest = Request[Any, Any, State]


def server_of(connection: Connection) -> Server:
    """Return the running server."""
    server: Server = connection.app.state.server
    return server


def secure(connection: Connection) -> bool:
    """Return whether the browser speaks TLS to us, or to the proxy before us."""
    return _client(connection).secure


def address(connection: Connection) -> str:
    """Return where a request comes from, as limits count it."""
    return _client(connection).address


def _client(connection: Connection) -> Client:
    """Return what the guard in front of all handlers has found out."""
    client: Client = connection.scope["nokosu_client"]  # type: ignore[typeddict-item]  # put there by the guard
    return client


async def session_of(connection: Connection) -> Session:
    """Identify the caller. Every request and handshake counts against the limit of its session."""
    known: Session | None = connection.scope.get("nokosu_session")  # type: ignore[assignment]  # put there below
    if known is not None:
        return known
    server = server_of(connection)
    token = connection.cookies.get(_cookie_name(connection))
    session = await server.sessions.find(token, address(connection))
    if not server.allows(session.key, address(connection)):
        # A client that does not wait by itself is made to: answering at once would cost more than it is worth.
        await asyncio.sleep(_REFUSED_S)
        raise Refused(reason("server.too-many"))
    if not server.banned.isdisjoint({session.person, address(connection)}):
        raise Refused(reason("server.banned"))
    if session.person is not None:
        server.deps.quotas.seen(session.person, address(connection))
    connection.scope["nokosu_session"] = session  # type: ignore[typeddict-unknown-key]  # a scope may carry more
    return session


async def no_longer(server: Server, session: Session, place: str) -> Reason | None:
    """Return why a session that was found earlier may do nothing any more; None if it may."""
    if not server.banned.isdisjoint({session.person, place}):
        return reason("server.banned")
    if session.person is not None and (await server.sessions.find(session.token, place)).person != session.person:
        return reason("server.signed-out")
    return None


def payer(connection: Connection, session: Session) -> Payer:
    """Return who pays for a request: strangers are known by their address alone."""
    place = address(connection)
    return Payer(session.person or place, place)


async def named_only(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Turn strangers away before anything is made of what they sent."""
    await person_of(connection)


async def person_of(connection: Connection) -> tuple[Session, str]:
    """Return the person of the caller; refuse a caller without a name."""
    session = await session_of(connection)
    if session.person is None:
        raise Refused(reason("server.no-name"))
    return session, session.person


async def found_person(connection: Connection, person: str | None) -> Person | None:
    """Look a person up."""
    return await server_of(connection).store.people.find(person) if person else None


def device_of(connection: Connection) -> str | None:
    """Name the browser for the list of sessions."""
    return device_name(connection.headers.get("user-agent", ""))


def site_of(connection: Connection) -> Site:
    """Return the origin that a passkey is bound to."""
    host = connection.headers.get("host", "localhost")
    return Site(f"{'https' if secure(connection) else 'http'}://{host}", host.rsplit(":", 1)[0])


def passkeys_possible(connection: Connection) -> bool:
    """Browsers allow passkeys under TLS and on this machine itself."""
    return secure(connection) or site_of(connection).host == "localhost"


def _cookie_name(connection: Connection) -> str:
    """Under TLS browsers take a cookie of this name from this very host only; one without the prefix may be forged."""
    return f"__Host-{COOKIE}" if secure(connection) else COOKIE


def session_cookies(connection: Connection, token: str | None) -> list[Cookie]:
    """Return the cookie that holds a token; None: the cookie is taken away.

    One from before a name's prefix goes too.
    """
    former = [Cookie(key=COOKIE, value="", max_age=0, path="/")]
    return [
        _session_cookie(connection, token),
        *(former if secure(connection) and COOKIE in connection.cookies else []),
    ]


def _session_cookie(connection: Connection, token: str | None) -> Cookie:
    return Cookie(
        key=_cookie_name(connection),
        value=token or "",
        max_age=YEAR_S if token else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure(connection),
    )


async def identity(server: Server, person: Person | None) -> Identity:
    """Describe a person to themselves."""
    if person is None or person.name is None:
        return Identity(person=None)
    return Identity(
        person=person.id,
        name=person.name,
        language=person.language if person.language in languages() else None,
        face=person.face,
        passkeys=len(await server.store.people.passkeys_of(person.id)),
        recovery_codes=await server.store.people.recovery_codes_left(person.id),
    )


def with_cookie(connection: Connection, body: Identity, token: str | None) -> Response[Identity]:
    """Return an answer that changes the session's cookie."""
    headers = {} if token else CLEAR
    return Response(body, status_code=200, cookies=session_cookies(connection, token), headers=headers)

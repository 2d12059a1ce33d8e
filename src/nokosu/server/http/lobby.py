"""/api/offer, /api/lobby, and making tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final, get_args

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from nokosu import __version__, editions, locale
from nokosu.core.errors import reason
from nokosu.server.http.context import (
    AnyRequest,
    address,
    named_only,
    passkeys_possible,
    person_of,
    server_of,
    session_of,
)
from nokosu.server.payers import Payers
from nokosu.server.store.tables import TableRow
from nokosu.server.tables import summary
from nokosu.table.create import edition_offers
from nokosu.table.refusal import Refused
from nokosu.wire.commands import ReactionName
from nokosu.wire.lobby import (
    BotOffer,
    CreateTable,
    LevelOffer,
    Lobby,
    Offer,
    PlayNow,
    Reservation,
    TableRef,
)

_LISTED: Final = 100


@get("/api/offer")
async def offer(request: AnyRequest) -> Offer:
    """What can be chosen here."""
    await session_of(request)
    server = server_of(request)
    about = server.deps.circumstances
    return Offer(
        version=__version__,
        editions=edition_offers(),
        default_edition=editions.DEFAULT,
        bots=[BotOffer(name=name) for name in server.config.offered()],
        default_bot=about.default_bot,
        levels=[LevelOffer(name=name, bots=list(bots)) for name, bots in about.levels.items()],
        default_level=server.config.default_level,
        reactions=list(get_args(ReactionName)),
        languages=list(locale.languages()),
        passkeys=passkeys_possible(request),
        push_key=server.push_key,
        bot_delay_ms=server.deps.bot_delay_ms,
        lan_address=server.config.lan_address,
    )


def _fairly(rows: Sequence[TableRow], payers: Payers) -> list[TableRow]:
    """Put tables, newest first, into an order in which no address and no person fills the list."""
    had: Counter[str] = Counter()
    ranked: list[tuple[int, TableRow]] = []
    for row in rows:
        persons = summary.persons(row)
        host = payers.of(persons[0]).address if persons else row.id
        ranked.append((had[host], row))
        had[host] += 1
    return [row for _, row in sorted(ranked, key=lambda each: each[0])]


@get("/api/lobby")
async def lobby(request: AnyRequest) -> Lobby:
    """Public tables: with open seats, the newest of everybody first, then everybody's second; then those in play."""
    session, server = await session_of(request), server_of(request)
    rows = await server.store.tables.listed()
    if session.person is not None:
        apart = await server.store.blocks.around(session.person)
        rows = [row for row in rows if apart.isdisjoint(summary.persons(row))]
    rows = sorted(_fairly(rows, server.deps.payers), key=lambda row: row.status != "open")[:_LISTED]
    await server.deps.names.fetch(each for row in rows for each in summary.persons(row))
    tables = [summary.summary(row, session.person, server.deps.names) for row in rows]
    return Lobby(tables=[each for each in tables if each.status == "open" or each.settings.spectators])


@post("/api/reserve", status_code=200, guards=[named_only])
async def reserve(request: AnyRequest) -> Reservation:
    """A table's name and the commitment to its secret, before anything about it is known."""
    await person_of(request)
    return server_of(request).hub.reserve()


@post("/api/tables", status_code=201, guards=[named_only])
async def create(request: AnyRequest, data: JSONBody[CreateTable]) -> TableRef:
    """Create a table."""
    _, person = await person_of(request)
    return await server_of(request).hub.create(data, person)


@post("/api/play", status_code=201, guards=[named_only])
async def play_now(request: AnyRequest, data: JSONBody[PlayNow]) -> TableRef:
    """Play against bots, now."""
    _, person = await person_of(request)
    return await server_of(request).hub.play_now(data, person)


@get("/api/codes/{code:str}")
async def by_code(request: AnyRequest, code: Annotated[str, PathParameter(pattern="^[A-Za-z0-9]{6,8}$")]) -> TableRef:
    """The table with this code."""
    session, server = await session_of(request), server_of(request)
    place = address(request)
    if not await server.guesses.some_left(place):
        raise Refused(reason("server.too-many"))
    row = await server.store.tables.by_code(code.upper())
    own = summary.summary(row, session.person, server.deps.names).seat if row else None
    # A code invites people to a table: once the match is over it leads nobody but its players there.
    if row is None or (row.status in {"finished", "abandoned"} and own is None):
        await server.guesses.allow(place)
        raise Refused(reason("server.no-table"))
    return TableRef(table=row.id, code=row.code, seat=own)


HANDLERS = (offer, lobby, reserve, create, play_now, by_code)

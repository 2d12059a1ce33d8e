"""/api/offer, /api/lobby, and making tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final, get_args

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from nokosu import __version__, editions, locale
from nokosu.server.http.codes import table_by_code
from nokosu.server.http.context import (
    AnyRequest,
    named_only,
    passkeys_possible,
    person_of,
    server_of,
    session_of,
)
from nokosu.server.http.records import computed
from nokosu.server.quotas import Quotas
from nokosu.server.store.tables import TableRow
from nokosu.server.tables import summary
from nokosu.table import house
from nokosu.table.create import edition_offers
from nokosu.wire.commands import ReactionName
from nokosu.wire.house import CheckHouse, HouseOffer
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
    """Return what can be chosen here."""
    await session_of(request)
    server = server_of(request)
    policy = server.deps.policy
    return Offer(
        version=__version__,
        editions=edition_offers(),
        default_edition=editions.DEFAULT,
        bots=[BotOffer(name=name) for name in server.config.offered()],
        default_bot=policy.default_bot,
        levels=[LevelOffer(name=name, bots=list(bots)) for name, bots in policy.levels.items()],
        default_level=server.config.default_level,
        reactions=list(get_args(ReactionName)),
        languages=list(locale.languages()),
        passkeys=passkeys_possible(request),
        push_key=server.push_key,
        bot_delay_ms=policy.bot_delay_ms,
        lan_address=server.config.lan_address,
    )


def _fairly(rows: Sequence[TableRow], quotas: Quotas) -> list[TableRow]:
    """Put tables, newest first, into an order in which no address and no person fills the list."""
    had: Counter[str] = Counter()
    ranked: list[tuple[int, TableRow]] = []
    for row in rows:
        persons = summary.persons(row)
        host = quotas.of(persons[0]).address if persons else row.id
        ranked.append((had[host], row))
        had[host] += 1
    return [row for _, row in sorted(ranked, key=lambda each: each[0])]


@get("/api/lobby")
async def lobby(request: AnyRequest) -> Lobby:
    """Public tables: with open seats, the newest of everybody first, then everybody's second; then those in play."""
    session, server = await session_of(request), server_of(request)
    rows = summary.readable(await server.store.tables.listed(), server.deps.metrics)
    if session.person is not None:
        apart = await server.store.blocks.around(session.person)
        rows = [row for row in rows if apart.isdisjoint(summary.persons(row))]
    rows = sorted(_fairly(rows, server.deps.quotas), key=lambda row: row.status != "open")[:_LISTED]
    await server.deps.names.fetch(each for row in rows for each in summary.persons(row))
    tables = [summary.summary(row, session.person, server.deps.names) for row in rows]
    return Lobby(tables=[each for each in tables if each.status == "open" or each.settings.spectators])


@post("/api/reserve", status_code=200, guards=[named_only])
async def reserve(request: AnyRequest) -> Reservation:
    """Return a table's name and the commitment to its secret, before anything about it is known."""
    await person_of(request)
    return server_of(request).tables.reserve()


async def _check(request: AnyRequest, text: str | None) -> None:
    """Refuse a file of house rules that cannot be used; a hostile one may take long to read, so not in this process."""
    if text is not None:
        await computed(request, house.offer, text)


@post("/api/tables", status_code=201, guards=[named_only])
async def create(request: AnyRequest, data: JSONBody[CreateTable]) -> TableRef:
    """Create a table."""
    _, person = await person_of(request)
    await _check(request, data.house)
    return await server_of(request).tables.create(data, person)


@post("/api/play", status_code=201, guards=[named_only])
async def play_now(request: AnyRequest, data: JSONBody[PlayNow]) -> TableRef:
    """Play against bots, now."""
    _, person = await person_of(request)
    await _check(request, data.house)
    return await server_of(request).tables.play_now(data, person)


@post("/api/house-rules", status_code=200)
async def check_house(request: AnyRequest, data: JSONBody[CheckHouse]) -> HouseOffer:
    """Return what can be played by a file of house rules, with every number."""
    return await computed(request, house.offer, data.text)


@get("/api/codes/{code:str}")
async def by_code(request: AnyRequest, code: Annotated[str, PathParameter(pattern="^[A-Za-z0-9]{6,8}$")]) -> TableRef:
    """Return the table with this code."""
    session, row = await session_of(request), await table_by_code(request, code)
    seated = await server_of(request).store.tables.persons(row.id)
    own = next((seat for seat, person in seated.items() if person == session.person), None)
    return TableRef(table=row.id, code=row.code, seat=own)


HANDLERS = (offer, lobby, reserve, create, play_now, check_house, by_code)

"""Tables by their codes, typed or in a link: wrong guesses count, whichever way they come."""

from __future__ import annotations

from nokosu.core.errors import reason
from nokosu.server.http.context import Connection, payer, server_of, session_of
from nokosu.server.people.sessions import Session
from nokosu.server.quotas import Payer
from nokosu.server.server import Server
from nokosu.server.store.tables import TableRow
from nokosu.table.refusal import Refused


async def table_by_code(connection: Connection, code: str) -> TableRow:
    """Return the table with this code; refuse an unknown one, and a caller who has guessed too often.

    Strangers count by their address; people have a budget that strangers at their address cannot use up.
    """
    server, session = server_of(connection), await session_of(connection)
    who = payer(connection, session)
    # An address guesses once at a time: asked all at once, many would be looked up before the first one counts.
    async with server.guessing(who.address):
        return await _looked_up(server, session, who, code)


async def _looked_up(server: Server, session: Session, who: Payer, code: str) -> TableRow:
    named = session.person is not None
    if not await (server.named_guesses.some_left(who) if named else server.guesses.some_left(who.address)):
        raise Refused(reason("server.too-many"))
    row = await server.store.tables.by_code(code.upper())
    seated = await server.store.tables.persons(row.id) if row else {}
    # A code invites people to a table: once the match is over it leads nobody but its players there.
    if row is None or (row.status in {"finished", "abandoned"} and session.person not in seated.values()):
        await (server.named_guesses.allow(who) if named else server.guesses.allow(who.address))
        raise Refused(reason("server.no-table"))
    return row

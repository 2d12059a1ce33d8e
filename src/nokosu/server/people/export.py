"""Everything that is kept about a person, as one JSON object in pieces: matches are read page by page.

Records are passed on as they are stored, so that a thousand of them cost the event loop next to nothing.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import msgspec

from nokosu.server.contest_check import check_contest
from nokosu.server.daily_check import check_attempt
from nokosu.server.damage import readable, typed
from nokosu.server.metrics import Metrics
from nokosu.server.ratings.glicko import Rating
from nokosu.server.store import Store
from nokosu.server.store.records import RecordRow
from nokosu.table.days import day_text

_PAGE: Final = 50
Page = Callable[[str, str, int], Awaitable[list[RecordRow]]]
Written = Callable[[RecordRow], str]


async def exported(store: Store, person: str, name: str | None, metrics: Metrics) -> AsyncIterator[bytes]:
    """Collect a person's tables, matches and statistics; of secrets only their number, and nothing unreadable."""
    found = await store.people.find(person)
    tables = await store.tables.of_person(person)
    events = await store.account_events.of_person(person)
    head = {
        "person": person,
        "name": name,
        "language": found.language if found else None,
        "face": found.face if found else None,
        "since": found.created if found else None,
        "passkeys": len(await store.people.passkeys_of(person)),
        "recovery_codes": await store.people.recovery_codes_left(person),
        "push_subscriptions": [each.endpoint for each in await store.people.subscriptions(person)],
        "events": [{"at": each.at, "event": each.event, "device": each.device} for each in events],
        "blocks": [block.created for block in await store.blocks.of_person(person)],
        "reports": [{"name": name, "since": at} for name, at in await store.blocks.reports_by(person)],
        "daily": [
            {"day": day_text(each.day), "ranked": bool(each.ranked), "table": each.table_id, "points": each.points}
            for each in readable(await store.daily.of_person(person), check_attempt, metrics, "daily")
        ],
        "contests": [
            {
                "contest": each.id,
                "name": each.name,
                "hosting": each.host == person,
                "entrant": next((one.entrant for one in entrants if one.person == person), None),
            }
            for each in readable(await store.contests.of_person(person), check_contest, metrics, "contests")
            for entrants in (await store.contests.entrants(each.id),)
        ],
        "ratings": [
            {"players": each.players, "rating": rating.points, "low": rating.low, "high": rating.high}
            for each in readable(await store.ratings.of_person(person), typed, metrics, "ratings")
            for rating in (Rating(each.mean, each.deviation),)
        ],
        "rated": [
            {"table": each.record, "players": each.players, "ended": each.ended, "place": each.place + 1}
            for players in (3, 4, 5)
            for each in readable(await store.ratings.history(person, players, 1 << 31), typed, metrics, "rated")
        ],
        "tables": [
            {"table": row.id, "code": row.code, "status": row.status, "seats": len(await store.tables.persons(row.id))}
            for row in tables
        ],
    }
    yield json.dumps(head, ensure_ascii=False)[:-1].encode()
    lists: tuple[tuple[str, Page, Written], ...] = (
        ("matches", store.records.page_of, _match),
        ("imports", store.records.imports_of, _import),
    )
    for key, page, written in lists:
        yield f', "{key}": ['.encode()
        async for piece in _pieces(page, person, written):
            yield piece
        yield b"]"
    yield b"}"


async def _pieces(page: Page, person: str, written: Written) -> AsyncIterator[bytes]:
    last, comma = "", ""
    while rows := await page(person, last, _PAGE):
        yield (comma + ",".join(map(written, rows))).encode()
        last, comma = rows[-1].id, ","


def _match(row: RecordRow) -> str:
    """Return a match. The record of an unfinished one holds secrets and stays here."""
    about = json.dumps({"table": row.id, "ended": row.ended, "status": row.status})
    return f'{about[:-1]}, "record": {_body(row)}}}' if row.status == "finished" else about


def _import(row: RecordRow) -> str:
    return f'{json.dumps({"id": row.id, "since": row.ended})[:-1]}, "record": {_body(row)}}}'


def _body(row: RecordRow) -> str:
    """Return the record as it is stored; a damaged one as a text, so that the rest can be read."""
    try:
        msgspec.json.decode(row.body, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return json.dumps(row.body)
    return row.body

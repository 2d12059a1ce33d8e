"""/api/records: finished matches to step through, to keep, to bring along."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from nokosu.bots.hints import record_advice
from nokosu.core.errors import reason
from nokosu.record import Record, decode, encode, to_json
from nokosu.record.position_fields import LONGEST
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.ids import new_id
from nokosu.server.server import Server
from nokosu.server.store.records import RecordRow
from nokosu.table import replaying
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.people import MatchSummary
from nokosu.wire.replay import RecordAdvice, RecordRef, RecordSummary, ReplayRound, SharedPosition

RecordPath = Annotated[str, PathParameter(pattern="^[a-z0-9]{16}$")]
PositionText = Annotated[str, QueryParameter(min_length=1, max_length=LONGEST)]
_PAGE = 100
T = TypeVar("T")


async def _computed(request: AnyRequest, job: Callable[[], T]) -> T:
    """Compute something that takes milliseconds or more: not in the event loop, and in this person's turn."""
    return await server_of(request).computing.run(payer(request, await session_of(request)), job)


async def _names(server: Server, table: str, seats: int) -> list[str | None]:
    """Return the names of the people at a table; None for bots."""
    persons = await server.store.tables.persons(table)
    await server.deps.names.fetch(persons.values())
    names = server.deps.names
    return [names.get(persons[seat], NAMELESS) if seat in persons else None for seat in range(seats)]


async def named(server: Server, row: RecordRow) -> Record:
    """A stored record with people's names as they are today."""
    record = decode(row.body)
    if row.owner is not None:
        return record
    names = await _names(server, row.id, len(record.seats))
    seats = [replace(seat, name=name or seat.name) for seat, name in zip(record.seats, names, strict=True)]
    return replace(record, seats=tuple(seats))


async def my_match(server: Server, row: RecordRow, person: str) -> MatchSummary:
    """A match in the list of somebody who played it."""
    record = await named(server, row)
    persons = await server.store.tables.persons(row.id)
    seat = next((seat for seat, other in persons.items() if other == person), None)
    return replaying.match_summary(row.id, record, seat=seat, ended=row.ended)


async def _open_record(request: AnyRequest, record: str) -> tuple[RecordRow, Record]:
    """A record that may be read: an unfinished one holds secrets and stays here."""
    await session_of(request)
    server = server_of(request)
    row = await server.store.records.find(record)
    if row is None or row.status != "finished":
        raise Refused(reason("server.no-record"))
    return row, await named(server, row)


@get("/api/records/{record:str}")
async def show_record(request: AnyRequest, record: RecordPath) -> RecordSummary:
    """What was played, without spoilers."""
    row, found = await _open_record(request, record)
    imported = await server_of(request).store.records.imported(row.id)
    # A proof that came with the file proves nothing about this server.
    fair = found.fairness is not None and not imported
    return replaying.record_summary(row.id, found, imported=imported, fair=fair, ended=row.ended)


@get("/api/records/{record:str}/file")
async def record_file(request: AnyRequest, record: RecordPath) -> Response[dict[str, object]]:
    """The record, to keep."""
    row, found = await _open_record(request, record)
    return Response(to_json(found), headers={"content-disposition": f'attachment; filename="nokosu-{row.id}.json"'})


@get("/api/records/{record:str}/rounds/{round_index:int}")
async def record_round(
    request: AnyRequest, record: RecordPath, round_index: Annotated[int, PathParameter(ge=0, le=19)]
) -> ReplayRound:
    """Return every position of a round."""
    row, found = await _open_record(request, record)
    return await _computed(request, lambda: replaying.replay_round(row.id, found, round_index))


@get("/api/records/{record:str}/rounds/{round_index:int}/advice/{decision:int}")
async def advice_on_record(
    request: AnyRequest,
    record: RecordPath,
    round_index: Annotated[int, PathParameter(ge=0, le=19)],
    decision: Annotated[int, PathParameter(ge=0, le=200)],
) -> RecordAdvice:
    """What could have been done at a decision."""
    _, found = await _open_record(request, record)
    return await _computed(request, lambda: record_advice(replaying.seen_at(found, round_index, decision)))


@post("/api/records", status_code=201, guards=[named_only])
async def import_record(request: AnyRequest) -> RecordRef:
    """Bring a finished record along; it is checked from its first card to its last point."""
    server, (_, person) = server_of(request), await person_of(request)
    limits, who = server.config.limits, server.deps.payers.of(person)
    body = await request.body()
    if len(body) > limits.record_bytes:
        raise Refused(reason("server.too-long"))
    if server.deps.disk_full:
        raise Refused(reason("server.disk-full"))
    if not server.imports.allow(who):
        raise Refused(reason("record.many-imports"))
    record = await _computed(request, lambda: replaying.checked_record(body))
    text = encode(replaying.with_proper_names(record, server.config.forbidden_names))
    if len(text) > limits.import_bytes:
        raise Refused(reason("server.too-long"))
    if await server.store.records.imported_bytes(person) + len(text) > limits.imported_bytes:
        raise Refused(reason("record.imports-full"))
    name = new_id()
    await server.store.records.add(RecordRow(name, person, "finished", False, server.deps.time.now(), text))
    return RecordRef(record=name)


@get("/api/positions")
async def show_position(request: AnyRequest, text: PositionText) -> SharedPosition:
    """A position in one line, with the steps that led to it."""
    return await _computed(request, lambda: replaying.shared_position(replaying.parsed_position(text)))


@get("/api/positions/advice")
async def position_advice(request: AnyRequest, text: PositionText) -> RecordAdvice:
    """What the seat to act could do there, if the position says what it holds."""
    return await _computed(request, lambda: record_advice(replaying.seen_in(replaying.parsed_position(text))))


@get("/api/archive")
async def archive(request: AnyRequest) -> Stream:
    """Return all finished matches of public tables, one record per line."""
    if not server_of(request).exports.allow(payer(request, await session_of(request))):
        raise Refused(reason("server.too-many"))
    headers = {"content-disposition": 'attachment; filename="nokosu-archive.jsonl"'}
    return Stream(_lines(server_of(request)), media_type="application/jsonl", headers=headers)


async def _lines(server: Server) -> AsyncIterator[bytes]:
    last = (0, "")
    while rows := await server.store.records.archive(last, _PAGE):
        yield await _page(server, rows)
        last = (rows[-1].ended, rows[-1].id)


async def _page(server: Server, rows: Sequence[RecordRow]) -> bytes:
    return b"".join([encode(await named(server, row)).encode() + b"\n" for row in rows])


HANDLERS: tuple[Any, ...] = (
    *(show_record, record_file, record_round, advice_on_record, import_record, archive),
    *(show_position, position_advice),
)

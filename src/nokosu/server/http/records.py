"""/api/records: finished matches to step through, to keep, to bring along."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from nokosu.core.errors import NokosuError, reason
from nokosu.record import Record, decode, encode, to_json, verify
from nokosu.record.assists import assists_of
from nokosu.record.canonical import canonical
from nokosu.record.position import Position
from nokosu.record.position_fields import LONGEST
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.ids import new_id
from nokosu.server.names_check import tidied_name
from nokosu.server.replaying import advice_at, advice_for, replay_round, ruleset_ref, shared_position
from nokosu.server.server import Server
from nokosu.server.store.records import RecordRow
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.people import MatchSummary
from nokosu.wire.replay import RecordAdvice, RecordRef, RecordSeat, RecordSummary, ReplayRound, SharedPosition
from nokosu.wire.tables import Assist

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


async def match_summary(server: Server, row: RecordRow, person: str) -> MatchSummary:
    """A match in the list of somebody who played it."""
    record = await named(server, row)
    persons = await server.store.tables.persons(row.id)
    return MatchSummary(
        table=row.id,
        edition=record.ruleset.edition,
        players=record.ruleset.players,
        rounds=len(record.rounds),
        names=[seat.name for seat in record.seats],
        seat=next((seat for seat, other in persons.items() if other == person), None),
        totals=None if record.totals is None else list(record.totals),
        winners=None if record.winners is None else list(record.winners),
        ended=row.ended,
        status="finished" if record.finished else "abandoned",
        assisted=bool(assists_of(record)),
    )


async def _open_record(request: AnyRequest, record: str) -> tuple[RecordRow, Record]:
    """A record that may be read: an unfinished one holds secrets and stays here."""
    await session_of(request)
    server = server_of(request)
    row = await server.store.records.find(record)
    if row is None or row.status != "finished":
        raise Refused(reason("server.no-record"))
    return row, await named(server, row)


@get("/api/records/{record:str}")
async def record_summary(request: AnyRequest, record: RecordPath) -> RecordSummary:
    """What was played, without spoilers."""
    row, found = await _open_record(request, record)
    imported = await server_of(request).store.records.imported(row.id)
    return RecordSummary(
        record=row.id,
        ruleset=ruleset_ref(found),
        seats=[RecordSeat(name=seat.name, bot=seat.bot) for seat in found.seats],
        rounds=len(found.rounds),
        status="finished",
        imported=imported,
        # A proof that came with the file proves nothing about this server.
        fair=found.fairness is not None and not imported,
        assists=[
            Assist(seat=each.seat, round=each.round, decision=each.decision, kind=each.kind)
            for each in assists_of(found)
        ],
        ended=row.ended,
    )


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
    if round_index >= len(found.rounds):
        raise Refused(reason("server.no-record"))
    return await _computed(request, lambda: replay_round(row.id, found, round_index))


@get("/api/records/{record:str}/rounds/{round_index:int}/advice/{decision:int}")
async def record_advice(
    request: AnyRequest,
    record: RecordPath,
    round_index: Annotated[int, PathParameter(ge=0, le=19)],
    decision: Annotated[int, PathParameter(ge=0, le=200)],
) -> RecordAdvice:
    """What could have been done at a decision."""
    _, found = await _open_record(request, record)
    advice = await _computed(request, lambda: advice_at(found, round_index, decision))
    if advice is None:
        raise Refused(reason("server.no-record"))
    return advice


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
    try:
        record = await _computed(request, lambda: _checked(body))
    except (NokosuError, RecursionError):
        raise Refused(reason("record.unreadable")) from None
    text = encode(_with_proper_names(record, server.config.forbidden_names))
    if len(text) > limits.import_bytes:
        raise Refused(reason("server.too-long"))
    if await server.store.records.imported_bytes(person) + len(text) > limits.imported_bytes:
        raise Refused(reason("record.imports-full"))
    name = new_id()
    await server.store.records.add(RecordRow(name, person, "finished", False, server.deps.time.now(), text))
    return RecordRef(record=name)


def _with_proper_names(record: Record, forbidden: frozenset[str]) -> Record:
    """Names in a file obey the rules for names here."""
    seats = [replace(seat, name=tidied_name(seat.name, forbidden, NAMELESS)) for seat in record.seats]
    return replace(record, seats=tuple(seats))


def _checked(body: bytes) -> Record:
    record = decode(body)
    fault = verify(record)
    if fault is not None:
        raise Refused(reason("record.untrue", place=".".join(str(part) for part in fault.path)))
    if not record.finished:
        raise Refused(reason("record.unfinished"))
    return canonical(record)


@get("/api/positions")
async def show_position(request: AnyRequest, text: PositionText) -> SharedPosition:
    """A position in one line, with the steps that led to it."""
    return await _computed(request, lambda: shared_position(_parsed(text)))


@get("/api/positions/advice")
async def position_advice(request: AnyRequest, text: PositionText) -> RecordAdvice:
    """What the seat to act could do there, if the position says what it holds."""
    position = await _computed(request, lambda: _parsed(text))
    to_act = position.seen.to_act
    if to_act is None or (position.world is None and position.seen.seat != to_act):
        raise Refused(reason("server.no-record"))
    return await _computed(request, lambda: advice_for(position.view(to_act)))


def _parsed(text: str) -> Position:
    try:
        return parse_position(text)
    except PositionError as error:
        raise Refused(reason("record.unreadable-position", column=error.column)) from None


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
    *(record_summary, record_file, record_round, record_advice, import_record, archive),
    *(show_position, position_advice),
)

"""/api/records: finished matches to step through, to keep, to bring along."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any, Final, ParamSpec, TypeVar

from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from nokosu.core.errors import reason
from nokosu.record.position_fields import LONGEST
from nokosu.server import record_jobs as jobs
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.ids import new_id
from nokosu.server.payers import Payer
from nokosu.server.record_jobs import Stored
from nokosu.server.server import Server
from nokosu.server.store.records import RecordRow
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.people import MatchSummary
from nokosu.wire.replay import RecordAdvice, RecordRef, RecordSummary, ReplayRound, SharedPosition

RecordPath = Annotated[str, PathParameter(pattern="^[a-z0-9]{16}$")]
PositionText = Annotated[str, QueryParameter(min_length=1, max_length=LONGEST)]
_PAGE: Final = 20
P = ParamSpec("P")
T = TypeVar("T")


async def computed(request: AnyRequest, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Compute something that takes milliseconds or more: not in this process, and in this person's turn."""
    return await server_of(request).computing.run(payer(request, await session_of(request)), job, *args, **more)


def _json(body: bytes) -> Response[Any]:
    """An answer that is JSON already; handlers say of what, for the schema."""
    return Response(body, media_type="application/json")


async def stored(server: Server, row: RecordRow, persons: dict[int, str] | None = None) -> Stored:
    """A record, and the names that its people have today."""
    if row.owner is not None:
        return Stored(row.id, row.ended, row.body, {})
    persons = await server.store.tables.persons(row.id) if persons is None else persons
    await server.deps.names.fetch(persons.values())
    known = server.deps.names
    return Stored(row.id, row.ended, row.body, {seat: known.get(each, NAMELESS) for seat, each in persons.items()})


async def match_summaries(request: AnyRequest, rows: Sequence[RecordRow], person: str) -> list[MatchSummary]:
    """Matches in the list of somebody who played them."""
    server, played = server_of(request), []
    for row in rows:
        persons = await server.store.tables.persons(row.id)
        seat = next((seat for seat, other in persons.items() if other == person), None)
        played.append((await stored(server, row, persons), seat))
    return await computed(request, jobs.match_summaries, played) if played else []


async def _open_record(request: AnyRequest, record: str) -> Stored:
    """A record that may be read: an unfinished one holds secrets and stays here."""
    await session_of(request)
    server = server_of(request)
    row = await server.store.records.find(record)
    if row is None or row.status != "finished":
        raise Refused(reason("server.no-record"))
    return await stored(server, row)


@get("/api/records/{record:str}")
async def show_record(request: AnyRequest, record: RecordPath) -> Response[RecordSummary]:
    """What was played, without spoilers."""
    found = await _open_record(request, record)
    imported = await server_of(request).store.records.imported(found.id)
    return _json(await computed(request, jobs.summary, found, imported=imported))


@get("/api/records/{record:str}/file")
async def record_file(request: AnyRequest, record: RecordPath) -> Response[dict[str, object]]:
    """The record, to keep."""
    found = await _open_record(request, record)
    answer = _json(await computed(request, jobs.file, found))
    answer.headers["content-disposition"] = f'attachment; filename="nokosu-{found.id}.json"'
    return answer


@get("/api/records/{record:str}/rounds/{round_index:int}")
async def record_round(
    request: AnyRequest, record: RecordPath, round_index: Annotated[int, PathParameter(ge=0, le=19)]
) -> Response[ReplayRound]:
    """Return every position of a round."""
    return _json(await computed(request, jobs.positions, await _open_record(request, record), round_index))


@get("/api/records/{record:str}/rounds/{round_index:int}/advice/{decision:int}")
async def advice_on_record(
    request: AnyRequest,
    record: RecordPath,
    round_index: Annotated[int, PathParameter(ge=0, le=19)],
    decision: Annotated[int, PathParameter(ge=0, le=200)],
) -> Response[RecordAdvice]:
    """What could have been done at a decision."""
    return _json(await computed(request, jobs.advice, await _open_record(request, record), round_index, decision))


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
    if not await server.imports.allow(who):
        raise Refused(reason("record.many-imports"))
    text = await computed(request, jobs.imported, body, server.config.forbidden_names)
    if len(text) > limits.import_bytes:
        raise Refused(reason("server.too-long"))
    if await server.store.records.imported_bytes(person) + len(text) > limits.imported_bytes:
        raise Refused(reason("record.imports-full"))
    name = new_id()
    await server.store.records.add(RecordRow(name, person, "finished", False, server.deps.time.now(), text))
    return RecordRef(record=name)


@get("/api/positions")
async def show_position(request: AnyRequest, text: PositionText) -> Response[SharedPosition]:
    """A position in one line, with the steps that led to it."""
    return _json(await computed(request, jobs.position, text))


@get("/api/positions/advice")
async def position_advice(request: AnyRequest, text: PositionText) -> Response[RecordAdvice]:
    """What the seat to act could do there, if the position says what it holds."""
    return _json(await computed(request, jobs.position_advice, text))


@get("/api/archive")
async def archive(request: AnyRequest) -> Stream:
    """Return all finished matches of public tables, one record per line."""
    who = payer(request, await session_of(request))
    if not await server_of(request).exports.allow(who):
        raise Refused(reason("server.too-many"))
    headers = {"content-disposition": 'attachment; filename="nokosu-archive.jsonl"'}
    return Stream(_lines(server_of(request), who), media_type="application/jsonl", headers=headers)


async def _lines(server: Server, who: Payer) -> AsyncIterator[bytes]:
    last = (0, "")
    while rows := await server.store.records.archive(last, _PAGE):
        yield await server.computing.run(who, jobs.lines, [await stored(server, row) for row in rows])
        last = (rows[-1].ended, rows[-1].id)


HANDLERS: tuple[Any, ...] = (
    *(show_record, record_file, record_round, advice_on_record, import_record, archive),
    *(show_position, position_advice),
)

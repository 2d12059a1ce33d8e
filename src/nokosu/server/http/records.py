"""/api/records: finished matches to step through, to keep, to bring along."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar

from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from nokosu.core.errors import reason
from nokosu.record.position_fields import LONGEST
from nokosu.server import record_jobs as jobs
from nokosu.server.damage import skipped
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.ids import new_id
from nokosu.server.job_worker import JobFailed
from nokosu.server.quotas import Payer
from nokosu.server.record_jobs import Stored
from nokosu.server.review_jobs import review_step
from nokosu.server.server import Server
from nokosu.server.store.records import RecordRow
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.people import MatchSummary, PlayedRound
from nokosu.wire.replay import RecordAdvice, RecordRef, RecordSummary, ReplayRound, SharedPosition
from nokosu.wire.review import ReviewStep

RecordPath = Annotated[str, PathParameter(pattern="^[a-z0-9]{16}$")]
PositionText = Annotated[str, QueryParameter(min_length=1, max_length=LONGEST)]
_PAGE: Final = 20
_TOGETHER: Final = 10
"""Records in one job: a hundred long matches take seconds, in which others would wait."""
P = ParamSpec("P")
T = TypeVar("T")


async def computed(request: AnyRequest, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Compute something that takes milliseconds or more: not in this process, and in this person's turn."""
    who = payer(request, await session_of(request))
    return await _read(request, server_of(request).job_worker.run(who, job, *args, **more))


async def _read(request: AnyRequest, work: Awaitable[T]) -> T:
    """Return what is computed; refuse what is about a record that cannot be read."""
    try:
        return await work
    except JobFailed as failed:
        # Only records are read by jobs that may fail so: everything else is checked before it is stored.
        skipped(server_of(request).deps.metrics, "records", request.url.path, failed)
        raise Refused(reason("server.damaged-record")) from None


def json_answer(body: bytes) -> Response[Any]:
    """Return an answer that is JSON already; handlers say of what, for the schema."""
    return Response(body, media_type="application/json")


async def stored(server: Server, row: RecordRow, persons: dict[int, str] | None = None) -> Stored:
    """Return a record, and the names that its people have today."""
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
    return [
        each
        for several in _portions(played)
        for each in _readable(server, await computed(request, jobs.match_summaries, several))
    ]


async def played_rounds(request: AnyRequest, rows: Sequence[RecordRow], person: str) -> list[PlayedRound]:
    """Return the rounds of matches that somebody played."""
    server, played = server_of(request), []
    for row in rows:
        persons = await server.store.tables.persons(row.id)
        seat = next((seat for seat, other in persons.items() if other == person), None)
        if seat is not None:
            played.append((Stored(row.id, row.ended, row.body, {}), seat))
    return [
        each
        for several in _portions(played)
        for rounds in _readable(server, await computed(request, jobs.played_rounds, several))
        for each in rounds
    ]


def _portions(played: Sequence[T]) -> list[Sequence[T]]:
    return [played[start : start + _TOGETHER] for start in range(0, len(played), _TOGETHER)]


def _readable(server: Server, found: jobs.Found[T]) -> list[T]:
    """Return what could be read; the rest is counted, and hurts nobody."""
    for record in found.unreadable:
        skipped(server.deps.metrics, "records", record)
    return found.results


async def _open_record(request: AnyRequest, record: str) -> Stored:
    """Return a record that may be read: an unfinished one holds secrets and stays here."""
    await session_of(request)
    server = server_of(request)
    row = await server.store.records.find(record)
    if row is None or row.status != "finished":
        raise Refused(reason("server.no-record"))
    return await stored(server, row)


@get("/api/records/{record:str}")
async def show_record(request: AnyRequest, record: RecordPath) -> Response[RecordSummary]:
    """Return what was played, without spoilers."""
    found = await _open_record(request, record)
    imported = await server_of(request).store.records.imported(found.id)
    return json_answer(await computed(request, jobs.summary, found, imported=imported))


@get("/api/records/{record:str}/file")
async def record_file(request: AnyRequest, record: RecordPath) -> Response[dict[str, object]]:
    """Return the record, to keep."""
    found = await _open_record(request, record)
    answer = json_answer(await computed(request, jobs.file, found))
    answer.headers["content-disposition"] = f'attachment; filename="nokosu-{found.id}.json"'
    return answer


@get("/api/records/{record:str}/rounds/{round_index:int}")
async def record_round(
    request: AnyRequest, record: RecordPath, round_index: Annotated[int, PathParameter(ge=0, le=19)]
) -> Response[ReplayRound]:
    """Return every position of a round."""
    return json_answer(await computed(request, jobs.positions, await _open_record(request, record), round_index))


@get("/api/records/{record:str}/rounds/{round_index:int}/advice/{decision:int}")
async def advice_on_record(
    request: AnyRequest,
    record: RecordPath,
    round_index: Annotated[int, PathParameter(ge=0, le=19)],
    decision: Annotated[int, PathParameter(ge=0, le=200)],
) -> Response[RecordAdvice]:
    """Return what could have been done at a decision."""
    return json_answer(await computed(request, jobs.advice, await _open_record(request, record), round_index, decision))


@get("/api/records/{record:str}/review/{seat:int}")
async def review_of_record(
    request: AnyRequest,
    record: RecordPath,
    seat: Annotated[int, PathParameter(ge=0, le=4)],
    depth: Annotated[Literal["quick", "deep"], QueryParameter()] = "quick",
    after: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
) -> Response[ReviewStep]:
    """Go on with a review from a seat, for browsers that cannot make one."""
    found, who = await _open_record(request, record), payer(request, await session_of(request))
    step = server_of(request).job_worker.run_long(who, review_step, found, seat, depth, after)
    return json_answer(await _read(request, step))


@post("/api/records", status_code=201, guards=[named_only])
async def import_record(request: AnyRequest) -> RecordRef:
    """Bring a finished record along; it is checked from its first card to its last point."""
    server, (_, person) = server_of(request), await person_of(request)
    limits, who = server.config.limits, server.deps.quotas.of(person)
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
    """Return a position in one line, with the steps that led to it."""
    return json_answer(await computed(request, jobs.position, text))


@get("/api/positions/advice")
async def position_advice(request: AnyRequest, text: PositionText) -> Response[RecordAdvice]:
    """Return what the seat to act could do there, if the position says what it holds."""
    return json_answer(await computed(request, jobs.position_advice, text))


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
        found = await server.job_worker.run(who, jobs.lines, [await stored(server, row) for row in rows])
        lines: list[bytes] = _readable(server, found)
        yield b"".join(lines)
        last = (rows[-1].ended, rows[-1].id)


HANDLERS: tuple[Any, ...] = (
    *(show_record, record_file, record_round, advice_on_record, review_of_record, import_record, archive),
    *(show_position, position_advice),
)

"""/api/contests: tournaments and duplicate."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter
from litestar.response import Stream

from nokosu.core.errors import reason
from nokosu.server.contest_check import check_contest, check_whole
from nokosu.server.contest_view import ContestView
from nokosu.server.damage import readable, reading
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.server import Server
from nokosu.table.names_check import checked_name
from nokosu.table.refusal import Refused
from nokosu.wire.contests import (
    ComparedRound,
    Contest,
    ContestSummary,
    CreateContest,
    MyContests,
    Withdraw,
)
from nokosu.wire.lobby import TableRef

ContestPath = Annotated[str, PathParameter(pattern="^[a-z0-9]{16}$")]
RoundPath = Annotated[int, PathParameter(ge=0, le=99)]
_NAME_LENGTH = 60
_NEWEST = 50


async def _view(server: Server, contest: str, person: str | None) -> ContestView:
    contests, store = server.contests, server.store.contests
    row = await contests.find(contest)
    # First the tables: all their players have entered by then.
    tables = await store.tables(contest)
    entrants = await store.entrants(contest)
    with reading(server.deps.metrics, "contests", contest):
        check_whole(entrants, tables)
    contests.glance(row, tables)
    names = server.deps.names
    await names.fetch([row.host, *(each.person for each in entrants)])
    return ContestView(row, entrants, tables, await contests.scores(row, tables), names, person)


async def _shown(server: Server, contest: str, person: str | None) -> Contest:
    view = await _view(server, contest, person)
    own = view.own_table
    return view.contest(None if own is None else await server.contests.table_of(own, person))


@post("/api/contests", status_code=200, guards=[named_only])
async def create(request: AnyRequest, data: JSONBody[CreateContest]) -> Contest:
    """Make a contest; its link is the invitation."""
    server = server_of(request)
    _, person = await person_of(request)
    name = checked_name(data.name, server.config.forbidden_names, _NAME_LENGTH)
    return await _shown(server, await server.contests.create(data, name, person), person)


@get("/api/contests/{contest:str}")
async def show(request: AnyRequest, contest: ContestPath) -> Contest:
    """Return everything that the page of a contest shows."""
    session = await session_of(request)
    return await _shown(server_of(request), contest, session.person)


@post("/api/contests/{contest:str}/enter", status_code=200, guards=[named_only])
async def enter(request: AnyRequest, contest: ContestPath) -> Contest:
    """Take part."""
    server = server_of(request)
    _, person = await person_of(request)
    await server.contests.enter(contest, person)
    return await _shown(server, contest, person)


@post("/api/contests/{contest:str}/withdraw", status_code=200, guards=[named_only])
async def withdraw(request: AnyRequest, contest: ContestPath, data: JSONBody[Withdraw]) -> Contest:
    """Withdraw, or, as the host, withdraw somebody."""
    server = server_of(request)
    _, person = await person_of(request)
    await server.contests.withdraw(contest, person, data.entrant)
    return await _shown(server, contest, person)


@post("/api/contests/{contest:str}/start", status_code=200, guards=[named_only])
async def start(request: AnyRequest, contest: ContestPath) -> Contest:
    """Begin the first round or the next one, or let nobody enter any more."""
    server = server_of(request)
    _, person = await person_of(request)
    await server.contests.start(contest, person)
    return await _shown(server, contest, person)


@post("/api/contests/{contest:str}/end", status_code=200, guards=[named_only])
async def end(request: AnyRequest, contest: ContestPath) -> Contest:
    """End a contest now."""
    server = server_of(request)
    _, person = await person_of(request)
    await server.contests.end(contest, person)
    return await _shown(server, contest, person)


@post("/api/contests/{contest:str}/play", status_code=200, guards=[named_only])
async def play(request: AnyRequest, contest: ContestPath) -> TableRef:
    """Return one's own table."""
    _, person = await person_of(request)
    return await server_of(request).contests.play(contest, person)


@get("/api/contests/{contest:str}/rounds/{number:int}")
async def compare(request: AnyRequest, contest: ContestPath, number: RoundPath) -> ComparedRound:
    """Return a round deal by deal, once its results are open."""
    session = await session_of(request)
    view = await _view(server_of(request), contest, session.person)
    if not view.row.rules.same_deals or number >= view.row.rules.rounds:
        raise Refused(reason("contest.no-round"))
    if number >= view.row.opened:
        raise Refused(reason("contest.not-open"))
    return await view.compared(number)


@get("/api/contests/{contest:str}/results.json")
async def results_json(request: AnyRequest, contest: ContestPath) -> Stream:
    """Return the results that are open, as a file."""
    server, session = server_of(request), await session_of(request)
    view = await _view(server, contest, None)
    # Forty people, twelve rounds and twenty deals are three megabytes.
    if not await server.exports.allow(payer(request, session)):
        raise Refused(reason("server.too-many"))
    return Stream(view.file(), media_type="application/json", headers=_headers(contest, "json"))


@get("/api/contests/{contest:str}/results.csv")
async def results_csv(request: AnyRequest, contest: ContestPath) -> Response[bytes]:
    """Return the standings, as a table."""
    await session_of(request)
    body = (await _view(server_of(request), contest, None)).csv().encode("utf-8-sig")
    return Response(body, media_type="text/csv; charset=utf-8", headers=_headers(contest, "csv"))


def _headers(contest: str, kind: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="nokosu-contest-{contest}.{kind}"'}


@get("/api/me/contests", guards=[named_only])
async def mine(request: AnyRequest) -> MyContests:
    """Return the contests that one hosts or takes part in, newest first."""
    server = server_of(request)
    _, person = await person_of(request)
    store = server.store.contests
    return MyContests(
        contests=[
            ContestSummary(
                contest=row.id,
                name=row.name,
                kind=row.rules.kind,
                form=row.rules.form,
                status=row.shown_status,
                hosting=row.host == person,
                round=row.round,
                rounds=row.rules.rounds,
                people=await store.people(row.id),
                created=row.created,
            )
            for row in readable(await store.of_person(person, _NEWEST), check_contest, server.deps.metrics, "contests")
        ]
    )


HANDLERS: tuple[Any, ...] = (
    *(create, show, enter, withdraw, start, end, play),
    *(compare, results_json, results_csv, mine),
)

"""/api/puzzles: the puzzles that come with the program, and what people make of them. Nobody needs an account."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from nokosu.core.errors import reason
from nokosu.puzzles.rating import with_people
from nokosu.puzzles.shown import found
from nokosu.server import puzzle_jobs as jobs
from nokosu.server.http.context import AnyRequest, address, server_of, session_of
from nokosu.server.http.records import computed, json_answer
from nokosu.server.store.puzzles import PuzzleRow
from nokosu.table.refusal import Refused
from nokosu.wire.puzzles import Puzzle, PuzzleAnswer, PuzzleCount, PuzzleLine

PuzzlePath = Annotated[str, PathParameter(pattern="^[a-z2-9]{6}$")]
ActionQuery = Annotated[str, QueryParameter(min_length=1, max_length=20)]


def _counted(row: PuzzleRow) -> PuzzleCount:
    rated = with_people(found(row.puzzle).rating, row.tries, row.solved)
    return PuzzleCount(puzzle=row.puzzle, tries=row.tries, solved=row.solved, rating=rated)


@get("/api/puzzles/{puzzle:str}")
async def show_puzzle(request: AnyRequest, puzzle: PuzzlePath) -> Response[Puzzle]:
    """Return a puzzle."""
    row = await server_of(request).store.puzzles.find(found(puzzle).id)
    return json_answer(await computed(request, jobs.shown, puzzle, row.tries, row.solved))


@get("/api/puzzles/{puzzle:str}/line")
async def puzzle_line(request: AnyRequest, puzzle: PuzzlePath, action: ActionQuery) -> Response[PuzzleLine]:
    """Return how the round can end after an answer."""
    return json_answer(await computed(request, jobs.line, puzzle, action))


@post("/api/puzzles/{puzzle:str}/answers", status_code=200)
async def answer_puzzle(request: AnyRequest, puzzle: PuzzlePath, data: JSONBody[PuzzleAnswer]) -> PuzzleCount:
    """Count an answer: one per address, puzzle and hour, and not too many per address. Others change nothing."""
    await session_of(request)
    server, place = server_of(request), address(request)
    option = found(puzzle).option(data.action)
    if option is None:
        raise Refused(reason("server.no-puzzle"))
    first = await server.puzzle_once.allow(f"{puzzle} {place}")
    if first and await server.puzzle_answers.allow(place):
        await server.store.puzzles.answered(puzzle, right=option is found(puzzle).answer)
    return _counted(await server.store.puzzles.find(puzzle))


@post("/api/puzzles/{puzzle:str}/reports", status_code=200)
async def report_puzzle(request: AnyRequest, puzzle: PuzzlePath) -> PuzzleCount:
    """Tell the operator about a bad puzzle: one report per address, puzzle and hour, and few per address."""
    await session_of(request)
    server, place = server_of(request), address(request)
    there = found(puzzle)
    if await server.puzzle_once.allow(f"report {puzzle} {place}"):
        if not await server.puzzle_reports.allow(place):
            raise Refused(reason("server.too-many"))
        await server.store.puzzles.report(there.id, server.deps.time.now())
    return _counted(await server.store.puzzles.find(puzzle))


HANDLERS: tuple[Any, ...] = (show_puzzle, puzzle_line, answer_puzzle, report_puzzle)

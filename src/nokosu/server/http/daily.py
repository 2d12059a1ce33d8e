"""/api/daily: today's deal, and the results of the days that are over.

Before a day is over, nothing here but one's own line depends on what anybody has played.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Final, Literal

from litestar import get, post
from litestar.params import PathParameter
from litestar.response import Stream

from nokosu.core.errors import reason
from nokosu.server.daily_check import check_attempt, check_day
from nokosu.server.daily_count import Summary, read_summary
from nokosu.server.damage import readable, reading
from nokosu.server.http.context import AnyRequest, named_only, payer, person_of, server_of, session_of
from nokosu.server.server import Server
from nokosu.server.store.daily import SEPARATOR, Attempt, CountedDay, Played
from nokosu.table import daily
from nokosu.table.daily_file import head_of
from nokosu.table.days import day_text, parse_day
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.wire.daily import BoardRow, Daily, DailyResult, PlayedDay
from nokosu.wire.lobby import TableRef

DayPath = Annotated[str, PathParameter(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
CALENDAR_DAYS: Final = 42
_STREAK_DAYS: Final = 4_000
BOARD: Final = 20


@get("/api/daily")
async def today(request: AnyRequest) -> Daily:
    """Return what waits today."""
    server, session = server_of(request), await session_of(request)
    days, person = server.days, session.person
    if not days.offered:
        raise Refused(reason("daily.not-here"))
    day = days.today
    ranked = person is not None and await days.ranked_for(person)
    attempt = await server.store.daily.attempt(person, day, ranked=ranked) if person else None
    with reading(server.deps.metrics, "daily", day_text(day)):
        _check_own(attempt)
    played = await _played(server, person, day)
    latest = await server.store.daily.latest()
    status: Literal["new", "playing", "finished"] = "new"
    if attempt:
        status = "playing" if attempt.line is None else "finished"
    return Daily(
        day=day_text(day),
        number=days.number(day),
        closes=daily.closes(day),
        seat=daily.seat_of(day),
        opponents=list(daily.OPPONENTS),
        ranked=ranked,
        commitment=days.commitment(day).hex(),
        status=status,
        table=attempt.table_id if attempt else None,
        mine=attempt.line if attempt else None,
        streak=streak(played, day),
        played=_calendar(played, day),
        latest=None if latest is None else day_text(latest),
    )


@post("/api/daily", status_code=200, guards=[named_only])
async def begin(request: AnyRequest) -> TableRef:
    """Begin today's deal, or go on with it."""
    _, person = await person_of(request)
    return await server_of(request).days.begin(person)


@get("/api/daily/{day:str}")
async def result(request: AnyRequest, day: DayPath) -> DailyResult:
    """Return a day's results; before it is over, one's own alone."""
    server, session = server_of(request), await session_of(request)
    number = _known_day(server, day)
    days, person = server.days, session.person
    attempt = await _own(server, person, number)
    played = await _played(server, person, days.today)
    state, counted = await _state(server, number)
    with reading(server.deps.metrics, "daily", day):
        _check_own(attempt)
    mine = DailyResult(
        day=day,
        number=days.number(number),
        closes=daily.closes(number),
        state=state,
        seat=daily.seat_of(number),
        opponents=list(daily.OPPONENTS),
        ranked=bool(attempt and attempt.ranked),
        mine=attempt.line if attempt else None,
        table=attempt.table_id if attempt else None,
        commitment=days.commitment(number).hex(),
        streak=streak(played, days.today),
        played=_calendar(played, days.today),
    )
    if counted is None:
        return mine
    return await _complete(server, mine, counted, attempt, person)


async def _complete(
    server: Server, mine: DailyResult, counted: CountedDay, attempt: Attempt | None, person: str | None
) -> DailyResult:
    """Add what everybody may know of a day that is over."""
    summary: Summary = read_summary(counted.summary)
    own = (attempt.own or "").split(SEPARATOR) if attempt and attempt.ranked and attempt.own else []
    fields = {name: getattr(mine, name) for name in mine.__struct_fields__} | {
        "people": summary.people,
        "points": summary.points,
        "firsts": summary.firsts,
        "targets": summary.targets,
        "partings": summary.partings(own),
        "champion": summary.champion,
        "board": await _board(server, counted.day, summary, person),
        "secret": counted.secret,
        "place": summary.place(mine.mine.points) if own and mine.mine else None,
    }
    return DailyResult(**fields)


async def _board(server: Server, day: int, summary: Summary, person: str | None) -> list[BoardRow]:
    best = readable(await server.store.daily.best(day, BOARD), check_attempt, server.deps.metrics, "daily")
    names = server.deps.names
    await names.fetch(each.person for each in best)
    return [
        BoardRow(
            place=summary.place(each.points or 0),
            name=names.get(each.person or "", NAMELESS),
            face=names.faces.get(each.person or ""),
            points=each.points or 0,
            mine=each.person is not None and each.person == person,
        )
        for each in best
    ]


def _known_day(server: Server, text: str) -> int:
    """Return a day of this server, up to today."""
    try:
        day = parse_day(text)
    except ValueError:
        raise Refused(reason("daily.no-day")) from None
    if not server.days.first <= day <= server.days.today:
        raise Refused(reason("daily.no-day"))
    return day


async def _own(server: Server, person: str | None, day: int) -> Attempt | None:
    """Return a person's attempt at a day: the ranked one, or else the one for practice."""
    if person is None:
        return None
    store = server.store.daily
    return await store.attempt(person, day, ranked=True) or await store.attempt(person, day, ranked=False)


async def _state(server: Server, day: int) -> tuple[Literal["open", "counting", "closed"], CountedDay | None]:
    """Return how far a day is, and what was counted of it."""
    days, store = server.days, server.store.daily
    if day >= days.today:
        return "open", None
    if day >= days.over:
        return "counting", None
    days.look()
    played = await store.was_played(day)
    counted = await store.counted(day)
    if counted is not None:
        with reading(server.deps.metrics, "daily_days", str(day)):
            check_day(counted)
    return "counting" if played and counted is None else "closed", counted


async def _played(server: Server, person: str | None, today: int) -> list[Played]:
    return [] if person is None else await server.store.daily.played(person, today - _STREAK_DAYS)


def _check_own(attempt: Attempt | None) -> None:
    if attempt is not None:
        check_attempt(attempt)


def streak(played: Sequence[Played], today: int) -> int:
    """Return how many days in a row were played, up to today or yesterday."""
    days = {each.day for each in played}
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count


def _calendar(played: Sequence[Played], today: int) -> list[PlayedDay]:
    return [
        PlayedDay(day=day_text(each.day), points=each.points, ranked=each.ranked)
        for each in played
        if each.day > today - CALENDAR_DAYS
    ]


@get("/api/daily/{day:str}/file")
async def day_file(request: AnyRequest, day: DayPath) -> Stream:
    """Return all results of a day that is over, without names: `nokosu verify` checks them."""
    server, session = server_of(request), await session_of(request)
    number = _known_day(server, day)
    _, counted = await _state(server, number)
    if counted is None:
        raise Refused(reason("daily.not-over"))
    if not await server.exports.allow(payer(request, session)):
        raise Refused(reason("server.too-many"))
    headers = {"content-disposition": f'attachment; filename="nokosu-daily-{day}.jsonl"'}
    return Stream(_lines(server, counted), media_type="application/jsonl", headers=headers)


async def _lines(server: Server, counted: CountedDay) -> AsyncIterator[bytes]:
    days = server.days
    summary: Summary = read_summary(counted.summary)
    head = head_of(counted.day, days.number(counted.day), days.anchor.hex(), counted.secret, summary.people)
    yield json.dumps(head).encode() + b"\n"
    async for each in days.results(counted.day):
        points = each.points or 0
        line = {
            "place": summary.place(points),
            "points": points,
            "actions": (each.actions or "").split(SEPARATOR),
        }
        yield json.dumps(line).encode() + b"\n"


HANDLERS: tuple[Any, ...] = (today, begin, result, day_file)

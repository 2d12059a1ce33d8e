"""Look at every row of a store, or of a backup, for `nokosu admin check` and `nokosu restore`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final, NamedTuple, ParamSpec

from nokosu.core.quoting import quoted
from nokosu.server import record_jobs
from nokosu.server.contest_check import check_contest, check_table
from nokosu.server.daily_check import check_attempt, check_day
from nokosu.server.damage import DAMAGED
from nokosu.server.store import Store
from nokosu.server.store.contests import ContestRow, ContestTableRow
from nokosu.server.store.daily import Attempt, CountedDay
from nokosu.server.store.database import Row
from nokosu.server.store.records import RecordRow
from nokosu.server.store.tables import TableRow
from nokosu.server.tables import summary
from nokosu.table.host import replay
from nokosu.wire.entries import decode

P = ParamSpec("P")


class Damage(NamedTuple):
    """A row that cannot be read."""

    kind: str
    name: str
    why: str


async def damages(store: Store) -> AsyncIterator[Damage]:
    """Look at every table with its log, every record, every contest and every day."""
    for row in await store.tables.all():
        if why := _fault(summary.check, row):
            yield Damage("tables", row.id, why)
        if why := _fault(replay, row.id, await store.log.entries(row.id)):
            yield Damage("log", row.id, why)
    after = ""
    while records := await store.records.page(after, 100):
        for record in records:
            if why := _fault(_check_record, record):
                yield Damage("records", record.id, why)
        after = records[-1].id
    async for damage in _of_contests_and_days(store):
        yield damage


async def _of_contests_and_days(store: Store) -> AsyncIterator[Damage]:
    for contest in await store.contests.all():
        if why := _fault(check_contest, contest):
            yield Damage("contests", contest.id, why)
        for table in await store.contests.tables(contest.id):
            if why := _fault(check_table, table):
                yield Damage("contest_tables", table.table_id, why)
    for day in await store.daily.all_counted():
        if why := _fault(check_day, day):
            yield Damage("daily_days", str(day.day), why)
    for attempt in await store.daily.all():
        if why := _fault(check_attempt, attempt):
            yield Damage("daily", attempt.table_id, why)


def damage_of(table: str, row: Row) -> str:
    """Return why a row of a backup cannot be used; "" if it can."""
    check = _CHECKS.get(table)
    return "" if check is None else _fault(check, row)


def _check_record(row: RecordRow) -> None:
    if row.status in {"finished", "sealed"}:
        record_jobs.check(record_jobs.Stored(row.id, row.ended, row.body, {}))


def _fault(look: Callable[P, object], *args: P.args, **more: P.kwargs) -> str:
    try:
        look(*args, **more)
    except DAMAGED as error:
        return quoted(f"{type(error).__name__}: {error}")
    return ""


_CHECKS: Final[Mapping[str, Callable[[Row], object]]] = {
    "tables": lambda row: summary.check(TableRow(*row)),
    "log": lambda row: decode(row[3]),
    "records": lambda row: _check_record(RecordRow(*row)),
    "contests": lambda row: check_contest(ContestRow(*row)),
    "contest_tables": lambda row: check_table(ContestTableRow(*row)),
    "daily_days": lambda row: check_day(CountedDay(*row)),
    "daily": lambda row: check_attempt(Attempt(*row)),
}
"""What can be damaged, by table: columns of a row, checked."""

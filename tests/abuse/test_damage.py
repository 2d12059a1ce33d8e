"""Damaged rows: whatever a single row has become, only what it is about is lost."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import Sequence
from pathlib import Path

import apsw
import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nokosu.puzzles import book
from nokosu.server.check import damage_of, damages
from nokosu.server.store.dump import TABLES, BackupError, dumped, restore
from tests.abuse.test_shares import PUBLIC
from tests.night import NIGHTLY
from tests.server.conftest import opened
from tests.server.contests import duplicate, play_round, set_up, tournament, until
from tests.server.daily import Calendar, counted, play_daily, with_passkeys
from tests.server.people import Client, client
from tests.server.rated import play_rated
from tests.server.serving import HandTime, serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_records import a_record

PUZZLE = book.shipped()[0]
PAGES = ("/api/lobby", "/api/me", "/api/me/tables", "/api/me/matches", "/api/me/statistics", "/api/me/export")
MORE = (
    *("/api/archive", "/api/offer", "/api/me/sessions", "/api/me/passkeys", "/api/me/blocks", "/health", "/metrics"),
    *("/api/me/rounds", "/api/me/events", "/api/daily", "/api/ratings", "/api/me/ratings", "/api/me/contests"),
)
NONSENSE = ("", "{", "null", "[]", '{"settings": {}}', "nobody", -1, 1 << 62, None, "\ud7ff", '{"type":"moved"}')


class Home:
    """A database with a bit of everything, and the cookie of its person."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "x.db"
        self.cookies = httpx.Cookies()
        self.paths: list[str] = []
        self.calendar, self.now = Calendar(), 0
        self.day = self.contest = ""

    async def fill(self) -> None:
        async with serving(str(self.file), time=self.calendar) as running, with_passkeys(running, *"ABC") as people:
            ann = people[0]
            codes = (await ann.post("/api/me/recovery-codes"))["codes"]
            played = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
            async with ann.at(played["table"]) as seat:
                await play_to_the_end(seat)
            tables = [played, await ann.post("/api/tables", PUBLIC, 201), await ann.post("/api/tables", PUBLIC, 201)]
            tables.append(await ann.post("/api/play", {"players": 3}, 201))
            public = {"settings": {"players": 3, "rounds": 1, "public": True}, "seats": PUBLIC["seats"]}
            tables.append(await ann.post("/api/tables", public, 201))
            record = (await ann.http.post("/api/records", content=a_record())).json()["record"]
            await ann.post(f"/api/puzzles/{PUZZLE.id}/answers", {"action": str(PUZZLE.answer.action)})
            await self._compete(people)
            # Downloading one's data needs a fresh proof.
            await ann.post("/api/me/confirm", {"code": codes[0]})
            self.cookies, self.now = ann.http.cookies, self.calendar.now()
        self.paths += [f"/api/daily/{self.day}{rest}" for rest in ("", "/file")]
        self.paths += [
            f"/api/contests/{self.contest}{rest}" for rest in ("", "/rounds/0", "/results.json", "/results.csv")
        ]
        self.paths.append(f"/api/puzzles/{PUZZLE.id}")
        for ref in tables:
            self.paths += [f"/api/tables/{ref['table']}", f"/api/tables/{ref['table']}/events", f"/t/{ref['table']}"]
            self.paths += [f"/api/codes/{ref['code']}", f"/j/{ref['code']}"]
        for name in (record, played["table"]):
            self.paths += [f"/api/records/{name}{rest}" for rest in ("", "/file", "/rounds/0", "/rounds/0/advice/1")]
            self.paths.append(f"/replay/{name}")

    async def _compete(self, people: Sequence[Client]) -> None:
        """A rated match, a contest that is over and one that is played, and a day that is over."""
        ann, bea, _ = people
        await play_rated(people)
        self.contest = await set_up(ann, duplicate("together"), [bea])
        await ann.post(f"/api/contests/{self.contest}/start")
        await play_round([ann, bea], self.contest)
        await until(ann, self.contest, lambda found: found["status"] == "over")
        await ann.post(f"/api/contests/{await set_up(bea, tournament(rounds=1), people[::2])}/enter")
        await play_daily(ann)
        self.day = (await ann.get("/api/daily"))["day"]
        self.calendar.to_next_day()
        await counted(ann, self.day)

    async def statuses(self, file: Path) -> dict[str, int]:
        """Every page once, from a server that has just started."""
        statuses: dict[str, int] = {}
        async with serving(str(file), time=HandTime(self.now)) as running, client(running) as ann:
            ann.http.cookies = self.cookies
            for path in (*PAGES, *MORE, *self.paths):
                answer = await ann.http.get(path)
                statuses[path] = answer.status_code
                if path == "/api/me/export" and answer.status_code == 200:
                    json.loads(answer.content)
        return statuses


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    asyncio.run(made.fill())
    return made


def corrupt(file: Path, table: str, column: str, row: int, value: object) -> bool:
    """Change one value of one row; return False if the database itself does not let it."""
    connection = apsw.Connection(str(file))
    try:
        rows = list(connection.execute(f"SELECT rowid FROM {table} ORDER BY rowid"))  # noqa: S608  constants
        if not rows:
            return False
        change = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"  # noqa: S608  constants
        connection.execute(change, (value, rows[row % len(rows)][0]))
    except apsw.Error:
        return False
    else:
        return True
    finally:
        connection.close()


ROWS = st.tuples(
    st.sampled_from([(table, column) for table, columns in TABLES.items() for column in columns if table != "keys"]),
    st.integers(0, 100),
    st.sampled_from(NONSENSE),
)


@settings(
    max_examples=60 if NIGHTLY else 4,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # an example takes seconds: too long to look for a smaller one
)
@given(st.lists(ROWS, min_size=6, max_size=10))
def test_no_page_fails_whatever_some_rows_have_become(
    home: Home, tmp_path_factory: pytest.TempPathFactory, rows: Sequence[tuple[tuple[str, str], int, object]]
) -> None:
    file = tmp_path_factory.mktemp("damaged") / "x.db"
    shutil.copy(home.file, file)
    for (table, column), row, value in rows:
        corrupt(file, table, column, row, value)
    statuses = asyncio.run(home.statuses(file))
    assert all(status < 500 for status in statuses.values()), {k: v for k, v in statuses.items() if v >= 500}


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("tables", "summary", "{"),
        ("tables", "summary", '{"settings":{"edition":"gone","players":3},"seats":[]}'),
        ("tables", "status", "nonsense"),
        ("records", "body", "{"),
        ("log", "body", '{"type":"gone"}'),
        ("contests", "settings", "{"),
        ("contests", "opened", "x"),
        ("contest_tables", "result", "{"),
        ("contest_tables", "seats", "x"),
        ("daily", "points", "x"),
        ("daily_days", "summary", "{"),
        ("daily_days", "day", "x"),
    ],
)
def test_one_bad_row_hurts_nobody_else(
    home: Home, tmp_path: Path, caplog: pytest.LogCaptureFixture, table: str, column: str, value: str
) -> None:
    file = tmp_path / "x.db"
    shutil.copy(home.file, file)
    assert corrupt(file, table, column, 1 if table == "tables" else 0, value)
    with caplog.at_level(logging.WARNING):
        statuses = asyncio.run(home.statuses(file))
    assert {path: status for path, status in statuses.items() if path in (*PAGES, *MORE)} == dict.fromkeys(
        (*PAGES, *MORE), 200
    )
    assert not any(status >= 500 for status in statuses.values())
    if column not in {"status", "day"}:
        assert "cannot be read and is skipped" in caplog.text

    async def look() -> list[str]:
        async with opened(str(file)) as store:
            return [each.kind async for each in damages(store)]

    assert asyncio.run(look()) == [table]


def test_an_undamaged_store_has_nothing_to_report(home: Home) -> None:
    async def look() -> list[object]:
        async with opened(str(home.file)) as store:
            return [each async for each in damages(store)]

    assert asyncio.run(look()) == []


async def test_a_damaged_backup_is_refused(home: Home, tmp_path: Path) -> None:
    lines = [line async for line in dumped(str(home.file))]
    async with opened(str(tmp_path / "good.db")) as store:
        assert await restore(store, lines, damage_of) > 0
    for table, place in (("tables", 4), ("records", 5), ("log", 3)):
        damaged = [json.loads(line) for line in lines]
        row = next(each["row"] for each in damaged if each.get("table") == table)
        row[place] = '{"settings":{"edition":"gone"}}'
        async with opened(str(tmp_path / f"{table}.db")) as store:
            with pytest.raises(BackupError, match=table):
                await restore(store, [json.dumps(each) for each in damaged], damage_of)


async def test_a_backup_is_not_restored_beside_a_running_server(home: Home, where: str) -> None:
    lines = [line async for line in dumped(str(home.file))]
    async with serving(where), opened(where) as store:
        with pytest.raises(BackupError, match="running"):
            await restore(store, lines, damage_of)

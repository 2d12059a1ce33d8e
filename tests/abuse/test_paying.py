"""Attacks with work that is done elsewhere than it is asked for: in a table's turn, in the database, at the start."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import thread_time
from typing import Any

import httpx
import pytest

from nokosu.server.addresses import client_address
from nokosu.server.http import docs, origin_guard
from nokosu.server.store.sqlite import SqliteDatabase
from nokosu.server.tables import summary
from nokosu.server.tables.actor import Actor
from nokosu.server.tables.registry import TableRegistry
from nokosu.table.public import Logged, standing
from nokosu.table.summary import StoredSummary, read_summary
from nokosu.wire.entries import AnyEntry, Moved, TakenBack
from tests.abuse.test_shares import elsewhere, limits
from tests.server.conftest import opened
from tests.server.people import Client, client
from tests.server.serving import serving

FORM = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
BUSY_S = 0.06
_COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) FROM n"


def busy() -> None:
    """Use the processor for a while."""
    until = thread_time() + BUSY_S
    while thread_time() < until:
        """Nothing but that."""


async def _events(eve: Client, table: str) -> int:
    return (await eve.http.get(f"/api/tables/{table}/events?after=0")).status_code


async def _command(eve: Client, table: str) -> int:
    body = {"type": "ping", "client_id": "1"}
    return (await eve.http.post(f"/api/tables/{table}/commands", json=body)).status_code


async def _me(eve: Client, _table: str) -> int:
    return (await eve.http.get("/api/me")).status_code


Ask = Callable[[Client, str], Awaitable[int]]


@pytest.mark.parametrize(
    ("owner", "name", "ask"),
    [(Actor, "first_frame", _events), (Actor, "_obey", _command), (TableRegistry, "_keep", _events)],
    ids=["a table's news", "a command", "a table from its log"],
)
async def test_what_a_table_does_for_an_address_is_paid_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type[object], name: str, ask: Ask
) -> None:
    """A log of 4,000 entries takes 25 ms to read and show: asked for 113 times a second, half of a core."""
    where = f"{tmp_path}/x.db"
    async with serving(where) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/tables", FORM, 201))["table"]
        cookies = ann.http.cookies
    async with serving(where, limits=limits(loop_ms_a_second=10)) as running, client(running) as ann:
        ann.http.cookies = cookies
        if owner is Actor:
            # Whatever is slow the first time is not Eve's fault.
            assert await ask(ann, table) == 200
        eve = elsewhere(running)
        eve.http.cookies = cookies
        real = getattr(owner, name)

        def slow(*given: Any) -> Any:
            busy()
            return real(*given)

        monkeypatch.setattr(owner, name, slow)
        async with eve.http:
            assert await ask(eve, table) == 200
            assert await ask(eve, table) == 429


async def test_questions_to_the_database_are_paid_by_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread answers the questions of all people."""
    async with serving(f"{tmp_path}/x.db", limits=limits(loop_ms_a_second=10)) as running, client(running) as ann:
        assert await _me(ann, "") == 200
        real = SqliteDatabase.read

        async def slow(self: SqliteDatabase, sql: str, params: Any = ()) -> Any:
            if "FROM sessions" in sql:
                await real(self, _COUNT)
            return await real(self, sql, params)

        monkeypatch.setattr(SqliteDatabase, "read", slow)
        eve = elsewhere(running)
        async with eve.http:
            headers = {"cookie": "nokosu=unknown"}
            assert (await eve.http.get("/api/me", headers=headers)).status_code == 200
            assert (await eve.http.get("/api/me", headers=headers)).status_code == 429


async def test_headers_of_proxies_are_paid_by_who_is_named_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = limits(loop_ms_a_second=10)
    async with (
        serving(f"{tmp_path}/x.db", limits=wanted, trusted_proxies=1, proxy_header="forwarded") as running,
        client(running) as ann,
    ):
        assert await _me(ann, "") == 200

        def slow(*given: Any) -> str:
            busy()
            return client_address(*given)

        monkeypatch.setattr(origin_guard, "client_address", slow)
        assert (await ann.http.get("/health", headers={"forwarded": "for=192.0.2.1"})).status_code == 429


async def test_bytes_through_a_proxy_are_counted_for_who_sends_them(tmp_path: Path) -> None:
    wanted = limits(bytes_in_a_second=1_000)
    async with serving(f"{tmp_path}/x.db", limits=wanted, trusted_proxies=1) as running, client(running) as proxy:

        async def send(address: str, length: int) -> int:
            # The answer may come before all of the body is taken.
            with contextlib.suppress(httpx.TransportError):
                named = {"x-forwarded-for": address}
                return (await proxy.http.post("/api/house-rules", content=b"[" * length, headers=named)).status_code
            return 0

        assert await send("192.0.2.1", 100) == 400
        assert await send("192.0.2.1", 20_000) in {0, 400, 429}
        assert await send("192.0.2.1", 100) == 429
        assert await send("192.0.2.2", 100) == 400


HOSTILE = """
from resource import RLIMIT_CPU, setrlimit
from nokosu.server.addresses import FORWARDED, client_address, client_scheme
setrlimit(RLIMIT_CPU, (8, 8))
for value in (b'"' + b'\\\\"' * 8_000, b"a" * 16_000, b" " * 16_000, b"," * 16_000, b'""' * 8_000, b'a";"' * 4_000):
    for _ in range(10):
        assert client_address([(FORWARDED, value), (FORWARDED, b"for=192.0.2.1")], 1, FORWARDED) == "192.0.2.1"
        client_address([(FORWARDED, value)], 1, FORWARDED)
        client_scheme([(FORWARDED, value)], FORWARDED)
"""


async def test_files_that_are_compressed_in_a_thread_are_paid_by_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More pages of documentation than are kept, each asked for again and again, would take all cores."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>Read me.</p>")

    def compressed(_body: bytes, **_more: object) -> bytes:
        busy()
        return b""

    monkeypatch.setattr(docs, "FOLDER", site)
    monkeypatch.setattr("nokosu.server.http.docs.gzip.compress", compressed)
    async with serving(f"{tmp_path}/x.db", limits=limits(loop_ms_a_second=10)) as running:
        async with httpx.AsyncClient(base_url=running.url) as http:
            assert [(await http.get("/docs/index.html")).status_code for _ in range(2)] == [200, 429]
        ann = elsewhere(running)
        async with ann.http:
            assert (await ann.http.get("/health")).status_code == 200


async def test_lists_are_not_read_again_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand public tables took 15 ms each time that somebody looked into the lobby."""
    read: list[object] = []

    def noted(text: str) -> StoredSummary:
        read.append(text)
        found: StoredSummary = read_summary(text)
        return found

    monkeypatch.setattr(summary, "read_summary", noted)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        for _ in range(5):
            await ann.post("/api/tables", FORM | {"settings": {"players": 3, "public": True}}, 201)
        for _ in range(2):
            assert len((await ann.get("/api/lobby"))["tables"]) == 5
    assert len(read) <= 5


def test_no_header_of_a_proxy_takes_long_to_read() -> None:
    """The time grows with the length, not with its square: that would be minutes of processor time here."""
    done = subprocess.run([sys.executable, "-c", HOSTILE], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr or done.returncode


class Counted:
    """An entry of a log that counts how often it is looked at."""

    looks = 0

    def __init__(self, seq: int, entry: AnyEntry) -> None:
        self.seq = seq
        self._entry = entry

    @property
    def entry(self) -> AnyEntry:
        Counted.looks += 1
        return self._entry


def test_a_log_of_take_backs_is_read_once() -> None:
    """Alone with bots, people may take back as often as a log has room: then its news took a quarter of a second."""
    log: list[Any] = []
    for seq in range(1, 4_000, 2):
        log += [
            Counted(seq, Moved(seat=0, action="pass")),
            Counted(seq + 1, TakenBack(seat=0, action_seq=seq)),
        ]
    left = standing(log)
    assert [each.seq for each in left] == list(range(2, 4_001, 2))
    assert Counted.looks <= 3 * len(log)


def test_taking_back_takes_back_what_came_after() -> None:
    log = [
        Logged(1, 0, Moved(seat=0, action="pass")),
        Logged(2, 0, Moved(seat=1, action="pass")),
        Logged(3, 0, TakenBack(seat=0, action_seq=1)),
        Logged(4, 0, Moved(seat=0, action="pass")),
    ]
    assert [each.seq for each in standing(log)] == [3, 4]


async def test_what_is_asked_about_a_person_is_found_by_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one thread for everybody's questions, and strangers can make thousands of codes a day."""
    asked: list[tuple[str, Any]] = []
    real = SqliteDatabase.read

    async def noted(self: SqliteDatabase, sql: str, params: Any = ()) -> Any:
        asked.append((sql, params))
        return await real(self, sql, params)

    monkeypatch.setattr(SqliteDatabase, "read", noted)
    async with opened(f"{tmp_path}/x.db") as store:
        people = store.people
        for question in (people.find, people.passkeys_of, people.recovery_codes_left, people.subscriptions):
            await question("x")
        for part in (store.tables, store.blocks, store.daily, store.contests, store.ratings, store.account_events):
            await part.of_person("x")
        await store.sessions.of_person("x", 1)
        await store.records.of_person("x", 1, 1)
        await store.records.totals("x")
        await store.records.imported_bytes("x")
        plans = {sql: await real(store.database, f"EXPLAIN QUERY PLAN {sql}", params) for sql, params in asked}  # type: ignore[arg-type]  # the store takes literals alone
    assert len(plans) >= 12
    assert [sql for sql, plan in plans.items() if any(step[3].startswith("SCAN") for step in plan)] == []

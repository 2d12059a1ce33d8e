"""Attacks on a server of several processes: each must know what the others have counted, begun and lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from dataclasses import replace

import httpx
import psycopg
import pytest

from nokosu.server.addresses import limited_as
from nokosu.server.http import ops
from nokosu.server.store.limits import HOUR_MS
from tests.server.conftest import opened
from tests.server.people import client
from tests.server.programs import kill, started
from tests.server.serving import GENEROUS, HandTime, serving
from tests.server.store.postgres_server import free_port
from tests.server.test_people import at_localhost, with_passkey
from tests.server.test_records import a_record


async def test_a_login_that_begins_at_one_process_ends_at_another(fresh_postgres: str) -> None:
    async with (
        serving(fresh_postgres) as one,
        serving(fresh_postgres) as two,
        client(one, "Ann") as ann,
        client(one) as here,
        client(two) as there,
    ):
        key, person = await with_passkey(one, at_localhost(ann))
        # One name for both, as behind a proxy.
        here.http.headers["host"] = there.http.headers["host"] = ann.http.headers["host"]
        options = await here.post("/api/login/options")
        answer = {"ceremony": options["ceremony"], "credential": key.get(options["public_key"], person)}
        assert (await there.post("/api/login", answer))["name"] == "Ann"
        # A fresh signature, as a copied one would be refused for its counter alone.
        again = {**answer, "credential": key.get(options["public_key"], person)}
        assert await here.refused("/api/login", again) == "passkey.failed", "it is good for one answer anywhere"


async def test_processes_count_new_guests_together(fresh_postgres: str) -> None:
    time, limits = HandTime(), replace(GENEROUS, guests_an_hour=4, recoveries_an_hour=2)
    async with (
        serving(fresh_postgres, time=time, limits=limits) as one,
        serving(fresh_postgres, time=time, limits=limits) as two,
    ):

        async def tried(path: str, body: object) -> list[int]:
            answers = []
            for place in (one, two, one, two, one, two):
                async with httpx.AsyncClient() as eve:
                    answers.append((await eve.post(f"{place.url}{path}", json=body)).status_code)
            return answers

        assert await tried("/api/me", {"name": "Eve"}) == [200] * 4 + [429] * 2
        assert await tried("/api/recover", {"code": "abcde-fghjk"}) == [409] * 2 + [429] * 4
        time.pass_by(HOUR_MS)
        assert await tried("/api/me", {"name": "Eve"}) == [200] * 4 + [429] * 2


async def test_processes_count_tables_imports_and_exports_together(fresh_postgres: str) -> None:
    limits = replace(GENEROUS, tables_an_hour=3, imports_an_hour=3, exports_an_hour=3)
    async with (
        serving(fresh_postgres, limits=limits) as one,
        serving(fresh_postgres, limits=limits) as two,
        client(one, "Eve") as here,
        client(two) as there,
    ):
        there.http.cookies = here.http.cookies
        turns = (here, there, here, there, there)
        tables = [(await each.http.post("/api/play", json={"players": 3})).status_code for each in turns]
        imports = [(await each.http.post("/api/records", content=a_record())).status_code for each in turns]
        exports = [(await each.http.get("/api/me/export")).status_code for each in turns]
        assert (tables, imports) == ([201] * 3 + [429] * 2,) * 2
        assert exports == [200] * 3 + [429] * 2


async def test_an_allowance_refills_and_is_forgotten_when_it_is_full(where: str) -> None:
    now = 1_700_000_000_000
    async with opened(where) as store:
        took = [await store.allowances.take("a", 2, now) for _ in range(3)]
        assert took == [True, True, False]
        assert not await store.allowances.some_left("a", 2, now)
        assert await store.allowances.take("a", 2, now + HOUR_MS // 2)
        assert not await store.allowances.take("a", 2, now + HOUR_MS // 2)
        # A clock that was a year ahead for a moment costs nobody more than an hour.
        await store.allowances.take("b", 1, now + 400 * 24 * HOUR_MS)
        assert not await store.allowances.take("b", 1, now)
        await store.allowances.drop_full(now)
        assert await store.allowances.take("b", 1, now)
        await store.allowances.drop_full(now + 3 * HOUR_MS)
        assert await store.database.read("SELECT name FROM allowances") == []


@pytest.mark.parametrize(
    ("address", "limited"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, limited: str) -> None:
    assert limited_as(address) == limited


async def test_one_ipv6_network_makes_no_more_guests_than_one_address(tmp_path: object) -> None:
    limits = replace(GENEROUS, guests_an_hour=3)
    async with serving(f"{tmp_path}/x.db", trusted_proxies=1, limits=limits) as running, client(running) as eve:
        answers = []
        for number in range(5):
            eve.http.cookies.clear()
            headers = {"x-forwarded-for": f"2001:db8::{number:x}"}
            answers.append((await eve.http.post("/api/me", json={"name": "Eve"}, headers=headers)).status_code)
        assert answers == [200] * 3 + [429] * 2


async def test_health_answers_while_the_database_is_frozen(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ops, "_STORE_S", 0.2)
    async with serving(fresh_postgres) as running, client(running) as anybody:
        with psycopg.connect(fresh_postgres) as watcher:
            sql = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            frozen = [pid for (pid,) in watcher.execute(sql).fetchall()]
        for pid in frozen:
            os.kill(pid, signal.SIGSTOP)
        try:
            async with asyncio.timeout(5):
                assert (await anybody.http.get("/health")).status_code == 503
        finally:
            for pid in frozen:
                os.kill(pid, signal.SIGCONT)
        while (await anybody.http.get("/health")).status_code != 200:
            """It is back as soon as the database is."""


async def test_workers_end_with_their_parent(fresh_postgres: str) -> None:
    port = free_port()
    process = await started("--database", fresh_postgres, "--workers", "2", port=port)
    try:
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        async with asyncio.timeout(30):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except ConnectionRefusedError:
                    break
                writer.close()
                await asyncio.sleep(0.05)
    finally:
        await kill(process)
        with contextlib.suppress(ProcessLookupError):  # workers that should have ended are still of its group
            os.killpg(process.pid, signal.SIGKILL)

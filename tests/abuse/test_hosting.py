"""Attacks on how a server is reached: another name for it, a forged proxy, cookies from elsewhere on its domain."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import pytest

from nokosu.wire.updates import Refusal
from tests.abuse.sockets import closing
from tests.abuse.test_shares import elsewhere
from tests.server.conftest import opened
from tests.server.people import client, my_turn
from tests.server.serving import HandTime, serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_records import a_record

TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}


async def test_a_page_that_points_its_own_name_here_gets_nothing(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db"), hosts=("nokosu.example",)) as running, client(running) as eve:
        for host, status in (
            *(("evil.example", 403), ("evil.example:8000", 403), ("", 403), ("nokosu.example.evil", 403)),
            *(("nokosu.example", 200), ("NOKOSU.example:8000", 200), ("localhost:1", 200), ("[::1]:1", 200)),
        ):
            answer = await eve.http.get("/api/me", headers={"host": host})
            assert answer.status_code == status, host
        refused = await eve.http.get("/api/me", headers={"host": "evil.example"})
        assert refused.json()["reason"]["message"] == "server.foreign-host"


async def test_a_proxy_that_nobody_mentioned_is_noticed_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running) as ann:
        with caplog.at_level(logging.WARNING, "nokosu.server.http"):
            for _ in range(2):
                await ann.http.get("/api/me", headers=TLS)
    assert [record.message for record in caplog.records if "--trusted-proxies" in record.message] == [
        "a proxy says where requests come from, but --trusted-proxies is not set: all people count as one"
    ]


async def test_under_tls_browsers_stay_there_and_take_the_cookie_from_this_host_only(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db"), trusted_proxies=1) as running, client(running) as ann:
        plain = await ann.http.get("/api/me")
        assert "strict-transport-security" not in plain.headers
        answer = await ann.http.post("/api/me", json={"name": "Ann"}, headers=TLS)
        assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
        name, _, rest = answer.headers["set-cookie"].partition("=")
        assert name == "__Host-nokosu"
        assert "secure" in rest.lower()
        assert "domain" not in rest.lower()
        token = rest.partition(";")[0]
        # A cookie that another host of the domain has set does not replace it.
        both = {"cookie": f"nokosu=of-the-attacker; __Host-nokosu={token}", **TLS}
        assert (await ann.http.get("/api/me", headers=both)).json()["name"] == "Ann"
        # Without the prefix it is nobody's, even where it is the only one: another host of the domain may have set it.
        tossed = {"cookie": f"nokosu={token}", **TLS}
        assert (await ann.http.get("/api/me", headers=tossed)).json()["name"] is None
        # A cookie from before the prefix goes when its owner signs out.
        gone = await ann.http.post("/api/logout", headers=both)
        assert sorted(each.partition("=")[0] for each in gone.headers.get_list("set-cookie")) == [
            "__Host-nokosu",
            "nokosu",
        ]


async def test_headers_of_a_secure_server_are_on_every_answer(tmp_path: Path) -> None:
    async with (
        serving(str(tmp_path / "x.db"), trusted_proxies=1, hosts=("nokosu.example",)) as running,
        client(running) as eve,
    ):
        for path, more in (("/api/me", {}), ("/nothing.js", {}), ("/api/me", {"host": "evil.example"})):
            answer = await eve.http.get(path, headers={**TLS, **more})
            assert answer.headers["strict-transport-security"].startswith("max-age=31536000"), path
            assert answer.headers["cache-control"] == "no-store", path


async def test_a_page_under_another_name_reads_no_metrics(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running) as eve:
        assert (await eve.http.get("/metrics")).status_code == 200
        for host in ("evil.example", "evil", "evil.local", "127.0.0.1.evil.example"):
            assert (await eve.http.get("/metrics", headers={"host": host})).status_code == 403, host
        # Without --allowed-host and without a proxy, a name that somebody can register is foreign everywhere.
        for host, status in (("evil.example", 403), ("raspberrypi", 200), ("raspberrypi.local:8000", 200)):
            assert (await eve.http.get("/api/me", headers={"host": host})).status_code == status, host


async def test_a_banned_person_is_out_at_once_and_back_in_time(tmp_path: Path) -> None:
    time, where = HandTime(), str(tmp_path / "x.db")
    async with serving(where, time=time) as running, client(running, "Eve") as eve, client(running, "Ann") as ann:
        person = (await eve.get("/api/me"))["person"]
        table = (await eve.post("/api/play", {"players": 3}, 201))["table"]
        async with eve.at(table) as seat:
            await seat.until(lambda update: update.view is not None)
            async with opened(where) as store:
                await store.bans.add(person, time.now() + 1_000, time.now())
            assert (await closing(seat)).reason.message == "server.banned"
        assert (await eve.http.get("/api/me")).json()["reason"]["message"] == "server.banned"
        assert (await ann.get("/api/me"))["name"] == "Ann"


async def test_a_banned_address_is_out(tmp_path: Path) -> None:
    where = str(tmp_path / "x.db")
    async with opened(where) as store:
        await store.bans.add("2001:db8::/64", 1 << 60, 1)
    async with serving(where, trusted_proxies=1) as running, client(running) as eve:
        for address, status in (("2001:db8::9", 403), ("2001:db8:0:1::9", 200)):
            assert (await eve.http.get("/api/me", headers={"x-forwarded-for": address})).status_code == status


async def test_a_banned_address_loses_its_sockets(tmp_path: Path) -> None:
    where = str(tmp_path / "x.db")
    async with serving(where) as running, client(running, "Eve") as eve:
        ann = elsewhere(running)
        async with ann.http:
            await ann.post("/api/me", {"name": "Ann"})
            table = (await eve.post("/api/play", {"players": 3}, 201))["table"]
            async with eve.at(table) as seat:
                await seat.until(my_turn)
                async with opened(where) as store:
                    await store.bans.add("127.0.0.1", 1 << 60, 1)
                assert (await closing(seat)).reason.message == "server.banned"
            assert (await ann.get("/api/me"))["name"] == "Ann"


async def test_an_operator_ends_a_match_under_a_running_server(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "nokosu.db")) as running, client(running, "Eve") as eve:
        table = (await eve.post("/api/play", {"players": 3}, 201))["table"]
        async with eve.at(table) as seat:
            await seat.until(my_turn)
            command = [sys.executable, "-m", "nokosu", "admin", "end", table, "--data", str(tmp_path)]
            assert await (await asyncio.create_subprocess_exec(*command)).wait() == 0
            assert isinstance(await seat.move(), Refusal)
            await seat.until(lambda update: update.table is not None and update.table.status == "abandoned")
            assert await (await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)).wait() == 2


async def test_an_operator_purges_imports_and_nothing_else(where: str) -> None:
    async with serving(where) as running, client(running, "Eve") as eve:
        await eve.http.post("/api/records", content=a_record())
        ref = await eve.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with eve.at(ref["table"]) as seat:
            await play_to_the_end(seat)
        async with opened(where) as store:
            assert await store.records.purge_imports("nobody") == 0
            assert await store.records.purge_imports(None) == 1
        assert (await eve.get("/api/me/export"))["imports"] == []
        assert (await eve.get(f"/api/records/{ref['table']}"))["imported"] is False

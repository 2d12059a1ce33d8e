"""Attacks on what everybody shares: the disk, the lobby, the event loop, the number of connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from nokosu.record import decode, encode
from nokosu.record.canonical import canonical
from nokosu.server.config import Limits
from nokosu.server.tables import actor
from tests.server.contests import duplicate, set_up
from tests.server.daily import Calendar
from tests.server.people import Client, client
from tests.server.serving import GENEROUS, HandTime, Running, serving
from tests.server.test_records import a_record

PUBLIC = {
    "settings": {"players": 3, "public": True},
    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}],
}


POSITION = (Path(__file__).parent.parent / "fuzz" / "corpus" / "position" / "0.txt").read_text(encoding="utf-8").strip()


def limits(**wanted: float) -> Limits:
    return replace(GENEROUS, **wanted)  # type: ignore[arg-type]  # numbers


def elsewhere(running: Running, address: str = "127.0.0.2") -> Client:
    """Somebody who comes from another address."""
    made = Client(running)
    made.http = httpx.AsyncClient(
        base_url=running.url, timeout=30, transport=httpx.AsyncHTTPTransport(local_address=address)
    )
    return made


def padded() -> str:
    """A true record with rubbish wherever a key fits."""
    record = json.loads(a_record())
    rubbish = "x" * 10_000
    places = [record, record["ruleset"], *record["seats"], *record["rounds"], *record["rounds"][0]["tricks"]]
    for place in places:
        place["padding"] = rubbish
    record["assists"] = [{"seat": 0, "round": 0, "decision": n, "kind": "hint"} for n in range(5_000)]
    return json.dumps(record, indent=2)


def test_only_the_match_itself_is_left_of_a_padded_record() -> None:
    bare = json.loads(encode(canonical(decode(padded()))))
    decisions = [each["decision"] for each in bare.pop("assists")]
    assert bare == json.loads(a_record())
    assert len(decisions) < 200


async def test_imports_are_stored_without_padding_and_have_a_budget(where: str) -> None:
    time = HandTime()
    async with (
        serving(where, limits=limits(imports_an_hour=3), time=time) as running,
        client(running, "Eve") as eve,
    ):
        answer = await eve.http.post("/api/records", content=padded())
        assert answer.status_code == 201, answer.text
        name = answer.json()["record"]
        stored = await eve.http.get(f"/api/records/{name}/file")
        assert "padding" not in stored.text
        statuses = [(await eve.http.post("/api/records", content=a_record())).status_code for _ in range(4)]
        assert statuses == [201, 201, 429, 429]
        time.pass_by(3_600_000)
        assert (await eve.http.post("/api/records", content=a_record())).status_code == 201


async def test_imports_of_one_person_take_only_so_much_space(where: str) -> None:
    most = 2 * len(a_record())
    async with serving(where, limits=limits(imported_bytes=most)) as running, client(running, "Eve") as eve:
        statuses = [(await eve.http.post("/api/records", content=a_record())).status_code for _ in range(4)]
        assert statuses[-1] == 413
        assert 201 in statuses


async def test_an_address_makes_only_so_many_tables_whatever_its_guests(tmp_path: Path) -> None:
    wanted = limits(tables_an_hour=2, people_per_address=2)
    async with serving(f"{tmp_path}/x.db", limits=wanted) as running:
        seen = []
        for number in range(3):
            async with client(running, f"Eve {number}") as eve:
                seen += [(await eve.http.post("/api/play", json={"players": 3})).status_code for _ in range(3)]
        assert seen == [201, 201, 429, 201, 201, 429, 429, 429, 429]
        ann = elsewhere(running)
        async with ann.http:
            await ann.post("/api/me", {"name": "Ann"})
            await ann.post("/api/play", {"players": 3}, 201)


async def test_a_log_does_not_grow_without_end_but_the_match_can_be_played(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(log_entries=30)) as running, client(running, "Eve") as eve:
        table = (await eve.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
        async with eve.at(table) as seat:
            await seat.until(lambda update: update.view is not None and bool(update.view.legal))
            answers = [await seat.ask("react", reaction="thanks") for _ in range(40)]
            refused = [each for each in answers if type(each).__name__ == "Refusal"]
            assert refused
            assert refused[-1].reason.message == "table.log-full"  # type: ignore[union-attr]  # a Refusal
            assert type(await seat.move()).__name__ == "Ack"
        assert await eve.refused(f"/api/tables/{table}/hint") in {
            "table.log-full",
            "table.no-hints",
            "table.not-your-turn",
        }


async def test_the_lobby_shows_everybody_before_it_shows_somebody_twice(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        ann = elsewhere(running)
        async with ann.http:
            await ann.post("/api/me", {"name": "Ann"})
            hers = (await ann.post("/api/tables", PUBLIC, 201))["table"]
            for _ in range(110):
                await eve.post("/api/tables", PUBLIC, 201)
            listed = [each["table"] for each in (await ann.get("/api/lobby"))["tables"]]
            assert len(listed) == 100
            assert hers in listed[:2]


async def test_an_address_reports_only_so_much_whatever_its_guests(tmp_path: Path) -> None:
    """The operator's list of doubts has room for 2,000: one address could fill it in an hour."""
    wanted = limits(reports_an_hour=2, people_per_address=3)
    async with serving(f"{tmp_path}/x.db", limits=wanted) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/tables", PUBLIC, 201))["table"]
        statuses = []
        for number in range(5):
            async with client(running, f"Eve {number}") as eve:
                doubt = {
                    "position": POSITION,
                    "action": "play R5",
                    "best": "play R0",
                    "verdict": "mistake",
                    "loss": 1.0,
                }
                doubt |= {"depth": "quick", "note": f"{number}"}
                statuses.append((await eve.http.post("/api/doubts", json=doubt)).status_code)
                report = {"table": table, "seat": 0}
                statuses.append((await eve.http.post("/api/reports", json=report)).status_code)
        assert statuses == [200] * 6 + [429] * 4


async def test_contests_are_no_way_to_more_tables(tmp_path: Path) -> None:
    """A contest has room for forty, each with a table or more: 600 contests an hour would be 24,000 tables."""
    wanted = limits(tables_an_hour=2, people_per_address=3)
    time = Calendar()
    async with serving(f"{tmp_path}/x.db", limits=wanted, time=time) as running:
        async with client(running, "Ann") as ann, client(running, "Bea") as bea:
            form = duplicate("days", closes=time.now() + 3_600_000)
            contest = await set_up(ann, form)
            for _ in range(2):
                # Going on with it costs nothing more.
                await ann.post(f"/api/contests/{contest}/play")
            assert await ann.refused("/api/tables", PUBLIC) == "table.many-tables"
            await bea.post(f"/api/contests/{contest}/enter")
            await bea.post(f"/api/contests/{contest}/play")
        statuses = []
        for number in range(3):
            async with client(running, f"Eve {number}") as eve:
                statuses.append((await eve.http.post(f"/api/contests/{contest}/enter")).status_code)
        assert statuses == [200, 200, 429]


async def test_one_person_waits_at_a_few_public_tables_only(where: str) -> None:
    async with serving(where, limits=limits(public_tables=2)) as running, client(running, "Eve") as eve:
        statuses = [(await eve.http.post("/api/tables", json=PUBLIC)).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]
        await eve.post("/api/play", {"players": 3}, 201)


async def test_requests_that_wait_count_as_sockets(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(sockets=3)) as running, client(running, "Eve") as eve:
        table = (await eve.post("/api/tables", PUBLIC, 201))["table"]
        seq = (await eve.get(f"/api/tables/{table}/events"))["seq"]

        async def poll() -> int:
            return (await eve.http.get(f"/api/tables/{table}/events?after={seq}&wait=30")).status_code

        polls = [asyncio.create_task(poll()) for _ in range(5)]
        done, waiting = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 2:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        assert [each.result() for each in done] == [429, 429]
        await eve.post(f"/api/tables/{table}/commands", {"type": "leave", "client_id": "1"})
        assert {await each for each in waiting} == {200}


async def test_a_long_log_comes_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actor, "PAGE", 10)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        table = (await eve.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
        async with eve.at(table) as seat:
            await seat.until(lambda update: update.view is not None and bool(update.view.legal))
            for _ in range(25):
                await seat.ask("react", reaction="thanks")
        pages: list[int] = []
        before, seq = None, 0
        while before is None or before > 1:
            more = "" if before is None else f"&before={before}"
            page = await eve.get(f"/api/tables/{table}/events?after=0{more}")
            numbers = [each["seq"] for each in page["entries"]]
            assert len(numbers) <= 10
            assert page["after"] == numbers[0] - 1
            pages[:0] = numbers
            before, seq = numbers[0], page["seq"]
        assert pages == list(range(1, seq + 1))


async def test_an_export_is_streamed_in_pieces(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.server.people.export._PAGE", 2)
    async with serving(where, limits=limits(exports_an_hour=1)) as running, client(running, "Eve") as eve:
        names = {(await eve.http.post("/api/records", content=a_record())).json()["record"] for _ in range(5)}
        answer = await eve.http.get("/api/me/export")
        assert answer.headers.get("transfer-encoding") == "chunked"
        assert {each["id"] for each in answer.json()["imports"]} == names
        assert answer.json()["matches"] == []
        assert (await eve.http.get("/api/me/export")).status_code == 429


class SmallDisk:
    """A disk with so many bytes, for the files of one folder."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder = folder
        self.size = size

    def free(self, _folder: Path) -> int:
        return max(0, self.size - sum(each.stat().st_size for each in self.folder.iterdir()))


@asynccontextmanager
async def small_disk(folder: Path) -> AsyncIterator[Path]:
    """A real file system of 20 MB, where this user may mount one in their own name space."""
    mount = f"mount -t tmpfs -o size=20m,mode=0700 tmpfs {folder} && echo mounted && cat"
    pipe = asyncio.subprocess.PIPE
    command = ("unshare", "--map-root-user", "--mount", "sh", "-c", mount)
    holder = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        if await holder.stdout.readline() != b"mounted\n":
            pytest.skip("this machine lets no user mount a file system in their own name space")
        yield Path(f"/proc/{holder.pid}/root{folder}")
    finally:
        holder.stdin.close()
        await holder.wait()


def fill(junk: Path) -> None:
    """Write until there is no space."""
    with contextlib.suppress(OSError), junk.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            """More."""


async def test_a_server_on_a_full_disk_starts_says_so_and_deletes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    disk = SmallDisk(tmp_path, 20_000_000)
    monkeypatch.setattr("nokosu.server.disk.free_bytes", disk.free)
    await on_a_full_disk(tmp_path, lambda junk: junk.write_bytes(bytes(disk.free(tmp_path))), caplog)


async def test_the_same_on_a_disk_that_is_really_full(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with small_disk(tmp_path) as folder:
        await on_a_full_disk(folder, fill, caplog)


async def on_a_full_disk(tmp_path: Path, fill: Callable[[Path], object], caplog: pytest.LogCaptureFixture) -> None:
    store, wanted, junk = f"{tmp_path}/x.db", limits(disk_reserve_mb=4), tmp_path / "junk"
    async with serving(store, limits=wanted) as running, client(running, "Eve") as eve:
        table = (await eve.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
        cookies = eve.http.cookies
    reserve = tmp_path / "x.db-reserve"
    assert reserve.stat().st_size == 4 << 20
    fill(junk)
    async with serving(store, limits=wanted) as running, client(running) as eve:
        eve.http.cookies = cookies
        assert not reserve.exists()
        assert caplog.text.count("the disk is nearly full") == 1
        assert (await eve.get("/health"))["status"] == "disk-full"
        assert (await eve.http.post("/api/play", json={"players": 3})).status_code == 507
        assert (await eve.http.post("/api/records", content=a_record())).status_code == 507
        async with client(running) as guest:
            assert (await guest.http.post("/api/me", json={"name": "Mallory"})).status_code == 507
        async with eve.at(table) as seat:
            await seat.until(lambda update: update.view is not None and bool(update.view.legal))
            assert type(await seat.move()).__name__ == "Ack"
        await eve.post("/api/me/delete", {"name": "Eve"})
        junk.unlink()
        while (await eve.get("/health"))["status"] != "ok":
            """The next look comes within seconds."""
        assert reserve.exists()

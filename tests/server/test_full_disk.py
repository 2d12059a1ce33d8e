"""A disk that is full or fails under a running server, and a PostgreSQL that goes away.

Nothing is acknowledged that is not there, whoever asks is told, the server ends with one line or goes on, and after
a restart everything is as it was.
"""

from __future__ import annotations

import asyncio
import json
import resource
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import psycopg
import pytest

from nokosu.server.store.log import Entry
from nokosu.wire.updates import Ack, Closing, Update
from tests.chaos.ledger import Ledger, Logs, audit
from tests.chaos.players import crew
from tests.server.alarms import AlarmTime
from tests.server.full_disk import FULL
from tests.server.people import Client, Json, Seat, client, my_turn
from tests.server.programs import kill, launched, started
from tests.server.serving import HandTime, Running, run, serving
from tests.server.store.postgres_server import Postgres, free_port, own_postgres

TABLES = 2
FILE = "nokosu.db"
WAL_FRAME = 4096 + 24
_LOG = "SELECT table_id, seq, at, body, client FROM log ORDER BY table_id, seq"


# Disks


class FullDisk:
    """There is no room: SQLite's own error for it, from a file system of ours."""

    module = "tests.server.full_disk"

    def fill(self, folder: Path, _process: Process | None = None) -> None:
        (folder / FULL).touch()

    def make_room(self, folder: Path) -> None:
        (folder / FULL).unlink()


@dataclass
class FailingDisk:
    """The kernel refuses to write past what a file has now and a little more: EFBIG, for SQLite an I/O error."""

    more: int
    module: str = "nokosu"

    def fill(self, folder: Path, process: Process | None = None) -> None:
        assert process is not None
        size = (folder / f"{FILE}-wal").stat().st_size + self.more
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def make_room(self, folder: Path) -> None:
        """The limit is the old process's."""


Disk = FullDisk | FailingDisk
DISKS = [FullDisk(), FailingDisk(0), FailingDisk(WAL_FRAME + 1000)]


# People who play meanwhile


@dataclass
class Play:
    """Tables that are played, and what their people were told."""

    address: str
    ledger: Ledger = field(default_factory=Ledger)
    crews: list[asyncio.Task[None]] = field(default_factory=list)

    async def more_moves(self, number: int) -> None:
        wanted = len(self.ledger.acknowledged) + number
        async with asyncio.timeout(60):
            while len(self.ledger.acknowledged) < wanted:
                for task in self.crews:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.001)


@asynccontextmanager
async def playing(port: int, seed: str) -> AsyncIterator[Play]:
    made = Play(f"127.0.0.1:{port}")
    made.crews = [asyncio.create_task(crew([made.address], each, made.ledger, seed)) for each in range(TABLES)]
    try:
        yield made
    finally:
        waiting = set(made.crews)
        while waiting:
            # A player may be between two servers when told: say it until it is heard.
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=0.5)


def grouped(rows: Sequence[tuple[object, ...]]) -> Logs:
    logs: dict[str, list[Entry]] = {}
    for table, seq, at, body, who in rows:
        entry = Entry(int(str(seq)), int(str(at)), str(body), None if who is None else str(who))
        logs.setdefault(str(table), []).append(entry)
    return logs


def stored(folder: Path) -> Logs:
    """Every log, read past the server."""
    file = apsw.Connection(str(folder / FILE))
    try:
        assert file.pragma("integrity_check") == "ok"
        return grouped(list(file.execute(_LOG)))
    finally:
        file.close()


async def last_words(process: Process) -> tuple[int, list[Json]]:
    """How a server ended by itself, and the lines that it left behind."""
    async with asyncio.timeout(30):
        _, said = await process.communicate()
    assert process.returncode is not None
    return process.returncode, [json.loads(line) for line in said.decode().splitlines()]


def one_line(words: tuple[int, list[Json]]) -> str:
    """The one thing that was said; it is no traceback, and the exit code says that something went wrong."""
    code, lines = words
    assert code > 0
    assert len(lines) == 1, lines
    assert set(lines[0]) == {"at", "level", "logger", "message"}
    assert lines[0]["level"] == "critical"
    return str(lines[0]["message"])


async def serve(folder: Path, port: int, module: str) -> Process:
    return await started("--data", str(folder), "--bot-processes", "1", port=port, module=module, stderr=PIPE)


@pytest.mark.parametrize("disk", DISKS, ids=["full", "failing", "failing within a commit"])
def test_nothing_acknowledged_is_missing_after_the_disk_failed(tmp_path: Path, disk: Disk) -> None:
    async def test() -> None:
        port = free_port()
        process = await serve(tmp_path, port, disk.module)
        try:
            async with playing(port, "disk") as play:
                await play.more_moves(30)
                disk.fill(tmp_path, process)
                assert "the store cannot be written" in one_line(await last_words(process))
                assert audit(play.ledger, stored(tmp_path)).faults == 0
                disk.make_room(tmp_path)
                process = await serve(tmp_path, port, disk.module)
                await play.more_moves(30)
                await kill(process)
                findings = audit(play.ledger, stored(tmp_path))
                assert findings.faults == 0, findings
        finally:
            await kill(process)

    run(test())


def test_a_server_that_acknowledges_what_a_failing_disk_did_not_take_is_caught(tmp_path: Path) -> None:
    async def test() -> None:
        disk, port = FailingDisk(0, "tests.chaos.hasty"), free_port()
        process = await serve(tmp_path, port, disk.module)
        try:
            async with playing(port, "hasty") as play:
                await play.more_moves(30)
                disk.fill(tmp_path, process)
                await last_words(process)
                assert audit(play.ledger, stored(tmp_path)).lost
        finally:
            await kill(process)

    run(test())


# What somebody is told


@asynccontextmanager
async def ann_to_act(running: Running) -> AsyncIterator[tuple[Client, str, Seat]]:
    """Ann at a table with bots; they wait for her."""
    async with client(running, "Ann") as ann:
        table = str((await ann.post("/api/play", {"players": 3, "bot": "random"}, 201))["table"])
        async with ann.at(table) as seat:
            await seat.until(my_turn)
            yield ann, table, seat


def first_move(seat: Seat) -> Json:
    assert seat.update is not None
    assert seat.update.view is not None
    assert isinstance(seat.update.view.legal, list)
    return {"client_id": "the-move", "expected_seq": seat.update.seq, "action": seat.update.view.legal[0]}


async def over_http(ann: Client, table: str, move: Json) -> None:
    answer = await ann.http.post(f"/api/tables/{table}/commands", json={"type": "move", **move})
    assert answer.status_code == 503
    assert answer.json()["reason"]["message"] == "server.busy"


async def over_socket(seat: Seat, move: Json, why: str) -> None:
    await seat.send("move", **move)
    while not isinstance(message := await seat.next(), Closing):
        assert not isinstance(message, Ack)
    assert (message.reason.message, message.again) == (why, True)


@pytest.mark.parametrize("way", ["http", "socket"])
@pytest.mark.parametrize("disk", DISKS[:2], ids=["full", "failing"])
def test_a_move_that_cannot_be_stored_is_refused_and_can_be_made_after_the_restart(
    tmp_path: Path, disk: Disk, way: str
) -> None:
    async def test() -> None:
        port = free_port()
        running = Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}", None)  # type: ignore[arg-type]  # not asked for
        process = await serve(tmp_path, port, disk.module)
        try:
            async with ann_to_act(running) as (ann, table, seat):
                move = first_move(seat)
                disk.fill(tmp_path, process)
                if way == "http":
                    await over_http(ann, table, move)
                else:
                    await over_socket(seat, move, "server.restarting")
                assert "the store cannot be written" in one_line(await last_words(process))
                disk.make_room(tmp_path)
                process = await serve(tmp_path, port, disk.module)
                async with ann.at(table) as again:
                    await again.until(my_turn)
                    assert isinstance(await again.ask("move", **move), Ack)
            await kill(process)
            clients = [entry.client for entry in stored(tmp_path)[table] if entry.client]
            assert [each.partition(":")[2] for each in clients] == ["the-move"]
        finally:
            await kill(process)

    run(test())


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_a_start_on_a_full_disk_is_one_line_and_works_when_there_is_room(tmp_path: Path, known: bool) -> None:
    async def test() -> None:
        disk, port = FullDisk(), free_port()
        if known:
            await kill(await serve(tmp_path, port, disk.module))
        disk.fill(tmp_path)
        process = await launched("--data", str(tmp_path), port=port, module=disk.module, stderr=PIPE)
        assert "the store cannot be used" in one_line(await last_words(process))
        disk.make_room(tmp_path)
        await kill(await serve(tmp_path, port, disk.module))

    run(test())


# PostgreSQL


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    with own_postgres() as made:
        yield made


def stored_there(url: str) -> Logs:
    with psycopg.connect(url) as connection:
        return grouped(connection.execute(_LOG).fetchall())


def test_moves_are_refused_while_postgresql_is_away_and_go_on_when_it_is_back(own: Postgres) -> None:
    async def test() -> None:
        port = free_port()
        running = Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}", None)  # type: ignore[arg-type]  # not asked for
        process = await started("--database", own.url, "--bot-processes", "1", port=port, stderr=PIPE)
        try:
            async with playing(port, "away") as play, ann_to_act(running) as (ann, table, seat):
                move = first_move(seat)
                await play.more_moves(20)
                await asyncio.to_thread(own.stop)
                await over_http(ann, table, move)
                await over_socket(seat, move, "server.busy")
                assert (await ann.http.get("/health")).status_code == 503
                async with ann.at(table) as turned_away:
                    message = await turned_away.next()
                    assert isinstance(message, Closing)
                    assert (message.reason.message, message.again) == ("server.busy", True)
                await asyncio.to_thread(own.start)
                await play.more_moves(20)
                assert (await ann.http.get("/health")).status_code == 200
                async with ann.at(table) as again:
                    await again.until(my_turn)
                    assert isinstance(await again.ask("move", **move), Ack)
                assert process.returncode is None
                await kill(process)
                findings = audit(play.ledger, stored_there(own.url))
                assert findings.faults == 0, findings
            said = (await last_words(process))[1]
            assert not [line for line in said if "exception" in line or "Traceback" in line["message"]]
            assert [line["message"] for line in said if "the store cannot be reached" in line["message"]]
        finally:
            await kill(process)

    run(test())


def test_a_bot_whose_move_found_no_database_moves_when_it_is_back(own: Postgres) -> None:
    """Nobody asks for it: the socket of the one who waits stays open all the time."""

    async def test() -> None:
        time = AlarmTime()
        async with (
            serving(own.url, time=time, bot_delay_ms=900) as running,
            client(running, "Ann") as ann,
        ):
            table = str((await ann.post("/api/play", {"players": 3, "bot": "random"}, 201))["table"])
            async with ann.at(table) as seat:
                update = await seat.until(lambda update: update.view is not None)
                while my_turn(update):
                    await seat.move()
                    update = await seat.until(lambda update: not my_turn(update))
                delay = await time.alarm()
                await asyncio.to_thread(own.stop)
                time.pass_by(delay)
                # Its move has failed when another attempt is planned.
                pause = await time.alarm()
                await asyncio.to_thread(own.start)
                time.pass_by(pause)
                time.pass_by(await time.alarm())
                assert update.seq < (await seat.until_seq(update.seq + 1)).seq

    run(test())


def test_what_was_said_while_the_line_was_lost_is_heard_of_all_the_same(own: Postgres) -> None:
    async def test() -> None:
        async with (
            serving(own.url, time=HandTime()) as one,
            serving(own.url, time=HandTime()) as two,
            client(one, "Ann") as ann,
            client(two, "Bea") as bea,
            client(one, "Cai") as cai,
        ):
            form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
            table = str((await ann.post("/api/tables", form, 201))["table"])
            for each in (bea, cai):
                await each.post(f"/api/tables/{table}/join", {})
            async with ann.at(table) as first, bea.at(table) as second, cai.at(table) as third:
                seats = [first, second, third]
                for seat in seats:
                    await seat.until(lambda update: update.view is not None)
                while not my_turn(newest(first)):
                    mover = next(seat for seat in seats if my_turn(newest(seat)))
                    seq = (await mover.move()).seq
                    for seat in seats:
                        await seat.until_seq(seq)
                with psycopg.connect(own.url, autocommit=True) as connection:
                    lost = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                    assert len(connection.execute(lost).fetchall()) == 2
                answer = await first.move()
                assert isinstance(answer, Ack)
                assert (await second.until_seq(answer.seq)).seq == answer.seq

    run(test())


def newest(seat: Seat) -> Update:
    assert seat.update is not None
    return seat.update


def test_a_start_without_postgresql_is_one_line() -> None:
    async def test() -> None:
        place = f"postgresql://nokosu@127.0.0.1:{free_port()}/nowhere"
        process = await launched("--database", place, port=free_port(), stderr=PIPE)
        assert "the store cannot be used" in one_line(await last_words(process))

    run(test())

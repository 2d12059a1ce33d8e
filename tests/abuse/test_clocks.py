"""Time that nobody at a table has used: the server stood still, or its clock was wrong."""

from __future__ import annotations

import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from nokosu.server.time import STALL_MS, _Watch
from nokosu.wire.updates import Ack
from tests.server.people import Client, Seat, client, my_turn
from tests.server.programs import kill, started
from tests.server.serving import HandTime, Running, serving
from tests.server.store.postgres_server import free_port
from tests.server.test_table_life import party, sit_down

DAY_MS = 86_400_000
BANK_MS = 60_000
LIVE = {"kind": "live", "bank_ms": BANK_MS, "increment_ms": 0}


async def test_a_player_is_not_charged_while_the_server_stands_still(tmp_path: Path) -> None:
    async with party(str(tmp_path / "x.db"), pace=LIVE) as table:
        slow = await table.to_act()
        table.time.pass_by(BANK_MS - 1_000)
        table.time.stand_still(20_000)
        answer = await table.seats[slow].move()
        assert isinstance(answer, Ack), "their second is still theirs"
        update = await table.seats[slow].until_seq(answer.seq)
        assert update.clock.banks_ms is not None
        assert update.clock.banks_ms[slow] == 1_000


async def test_a_stopped_process_charges_nobody_for_it(tmp_path: Path) -> None:
    port = free_port()
    process = await started("--data", str(tmp_path), "--bot-delay", "1", port=port, stderr=PIPE)
    try:
        async with client(Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}"), "Ann") as ann:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "beginner"}] * 2]
            settings = {"players": 3, "pace": LIVE}
            table = (await ann.post("/api/tables", {"settings": settings, "seats": seats}, 201))["table"]
            async with ann.at(table) as seat:
                await seat.until(my_turn)
                os.kill(process.pid, signal.SIGSTOP)
                with pytest.raises(httpx.ReadTimeout):
                    await ann.http.get("/health", timeout=4)
                os.kill(process.pid, signal.SIGCONT)
                answer = await seat.move()
                assert isinstance(answer, Ack)
                update = await seat.until_seq(answer.seq)
                assert update.clock.banks_ms is not None
                charged = BANK_MS - (update.clock.banks_ms[0] or 0)
        assert process.stderr is not None
        while not (found := re.search(r"stood still for (\d+\.\d)", (await process.stderr.readline()).decode())):
            """It is in the log."""
        assert charged < float(found[1]) * 1000
    finally:
        await kill(process)


@pytest.fixture
def wall_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Put the wall clock of processes that are started from now on so many milliseconds ahead, while they run."""
    compiler, source = os.environ.get("CC", "cc"), Path(__file__).parents[2] / "bench" / "clock.c"
    if shutil.which(compiler) is None:
        pytest.skip("needs a C compiler")
    shim, clock = tmp_path / "clock.so", tmp_path / "clock"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", shim, source], check=True)
    clock.write_bytes(bytes(16))
    monkeypatch.setenv("LD_PRELOAD", str(shim))
    monkeypatch.setenv("NOKOSU_CLOCK", str(clock))
    with clock.open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 16)
    return lambda ms: struct.pack_into("q", mapped, 8, ms * 10**6)


async def test_a_clock_that_jumps_under_a_running_server_changes_nothing(
    tmp_path: Path, wall_clock: Callable[[int], None]
) -> None:
    port = free_port()
    process = await started("--data", str(tmp_path), "--bot-delay", "1", port=port)
    try:
        async with client(Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}"), "Ann") as ann:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "beginner"}] * 2]
            settings = {"players": 3, "pace": LIVE}
            table = (await ann.post("/api/tables", {"settings": settings, "seats": seats}, 201))["table"]
            async with ann.at(table) as seat:
                for days in (0, 400, -400, 0):
                    wall_clock(days * DAY_MS)
                    await seat.until(my_turn)
                    answer = await seat.move()
                    assert isinstance(answer, Ack)
                    update = await seat.until_seq(answer.seq)
                    assert update.clock.banks_ms is not None
                    assert 0 < (update.clock.banks_ms[0] or 0) <= BANK_MS
                    assert (await ann.get("/api/me"))["name"] == "Ann", "sessions go on"
            entries = (await ann.get(f"/api/tables/{table}/events?after=0"))["entries"]
            times = [each["at"] for each in entries]
            assert times == sorted(times)
            assert times[-1] - times[0] < DAY_MS
    finally:
        await kill(process)


def test_a_process_notices_that_it_stood_still_and_nothing_else() -> None:
    time, noticed = HandTime(), list[tuple[int, int]]()
    start = time.now()
    watch = _Watch(time, lambda began, ended: noticed.append((began, ended)))
    time.pass_by(10 * STALL_MS)
    assert noticed == []
    due = next(alarm.at for alarm in time._alarms)
    time.at = start + 100 * STALL_MS
    time.pass_by(0)
    assert noticed == [(due, start + 100 * STALL_MS)]
    watch.cancel()


@pytest.mark.parametrize(("days", "moves"), [(400, False), (80, True)])
async def test_a_clock_that_was_wrong_once_stops_no_clock_later(where: str, days: int, moves: bool) -> None:
    start, cookies = HandTime().now(), []
    async with AsyncExitStack() as stack:
        people = await at(stack, where, start, [])
        table = await sit_down(people, {"players": 3, "rounds": 1, "pace": LIVE})
        cookies = [each.http.cookies for each in people]
    # Days ahead, perhaps with a move (sessions end after 90 days without use), and back again.
    async with AsyncExitStack() as stack:
        people = await at(stack, where, start + days * DAY_MS, cookies)
        if moves:
            seats = await sockets(stack, people, table)
            assert isinstance(await seats[to_act(seats)].move(), Ack)
    async with AsyncExitStack() as stack:
        time = HandTime(start + DAY_MS)
        people = await at(stack, where, start + DAY_MS, cookies, time=time)
        seats = await sockets(stack, people, table)
        late = to_act(seats)
        time.pass_by(BANK_MS + 30_000)
        await seats[late].until(
            lambda update: update.table is not None and update.table.seats[late].stand_in is not None
        )


async def at(stack: AsyncExitStack, where: str, now: int, cookies: list[Any], **more: Any) -> list[Client]:
    """Three people at a server whose clock shows this; the same ones as before, if they have cookies."""
    running = await stack.enter_async_context(serving(where, **{"time": HandTime(now), **more}))
    names = [None] * 3 if cookies else ["Ann", "Bea", "Cai"]
    people = [await stack.enter_async_context(client(running, name)) for name in names]
    for each, cookie in zip(people, cookies, strict=False):
        each.http.cookies = cookie
    return people


async def sockets(stack: AsyncExitStack, people: list[Client], table: str) -> list[Seat]:
    seats = [await stack.enter_async_context(each.at(table)) for each in people]
    for seat in seats:
        await seat.until(lambda update: update.view is not None)
    return seats


def to_act(seats: list[Seat]) -> int:
    update = seats[0].update
    assert update is not None
    assert update.view is not None
    assert update.view.to_act is not None
    return update.view.to_act

"""Attacks on the event loop: records that take long to check are checked elsewhere, and one at a time."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from nokosu.core.errors import reason
from nokosu.server.http import records
from nokosu.server.job_worker import Computer
from nokosu.server.record_jobs import played_rounds
from nokosu.server.review_jobs import review_step
from nokosu.table.refusal import Refused
from tests.abuse.test_shares import elsewhere
from tests.server.people import client
from tests.server.serving import serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_records import a_record

PATIENT_S = 60
"""A process of low priority starts late on a busy machine."""


async def test_records_and_hints_are_computed_beside_the_server_with_lower_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computers: list[Computer] = []

    class Kept(Computer):
        def __init__(self) -> None:
            super().__init__()
            computers.append(self)

    monkeypatch.setattr("nokosu.server.job_worker.Computer", Kept)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        name = (await eve.http.post("/api/records", content=a_record())).json()["record"]
        table = (await eve.post("/api/play", {"players": 3}, 201))["table"]
        async with eve.at(table) as seat:
            await seat.until(lambda update: update.view is not None and bool(update.view.legal))
            await eve.post(f"/api/tables/{table}/hint")
        await eve.get(f"/api/records/{name}/rounds/0/advice/5")
        busy = [computer for computer in computers if computer.processes.alive]
        assert len(busy) == 2
        for computer in busy:
            (process,) = computer.processes.alive
            assert os.getpriority(os.PRIO_PROCESS, process.pid) > os.getpriority(os.PRIO_PROCESS, 0)
            assert await computer.run(os.getpid) == process.pid


async def test_a_job_that_takes_too_long_is_ended_and_the_next_one_done() -> None:
    computer = Computer(PATIENT_S)
    assert await computer.run(sum, [1, 2]) == 3
    (first,) = computer.processes.alive
    computer._deadline_s = 0.1
    with pytest.raises(Refused, match=r"server\.busy"):
        await computer.run(time.sleep, 60)
    await first.wait()
    computer._deadline_s = PATIENT_S
    assert await computer.run(sum, [1, 2]) == 3
    await computer.close()


async def test_a_process_that_dies_or_a_caller_who_goes_costs_one_answer() -> None:
    computer = Computer(PATIENT_S)
    with pytest.raises(Refused, match=r"server\.busy"):
        await computer.run(os._exit, 1)
    assert await computer.run(sum, [1, 2]) == 3
    (process,) = computer.processes.alive
    gone = asyncio.create_task(computer.run(signal.pause))
    for _ in range(5):
        await asyncio.sleep(0)
    assert computer._turn.locked()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await process.wait()
    assert await computer.run(sum, [3, 4]) == 7, "not the answer to another job"
    await computer.close()


def refuse() -> None:
    raise Refused(reason("record.untrue", place="rounds.0"))


async def test_what_a_job_raises_reaches_its_caller() -> None:
    computer = Computer(PATIENT_S)
    with pytest.raises(Refused) as refused:
        await computer.run(refuse)
    assert refused.value.why == reason("record.untrue", place="rounds.0")
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        await computer.run(divmod, 1, 0)
    await computer.close()


async def test_a_job_that_waits_while_the_server_closes_starts_no_process() -> None:
    computer = Computer(PATIENT_S)
    await computer.run(os.getpid)
    jobs = [asyncio.create_task(computer.run(time.sleep, 60)) for _ in range(2)]
    await asyncio.sleep(0)
    await computer.close()
    first, second = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(first, Refused)
    assert isinstance(second, asyncio.CancelledError)
    assert not computer.processes.alive


async def test_a_review_holds_nobody_else_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step takes two seconds: with one process for all, everybody's replay waited for it."""
    begun, done = asyncio.Event(), asyncio.Event()

    class Held(Computer):
        async def run(self, job: Callable[..., Any], *args: Any, **more: Any) -> Any:
            if isinstance(job, partial) and job.func is review_step:
                begun.set()
                await done.wait()
            return job(*args, **more)

    monkeypatch.setattr("nokosu.server.job_worker.Computer", Held)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve, client(running, "Mal") as mal:
        name = (await eve.http.post("/api/records", content=a_record())).json()["record"]
        reviews = [asyncio.create_task(each.http.get(f"/api/records/{name}/review/0")) for each in (eve, mal)]
        await begun.wait()
        ann = elsewhere(running)
        async with ann.http, asyncio.timeout(20):
            await ann.get(f"/api/records/{name}")
        assert not any(each.done() for each in reviews)
        done.set()
        await asyncio.gather(*reviews)


async def test_a_long_history_is_read_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred long matches in one job took longer than a job may."""
    portions: list[int] = []

    class Noted(Computer):
        async def run(self, job: Callable[..., Any], *args: Any, **more: Any) -> Any:
            if isinstance(job, partial) and job.func is played_rounds:
                portions.append(len(job.args[0]))
            return job(*args, **more)

    monkeypatch.setattr("nokosu.server.job_worker.Computer", Noted)
    monkeypatch.setattr(records, "_TOGETHER", 1)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        for _ in range(2):
            table = (await ann.post("/api/play", {"players": 3, "rounds": 1, "hints": False}, 201))["table"]
            async with ann.at(table) as seat:
                await play_to_the_end(seat)
        assert len((await ann.get("/api/me/rounds"))["rounds"]) == 2
    assert portions == [1, 1]

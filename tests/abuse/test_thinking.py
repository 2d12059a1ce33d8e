"""Attacks on everybody's bots: many matches at once, matches left behind, programs without end, no descriptors."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import sys
from collections import Counter
from pathlib import Path

import pytest

from nokosu.server.bots.pool import BotPool, Question
from nokosu.server.bots.process import Processes
from nokosu.server.bots.programs import Programs
from nokosu.server.config import Limits
from nokosu.server.fair_queue import FairQueue
from nokosu.server.quotas import Payer
from tests.server.people import client
from tests.server.serving import FirstLegal, HandTime, serving
from tests.server.test_bots import GOOD, first_view

EVE = Payer("eve", "192.0.2.1")
EVES_GUEST = Payer("another guest", "192.0.2.1")
ANN = Payer("ann", "198.51.100.7")
MANY = 30


async def breathe() -> None:
    """Let everything happen that can happen now."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("second", [EVE, EVES_GUEST], ids=["one guest", "many guests of one address"])
async def test_who_asks_for_much_does_not_hold_up_who_asks_for_little(second: Payer) -> None:
    pool = BotPool({}, 1)
    order: list[str] = []

    async def ask(payer: Payer) -> None:
        await pool.choose(Question("random", first_view(), "t", bytes(32), payer=payer, thinking_ms=50))
        order.append(payer.person)

    eves = [asyncio.create_task(ask(EVE if number % 2 else second)) for number in range(MANY)]
    await breathe()
    await ask(ANN)
    assert len(order) <= 2, "one question was being answered already"
    await asyncio.gather(*eves)
    await pool.close()


async def test_a_minute_of_thinking_is_all_that_one_person_gets_in_a_minute() -> None:
    time = HandTime()
    queue = FairQueue(time, 4, 60.0, 10)
    served: Counter[str] = Counter()

    async def think(payer: Payer) -> None:
        async with queue.place(payer, 10.0):
            served[payer.person] += 1

    asking = [asyncio.create_task(think(EVE)) for _ in range(MANY)]
    await breathe()
    first = served[EVE.person]
    assert 6 <= first <= 7
    asking += [asyncio.create_task(think(ANN))]
    await breathe()
    assert served[ANN.person] == 1
    time.pass_by(60_000)
    await breathe()
    time.pass_by(1)
    await breathe()
    assert first < served[EVE.person] <= first + 7
    for each in asking:
        each.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


async def test_one_address_never_has_all_the_places() -> None:
    queue = FairQueue(HandTime(), 3, 1e6, 10)
    inside: Counter[str] = Counter()
    forever = asyncio.Event()

    async def stay(payer: Payer) -> None:
        async with queue.place(payer, 1.0):
            inside[payer.address] += 1
            await forever.wait()

    staying = [asyncio.create_task(stay(EVE)) for _ in range(MANY)]
    await breathe()
    staying.append(asyncio.create_task(stay(ANN)))
    await breathe()
    assert inside == {EVE.address: 2, ANN.address: 1}
    forever.set()
    await asyncio.gather(*staying)


class Counting(FirstLegal):
    """Bots that count how often they are asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, question: Question) -> str:
        self.asked += 1
        return await super().choose(question)


async def test_matches_that_were_left_to_bots_stand_still_until_somebody_watches(tmp_path: Path) -> None:
    bots, time = Counting(), HandTime()
    async with (
        serving(f"{tmp_path}/x.db", chooser=bots, time=time) as running,
        client(running, "Eve") as eve,
        client(running, "Ann") as ann,
    ):
        table = (await eve.post("/api/play", {"players": 3}, 201))["table"]
        await eve.post(f"/api/tables/{table}/commands", {"type": "leave", "client_id": "1"})

        async def asked_meanwhile() -> int:
            before = bots.asked
            for _ in range(30):
                time.pass_by(10)
                await ann.get(f"/api/tables/{table}")
            return bots.asked - before

        assert await asked_meanwhile() <= 1, "a question was on its way"
        assert await asked_meanwhile() == 0
        unwatched = bots.asked
        async with ann.at(table) as watching:
            await watching.until(lambda update: update.view is not None)
            await asked_meanwhile()
            assert bots.asked > unwatched


# Programs of the operator's


def program(folder: Path) -> dict[str, str]:
    file = folder / "good.py"
    file.write_text(GOOD, encoding="utf-8")
    return {"mine": f"cmd:{sys.executable} {file}"}


async def test_programs_do_not_multiply_with_tables(tmp_path: Path) -> None:
    pool = BotPool(program(tmp_path), 1, limits=Limits(program_processes=2))
    for number in range(5):
        await pool.choose(Question("mine", first_view(), f"eve{number}", bytes(32), payer=EVE))
        assert len(pool.processes.alive) <= 2
    await pool.close()


async def test_the_address_with_most_programs_gives_one_up() -> None:
    processes = Processes(10)
    programs = Programs(processes, 3)
    anns = await programs.take(("hers", 0, "mine"), ANN)
    programs.give_back(("hers", 0, "mine"))
    for number in range(4):
        await programs.take((f"eve{number}", 0, "mine"), EVE)
        programs.give_back((f"eve{number}", 0, "mine"))
    assert len(processes.alive) == 3
    assert await programs.take(("hers", 0, "mine"), ANN) is anns
    programs.close()
    await processes.close()


async def test_a_program_process_serves_the_next_match_and_ends_when_it_is_idle(tmp_path: Path) -> None:
    pool = BotPool(program(tmp_path), 1)
    await pool.choose(Question("mine", first_view(), "first", bytes(32), payer=EVE))
    (process,) = pool.processes.alive
    pool.release("first")
    await pool.choose(Question("mine", first_view(), "second", bytes(32), payer=ANN))
    assert pool.processes.alive == {process}
    pool.programs.end_idle(0.0)
    async with asyncio.timeout(30):
        await process.wait()
    assert not pool.processes.alive
    await pool.close()


class Heard(logging.Handler):
    """Tells when something was logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.put_nowait(record.getMessage())


async def test_a_bot_that_cannot_be_started_is_started_later() -> None:
    pool, heard = BotPool({}, 1), Heard()
    logging.getLogger("nokosu.server.bots").addHandler(heard)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    asked = asyncio.create_task(pool.choose(Question("random", first_view(), "t", bytes(32))))
    lowest_free = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, hard))
    said = asyncio.create_task(heard.lines.get())
    try:
        await asyncio.wait({said, asked}, return_when=asyncio.FIRST_COMPLETED)
        assert said.done(), asked.exception()
        assert "cannot start a process" in said.result()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert await asked in {str(action) for action in first_view().legal or ()}
    assert "can be started again" in await heard.lines.get()
    logging.getLogger("nokosu.server.bots").removeHandler(heard)
    await pool.close()

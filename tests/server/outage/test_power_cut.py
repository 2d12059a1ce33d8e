"""A power cut under a running server, and a disk that takes its time: what was acknowledged is on the disk before."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from nokosu.server.store import store
from nokosu.server.store.database import Database
from nokosu.server.store.sqlite import SqliteDatabase, open_sqlite
from nokosu.wire.updates import Ack
from tests.chaos.hasty import HastyDatabase, open_hasty
from tests.chaos.ledger import Findings, audit
from tests.server.outage.crews import playing
from tests.server.outage.disks import stored
from tests.server.people import Client, client, my_turn
from tests.server.serving import serving
from tests.server.store.faulty_disk import FaultyDisk

CUTS = 6


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FaultyDisk:
    made = FaultyDisk()

    async def open_here(path: str, *, alone: bool) -> Database:
        return await open_sqlite(path, made.vfs_name, alone=alone)

    monkeypatch.setitem(vars(store), "open_sqlite", open_here)
    return made


async def cuts(folder: Path, disk: FaultyDisk, seed: str) -> list[Findings]:
    """Cut the power of a copy of the disk again and again while people play; return what each copy lacks."""
    chance, found = Random(seed), list[Findings]()
    async with serving(str(folder / "nokosu.db")) as running, playing(int(running.address.split(":")[1]), seed) as play:
        for number in range(CUTS):
            await play.more_moves(chance.randrange(3, 20))
            # Nothing is read from a socket between these lines.
            told, after = deepcopy(play.ledger), folder / f"{number}"
            after.mkdir()
            disk.after_power_cut(after, chance)
            found.append(audit(told, stored(after)))
    return found


@pytest.mark.parametrize("seed", ["torn", "cut", "again"])
async def test_what_was_acknowledged_survives_a_power_cut_under_the_server(
    tmp_path: Path, disk: FaultyDisk, seed: str
) -> None:
    assert [each for each in await cuts(tmp_path, disk, seed) if each.faults] == []


async def test_a_server_that_does_not_sync_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FaultyDisk()

    async def open_here(path: str, *, alone: bool) -> Database:
        database = await open_sqlite(path, disk.vfs_name, alone=alone)
        await database.read("SELECT 1")
        database._writing.execute("PRAGMA synchronous=OFF")  # the planted fault
        return database

    monkeypatch.setitem(vars(store), "open_sqlite", open_here)
    assert [each for each in await cuts(tmp_path, disk, "torn") if each.lost]


async def moved_while_slow(where: str, disk: FaultyDisk) -> bool:
    """Return whether a move was acknowledged while the disk had not synced it; others are served all the while."""
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        table = (await ann.post("/api/play", {"players": 3, "bot": "beginner"}, 201))["table"]
        async with ann.at(table) as seat:
            await seat.until(my_turn)
            disk.slow()
            moving = asyncio.create_task(seat.move())
            try:
                await asyncio.to_thread(disk.waited_for.wait)
                await looked_around(bea)
                early = moving.done()
            finally:
                disk.quick.set()
            answer = await moving
            assert isinstance(answer, Ack)
            await seat.until_seq(answer.seq)
            return early


async def looked_around(bea: Client) -> None:
    for path in ("/health", "/api/lobby", "/api/me"):
        assert (await bea.http.get(path)).status_code == 200


async def test_a_slow_disk_delays_the_acknowledgement_and_nobody_who_only_reads(
    tmp_path: Path, disk: FaultyDisk
) -> None:
    assert not await moved_while_slow(f"{tmp_path}/nokosu.db", disk)


async def test_an_acknowledgement_before_a_slow_disk_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FaultyDisk()

    def on_this_disk(self: HastyDatabase, path: str) -> None:
        SqliteDatabase.__init__(self, path, disk.vfs_name)
        self._late = set()

    monkeypatch.setattr(HastyDatabase, "__init__", on_this_disk)

    monkeypatch.setitem(vars(store), "open_sqlite", open_hasty)
    assert await moved_while_slow(f"{tmp_path}/nokosu.db", disk)

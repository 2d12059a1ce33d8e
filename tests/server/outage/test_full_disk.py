"""A disk that is full or fails under a running server.

Nothing is acknowledged that is not there, all who ask are told, the server ends with one line, and after a restart
everything is as it was.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.ledger import audit
from tests.server.outage.crews import playing
from tests.server.outage.disks import WAL_FRAME, Disk, FailingDisk, FullDisk, served_from, stored
from tests.server.outage.program import held_port, last_words, one_line, start_in_vain
from tests.server.outage.told import ann_to_act, first_move, made_after_all, refused_over_http, refused_over_socket
from tests.server.programs import kill

DISKS = [FullDisk(), FailingDisk(0), FailingDisk(WAL_FRAME + 1000)]


@pytest.mark.parametrize("disk", DISKS, ids=["full", "failing", "failing within a commit"])
async def test_nothing_acknowledged_is_missing_after_the_disk_failed(tmp_path: Path, disk: Disk) -> None:
    with held_port() as port:
        async with served_from(tmp_path, disk, port) as process, playing(port, "disk") as play:
            await play.more_moves(30)
            disk.fill(tmp_path, process)
            assert "the store cannot be written" in one_line(await last_words(process))
            assert audit(play.ledger, stored(tmp_path)).faults == 0
            disk.make_room(tmp_path)
            async with served_from(tmp_path, disk, port):
                await play.more_moves(30)
            findings = audit(play.ledger, stored(tmp_path))
            assert findings.faults == 0, findings


async def test_a_server_that_acknowledges_what_a_failing_disk_did_not_take_is_caught(tmp_path: Path) -> None:
    disk = FailingDisk(0, "tests.server.outage.hasty")
    with held_port() as port:
        async with served_from(tmp_path, disk, port) as process, playing(port, "hasty") as play:
            await play.more_moves(30)
            disk.fill(tmp_path, process)
            # More than there are tables: of each at most one was on its way to the disk.
            await play.more_moves(10)
            await kill(process)
            assert audit(play.ledger, stored(tmp_path)).lost


@pytest.mark.parametrize("way", ["http", "socket"])
@pytest.mark.parametrize("disk", DISKS[:2], ids=["full", "failing"])
async def test_a_move_that_cannot_be_stored_is_refused_and_can_be_made_after_the_restart(
    tmp_path: Path, disk: Disk, way: str
) -> None:
    with held_port() as port:
        async with served_from(tmp_path, disk, port) as process, ann_to_act(port) as (ann, table, seat):
            move = first_move(seat)
            disk.fill(tmp_path, process)
            if way == "http":
                await refused_over_http(ann, table, move)
            else:
                await refused_over_socket(seat, move, "server.restarting")
            assert "the store cannot be written" in one_line(await last_words(process))
            disk.make_room(tmp_path)
            async with served_from(tmp_path, disk, port):
                await made_after_all(ann, table, move)
    clients = [entry.client for entry in stored(tmp_path)[table] if entry.client]
    assert [each.partition(":")[2] for each in clients] == ["the-move"]


async def test_a_server_notices_by_itself_that_the_disk_fails(tmp_path: Path) -> None:
    """Nobody is there to move: it is its own beat that cannot be written."""

    disk = FailingDisk(0, "nokosu")
    with held_port() as port:
        async with served_from(tmp_path, disk, port) as process:
            disk.fill(tmp_path, process)
            assert "the store cannot be written" in one_line(await last_words(process))


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
async def test_a_start_on_a_full_disk_is_one_line_and_works_when_there_is_room(tmp_path: Path, known: bool) -> None:
    disk = FullDisk()
    with held_port() as port:
        if known:
            async with served_from(tmp_path, disk, port):
                pass
        disk.fill(tmp_path)
        said = await start_in_vain("--data", str(tmp_path), port=port, module=disk.module)
        assert "the store cannot be used" in said
        disk.make_room(tmp_path)
        async with served_from(tmp_path, disk, port):
            pass

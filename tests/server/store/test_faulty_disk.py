"""Power cuts, full disks and I/O errors: what was acknowledged is there, and nothing is acknowledged that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import apsw
import pytest

from nokosu.server.store.database import StoreFailed
from nokosu.server.store.log import LogRow, LogStore
from nokosu.server.store.sqlite import SqliteDatabase, open_sqlite
from tests.server.store.faulty_disk import FaultyDisk

TABLE = "t"


async def write(database: SqliteDatabase, most: int) -> int:
    """Append entries; how many were acknowledged."""
    log = LogStore(database)
    for seq in range(1, most + 1):
        try:
            await log.append(TABLE, [LogRow(seq, 0, f'"{"x" * (seq * 37 % 900)}"', f"p:{seq}")])
        except StoreFailed:
            return seq - 1
    return most


async def found(path: Path) -> list[int]:
    """What a clean start finds."""
    database = await open_sqlite(str(path))
    try:
        assert await database.read("PRAGMA integrity_check") == [("ok",)]
        return [entry.seq for entry in await LogStore(database).entries(TABLE)]
    finally:
        await database.close()


async def cut(tmp_path: Path, seed: int, setting: str = "FULL") -> tuple[int, list[int]]:
    """How many entries were acknowledged when the power failed, and what is there afterwards."""
    chance, disk, after = Random(seed), FaultyDisk(), tmp_path / "after"
    after.mkdir()
    database = SqliteDatabase(str(tmp_path / "nokosu.db"), disk.vfs_name)
    try:
        await database.read("SELECT 1")
        database._writing.execute(f"PRAGMA synchronous={setting}")
        acknowledged = await write(database, chance.randrange(5, 60))
        disk.after_power_cut(after, chance)
    finally:
        await database.close()
    return acknowledged, await found(after / "nokosu.db")


@pytest.mark.parametrize("seed", range(12))
async def test_what_was_acknowledged_survives_a_power_cut(tmp_path: Path, seed: int) -> None:
    acknowledged, there = await cut(tmp_path, seed)
    assert there == list(range(1, acknowledged + 1))


async def test_a_store_that_does_not_sync_is_caught(tmp_path: Path) -> None:
    acknowledged, there = await cut(tmp_path, 0, "OFF")
    assert len(there) < acknowledged


@pytest.mark.parametrize("fails", [apsw.FullError, apsw.IOError])
@pytest.mark.parametrize("after", [0, 7, 30])
async def test_a_disk_that_takes_no_more_is_never_taken_for_one_that_did(
    tmp_path: Path, fails: Callable[[str], Exception], after: int
) -> None:
    disk, path = FaultyDisk(), tmp_path / "nokosu.db"
    database = SqliteDatabase(str(path), disk.vfs_name)
    disk.fails_after, disk.fails = disk.writes + after, fails
    try:
        acknowledged = await write(database, 200)
        assert acknowledged < 200
        # Nothing more is promised, even if the disk could be written again.
        disk.fails = None
        with pytest.raises(StoreFailed):
            await LogStore(database).append(TABLE, [LogRow(999, 0, "{}")])
    finally:
        await database.close()
    there = await found(path)
    # What failed may be there or not; its client was told nothing and asks again.
    assert there in (list(range(1, acknowledged + 1)), list(range(1, acknowledged + 2)))

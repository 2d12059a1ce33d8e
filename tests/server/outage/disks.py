"""Disks that a running server finds full or failing, and what is in its file afterwards."""

from __future__ import annotations

import resource
from asyncio.subprocess import Process
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

import apsw

from tests.chaos.ledger import Logs
from tests.server.outage.crews import LOG, grouped
from tests.server.outage.full_disk import FULL
from tests.server.outage.program import served

WAL_FRAME = 4096 + 24
_FILE = "nokosu.db"


class FullDisk:
    """There is no room: SQLite's own error for it, from a file system of ours."""

    module = "tests.server.outage.full_disk"

    def fill(self, folder: Path, _process: Process | None = None) -> None:
        (folder / FULL).touch()

    def make_room(self, folder: Path) -> None:
        (folder / FULL).unlink()


@dataclass
class FailingDisk:
    """The kernel refuses to write past what a file has now and a little more: EFBIG, for SQLite an I/O error."""

    more: int
    module: str = "tests.server.outage.moves_alone"

    def fill(self, folder: Path, process: Process | None = None) -> None:
        assert process is not None
        size = (folder / f"{_FILE}-wal").stat().st_size + self.more
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def make_room(self, folder: Path) -> None:
        """The limit is the old process's."""


Disk = FullDisk | FailingDisk


def served_from(folder: Path, disk: Disk, port: int) -> AbstractAsyncContextManager[Process]:
    return served("--data", str(folder), port=port, module=disk.module)


def stored(folder: Path) -> Logs:
    """Every log, read past the server."""
    file = apsw.Connection(str(folder / _FILE))
    try:
        assert file.pragma("integrity_check") == "ok"
        return grouped(list(file.execute(LOG)))
    finally:
        file.close()

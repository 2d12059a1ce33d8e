"""A disk whose power can fail, that can be full or slow: what was not synced is lost, or torn, sector by sector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Lock
from typing import Final
from uuid import uuid4

import apsw

SECTOR: Final = 512
"""The most that a disk writes at once: a longer write may be there in part after a power cut."""
_LONGEST_S: Final = 60


@dataclass
class _Contents:
    durable: bytes = b""
    since: list[tuple[int, bytes]] = field(default_factory=list)


class _File(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        disk.files.setdefault(self._path, _Contents())

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.writes += 1
        if self._disk.fails is not None and self._disk.writes > self._disk.fails_after:
            raise self._disk.fails("planted")
        with self._disk.busy:
            super().xWrite(data, offset)
            self._disk.files[self._path].since.append((offset, bytes(data)))

    def xSync(self, flags: int) -> None:
        if not self._disk.quick.is_set():
            self._disk.waited_for.set()
            self._disk.quick.wait(_LONGEST_S)
        with self._disk.busy:
            super().xSync(flags)
            contents = self._disk.files[self._path]
            contents.durable, contents.since = self._path.read_bytes(), []

    def xTruncate(self, newsize: int) -> None:
        with self._disk.busy:
            super().xTruncate(newsize)


class FaultyDisk(apsw.VFS):
    """A VFS over the usual one."""

    def __init__(self) -> None:
        self.vfs_name = f"faulty-{uuid4().hex}"
        self.files: dict[Path, _Contents] = {}
        self.writes = 0
        self.fails: Callable[[str], Exception] | None = None
        self.fails_after = 0
        self.busy = Lock()
        self.quick, self.waited_for = Event(), Event()
        self.quick.set()
        super().__init__(self.vfs_name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.files.pop(Path(filename), None)

    def slow(self) -> None:
        """Sync nothing until `quick` is set; then `waited_for` says that somebody waits for it."""
        self.waited_for.clear()
        self.quick.clear()

    def after_power_cut(self, folder: Path, chance: Random) -> None:
        """Write down what is on the disk when the power comes back: of what was not synced, any sectors or none."""
        with self.busy:
            for path, contents in self.files.items():
                data = bytearray(contents.durable)
                for offset, written in contents.since:
                    whole = chance.random()
                    for begin in range(offset - offset % SECTOR, offset + len(written), SECTOR):
                        # Most cuts come before or after a write, some in the middle of it.
                        if chance.random() < 0.5 if whole < 0.5 else whole < 0.75:
                            first, end = max(begin, offset), min(begin + SECTOR, offset + len(written))
                            data.extend(bytes(max(0, end - len(data))))
                            data[first:end] = written[first - offset : end - offset]
                (folder / path.name).write_bytes(data)

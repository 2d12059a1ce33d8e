"""A disk whose power can fail and that can be full: what was not synced is lost, or is there in part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from uuid import uuid4

import apsw


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
        super().xWrite(data, offset)
        self._disk.files[self._path].since.append((offset, bytes(data)))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        contents = self._disk.files[self._path]
        contents.durable, contents.since = self._path.read_bytes(), []


class FaultyDisk(apsw.VFS):
    """A VFS over the usual one."""

    def __init__(self) -> None:
        self.vfs_name = f"faulty-{uuid4().hex}"
        self.files: dict[Path, _Contents] = {}
        self.writes = 0
        self.fails: Callable[[str], Exception] | None = None
        self.fails_after = 0
        super().__init__(self.vfs_name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.files.pop(Path(filename), None)

    def after_power_cut(self, folder: Path, chance: Random) -> None:
        """Write down what is on the disk when the power comes back: of what was not synced, anything or nothing."""
        for path, contents in self.files.items():
            data = bytearray(contents.durable)
            for offset, written in contents.since:
                if chance.random() < 0.5:
                    data.extend(bytes(max(0, offset + len(written) - len(data))))
                    data[offset : offset + len(written)] = written
            (folder / path.name).write_bytes(data)

"""`nokosu serve` on a disk that is full while a file of that name lies beside the database. Never used by the server.

python -m tests.server.outage.full_disk serve --port … --data …
"""

from __future__ import annotations

from pathlib import Path

import apsw

from nokosu.server.store import store
from nokosu.server.store.database import Database
from nokosu.server.store.sqlite import open_sqlite
from tests.server.outage.moves_alone import serve_moves_alone

FULL = "full"
_VFS = "full-disk"


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._full = Path(name.filename() if isinstance(name, apsw.URIFilename) else str(name)).with_name(FULL)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._full.exists():
            raise apsw.FullError("planted")
        super().xWrite(data, offset)


class _Disk(apsw.VFS):
    def __init__(self) -> None:
        super().__init__(_VFS, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return _File(name, flags)


async def open_here(path: str, *, alone: bool) -> Database:
    return await open_sqlite(path, _VFS, alone=alone)


if __name__ == "__main__":
    disk = _Disk()
    vars(store)["open_sqlite"] = open_here
    serve_moves_alone()

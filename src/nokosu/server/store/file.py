"""The database file: for its owner's eyes, for one server at a time, and still where it was."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import apsw

from nokosu.server.store.database import StoreFailed

_OWNER_ONLY: Final = 0o600
_BESIDE: Final = ("", "-wal", "-shm", "-lock")


def make_private(path: Path) -> None:
    """Make the folder and the file if they are missing, readable by their owner only; close an open file.

    SQLite gives the files that it makes beside the database the same mode. A folder that exists belongs to the
    operator and stays as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY))
    for ending in _BESIDE:
        beside = path.with_name(path.name + ending)
        if beside.exists() and beside.stat().st_mode & 0o077:
            beside.chmod(_OWNER_ONLY)


class Lock:
    """Keeps a second server away from a database. It is a file of SQLite's own, so it works wherever SQLite does."""

    def __init__(self, path: Path) -> None:
        place = path.with_name(path.name + "-lock")
        make_private(place)
        self._held = apsw.Connection(str(place))
        try:
            self._held.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._held.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError:
            self._held.close()
            raise StoreFailed(f"another server uses {path}: stop it first, or choose another folder") from None

    def release(self) -> None:
        """Let others in; so does the end of the process."""
        self._held.close()


def place_of(path: Path) -> tuple[int, int] | None:
    """Return which file a path leads to; None if to none. Another one than before: what is written would be lost."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

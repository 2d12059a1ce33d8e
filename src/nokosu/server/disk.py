"""A reserve on the disk, so that a server whose disk is full can still start, say so, and delete.

A file without meaning lies beside the database. If there is hardly any space left at the start, it is given up: matches
can be played on and people deleted with what it held. Until there is space again, nothing new is begun.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

_MB: Final = 1 << 20


def free_bytes(folder: Path) -> int:
    """Return what the disk of this folder has left."""
    return shutil.disk_usage(folder).free


class Reserve:
    """The reserve of one database file; one of size 0 is none, and its disk is never full."""

    def __init__(self, database: Path, megabytes: int) -> None:
        self._file = database.with_name(database.name + "-reserve")
        self._size = megabytes * _MB

    @property
    def held(self) -> bool:
        return self._file.exists()

    def prepare(self) -> bool:
        """Give the reserve up where there is no space, before the database is opened; return whether it was."""
        if self.held and free_bytes(self._file.parent) < self._size // 4:
            self._file.unlink()
            return True
        return False

    def full(self, reusable: int) -> bool:
        """Return whether nothing new should be stored; `reusable` bytes are free within the database.

        The reserve is made, or made again, where there is space for it.
        """
        if not self._size:
            return False
        free = free_bytes(self._file.parent)
        if not self.held and free >= 2 * self._size:
            self._make()
            free -= self._size
        return free + reusable < (self._size if self.held else 2 * self._size)

    def _make(self) -> None:
        place = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _allocate(place, self._size)
        except OSError:
            with contextlib.suppress(OSError):
                self._file.unlink()
        finally:
            os.close(place)


def _allocate(place: int, size: int) -> None:
    """Take the space. Linux has a call for that; elsewhere something has to be written there."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(place, 0, size)
        return
    for _ in range(size // _MB):
        os.write(place, bytes(_MB))

"""Matches on this machine: one file each, a line for every entry of the table's log, on disk before it is shown.

    {"format": "nokosu-table/1", "table": "k3…", "name": "Ann", "bots": {"club-2": "club:take_zero=10"}, "house": false}
    [seq, at, body, client]
    …

A line that a crash left unfinished is dropped. A file belongs to the process that plays it: the lock is the system's,
so it is free again when that process is gone, however it ended.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Final

from nokosu.tui.folder import folder, private
from nokosu.wire.entries import LogRow

FORMAT: Final = "nokosu-table/1"
ENDING: Final = ".table"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


class Busy(Exception):
    """Another process plays this match."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a log does not say: the player's name, the bots behind the names in it, and the house rules it needs."""

    table: str
    name: str = ""
    bots: dict[str, str] = field(default_factory=dict)
    house: bool = False
    """Whether it is played by house rules, which are kept beside the log."""


class MatchFile:
    """The open log of one table."""

    def __init__(self, path: Path, header: Header, rows: list[LogRow], file: IO[bytes]) -> None:
        self.path, self.header, self.rows = path, header, rows
        self._file = file

    @classmethod
    def create(cls, header: Header, rows: Sequence[LogRow]) -> MatchFile:
        """Write a new file with the first entries."""
        path = folder("matches") / (header.table + ENDING)
        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "xb", opener=private)  # noqa: SIM115  Path.open takes no opener; closed by close()
        _lock(file)
        made = cls(path, header, [], file)
        made._write([{"format": FORMAT} | asdict(header)])
        made.append(rows)
        _sync_folder(path.parent)
        return made

    @classmethod
    def open(cls, path: Path) -> MatchFile:
        """Take up a match. Raises Busy, OSError, or ValueError for a file that is none."""
        file = path.open("r+b")
        try:
            _lock(file)
            header, rows, length = _read(file.read())
        except BaseException:
            file.close()
            raise
        file.truncate(length)
        file.seek(length)
        return cls(path, header, rows, file)

    def append(self, rows: Sequence[LogRow]) -> None:
        """Put entries on the disk; when this returns, `kill -9` does not lose them."""
        if rows:
            self._write([list(row) for row in rows])
            self.rows.extend(rows)

    def _write(self, lines: Sequence[object]) -> None:
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        self._file.write(text.encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let another process have it."""
        self._file.close()

    def delete(self) -> None:
        """Forget the match."""
        self.close()
        self.path.unlink(missing_ok=True)


def new_table() -> str:
    """Return a name for a table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def saved() -> list[Path]:
    """Return the matches of this machine, the newest first."""
    with suppress(OSError):
        files = [(path.stat().st_mtime_ns, path) for path in folder("matches").glob(f"*{ENDING}")]
        return [path for _, path in sorted(files, reverse=True)]
    return []


def peek(path: Path) -> tuple[Header, list[LogRow]] | None:
    """Return what a file says without taking it; None where it cannot be read."""
    with suppress(OSError, ValueError):
        header, rows, _ = _read(path.read_bytes())
        return header, rows
    return None


def _read(data: bytes) -> tuple[Header, list[LogRow], int]:
    """Return the header, the entries, and the length up to the last whole line."""
    length = data.rfind(b"\n") + 1
    first, *lines = data[:length].decode().splitlines() or [""]
    fields = json.loads(first)
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise ValueError("not a table's log")
    known = {name: value for name, value in fields.items() if name in Header.__dataclass_fields__}
    rows = [LogRow(*json.loads(line)) for line in lines]
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)) or not rows:
        raise ValueError("entries are missing")
    return Header(**known), rows, length


def _lock(file: IO[bytes]) -> None:
    try:
        import fcntl  # noqa: PLC0415  not on Windows, where nothing is locked
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Busy from None


def _sync_folder(path: Path) -> None:
    """Put a new file's name on the disk too."""
    with suppress(OSError, AttributeError):
        number = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

"""The results file: a line a finished unit, only ever appended to, so that an interrupted run goes on from there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from nokosu.arena.result import UnitResult
from nokosu.arena.unit import Unit

FORMAT: Final = "nokosu-arena-results/1"
FIRST_BYTES: Final = f'{{"format":"{FORMAT}",'.encode()
"""How every results file begins."""


class Results:
    """Finished units on disk.

    What other code played is another result: a line counts only for the same code and the same rules.
    """

    def __init__(self, path: Path, code: str, digest: str) -> None:
        self._path = path
        self._mark = {"format": FORMAT, "code": code, "digest": digest}

    def load(self, units: Iterable[Unit], *, with_records: bool) -> dict[str, UnitResult]:
        """Those of these units that are finished, by their keys. A line cut off by a crash is passed over."""
        wanted = {unit.key for unit in units}
        found: dict[str, UnitResult] = {}
        if not self._path.exists():
            return found
        with self._path.open("rb") as file:
            for line in file:
                result = self._read(line)
                if result is None or result.unit.key not in wanted:
                    continue
                if result.records is not None or not with_records:
                    found[result.unit.key] = result
        return found

    def _read(self, line: bytes) -> UnitResult | None:
        try:
            data = json.loads(line)
            if any(data.get(key) != value for key, value in self._mark.items()):
                return None
            return UnitResult.from_json(data)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def append(self, result: UnitResult) -> None:
        """Write a line and see it on the disk before the unit counts as finished."""
        line = json.dumps({**self._mark, **result.to_json()}, separators=(",", ":")).encode() + b"\n"
        with self._path.open("ab+") as file:
            if file.tell() and _last_byte(file.fileno(), file.tell()) != b"\n":
                # The end of a line that a crash cut off: leave it alone on its own line.
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def _last_byte(descriptor: int, size: int) -> bytes:
    return os.pread(descriptor, 1, size - 1)

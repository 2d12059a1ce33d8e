"""The results file: one line per finished unit, append-only, so that an interrupted run can resume."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from nokosu.arena.processes import ArenaError
from nokosu.arena.result import UnitResult
from nokosu.arena.unit import Unit
from nokosu.locale import t

FORMAT: Final = "nokosu-arena-results/1"
FIRST_BYTES: Final = f'{{"format":"{FORMAT}",'.encode()
"""The first bytes of every results file."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The part of a plan that a results file already has."""

    units: Mapping[str, UnitResult]
    """By their keys."""
    without_records: int
    """Units that are finished, but without the records that are wanted now."""
    outdated: int
    """Units that only other code, rules or programs have played."""


class Results:
    """Finished units on disk.

    A line counts only for the same code, rules and bots.
    """

    def __init__(self, path: Path, code: str, digest: str) -> None:
        self._path = path
        self._mark = {"format": FORMAT, "code": code, "digest": digest}

    def load(self, units: Iterable[Unit], *, with_records: bool) -> Finished:
        """Return the finished units among these. A line cut off by a crash is skipped."""
        wanted = {unit.key: unit.work for unit in units}
        found: dict[str, UnitResult] = {}
        bare: set[str] = set()
        known: set[str] = set()
        for same, result in self._lines():
            key = result.unit.key
            known.add(result.unit.work)
            if not same or key not in wanted:
                continue
            if result.records is not None or not with_records:
                found[key] = result
            else:
                bare.add(key)
        missing = wanted.keys() - found.keys() - bare
        return Finished(found, len(bare - found.keys()), sum(wanted[key] in known for key in missing))

    def _lines(self) -> Iterator[tuple[bool, UnitResult]]:
        """Yield every complete line, and whether its code and rules are the same."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            for line in file:
                with suppress(ValueError, KeyError, TypeError, AttributeError):
                    data = json.loads(line)
                    if data["format"] == FORMAT:
                        same = all(data.get(key) == value for key, value in self._mark.items())
                        yield same, UnitResult.from_json(data)

    def append(self, result: UnitResult) -> None:
        """Write a line and sync it to disk before the unit counts as finished."""
        line = json.dumps({**self._mark, **result.to_json()}, separators=(",", ":")).encode() + b"\n"
        try:
            self._add(line)
        except OSError as error:
            said = error.strerror or str(error)
            raise ArenaError(t("output.cannot-write", file=str(self._path), error=said)) from None

    def _add(self, line: bytes) -> None:
        with self._path.open("ab+") as file:
            if file.tell() and _last_byte(file) != b"\n":
                # A crash cut off the last line: end it, so that the next one starts on a new line.
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def _last_byte(file: IO[bytes]) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)

"""Files of records as data: one record after the other, read as far as it is used, and flat rows for a DataFrame.

Nothing here verifies a record; `nokosu verify` does. A round is checked for its form when it is first used.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Final, cast, overload

from nokosu.core.errors import NokosuError, reason
from nokosu.record.codec import LONGEST_LINE
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import Record, RecordedRound, RulesetRef, SeatInfo, Status
from nokosu.record.node import Node
from nokosu.record.reader import MOST, from_json, read_round, read_ruleset, read_seat
from nokosu.record.strict_json import DEEPEST

PACKED: Final[dict[bytes, Callable[..., Any]]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
"""The first bytes of compressed files."""


class DamagedFile(NokosuError):
    """A compressed file that was cut off or changed."""

    def __init__(self, file: str) -> None:
        super().__init__(f"{file} is damaged and cannot be unpacked")


@contextmanager
def unpacking(file: str) -> Iterator[None]:
    """Raise DamagedFile for what gzip, bzip2 and xz raise while a file is read."""
    try:
        yield
    except (EOFError, lzma.LZMAError, zlib.error):
        raise DamagedFile(file) from None
    except OSError as error:
        if error.errno is not None:  # the system's own, such as a missing file
            raise
        raise DamagedFile(file) from None


class Rounds(Sequence[RecordedRound]):
    """The rounds of a record, each read when it is first used."""

    def __init__(self, node: Node, players: int) -> None:
        self._nodes = node.each(lambda each: each)
        self._players = players
        self._read: dict[int, RecordedRound] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    @overload
    def __getitem__(self, index: int) -> RecordedRound: ...
    @overload
    def __getitem__(self, index: slice) -> list[RecordedRound]: ...
    def __getitem__(self, index: int | slice) -> RecordedRound | list[RecordedRound]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        if index not in self._read:
            self._read[index] = read_round(self._nodes[index], self._players)
        return self._read[index]


class MatchRecord:
    """One record of a file. Its attributes are those of `Record`, read when they are first used.

    `number` is its line in the file, from 1; `json` is the record as it is in the file. `nokosu.MatchRecord` adds the
    match itself.
    """

    __slots__ = ("_rounds", "json", "number")

    def __init__(self, json: dict[str, Any], number: int = 1) -> None:
        self.json = json
        self.number = number
        self._rounds: Rounds | None = None

    @property
    def ruleset(self) -> RulesetRef:
        return read_ruleset(Node(self.json)["ruleset"])

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return Node(self.json)["seats"].each(read_seat)

    @property
    def seed(self) -> bytes | None:
        seed = Node(self.json)["seed"].nullable(Node.hex32)
        return None if seed is None else bytes.fromhex(seed)

    @property
    def status(self) -> Status:
        return Status(Node(self.json)["status"].one_of([status.value for status in Status]))

    @property
    def rounds(self) -> Rounds:
        """Its rounds: `record.rounds[2].tricks[5].plays`."""
        if self._rounds is None:
            self._rounds = Rounds(Node(self.json)["rounds"], self.ruleset.players)
        return self._rounds

    @property
    def totals(self) -> tuple[int, ...] | None:
        """Points of all rounds, one entry per seat; None unless the match is finished."""
        return Node(self.json).optional("totals", _numbers)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winning seats; None unless the match is finished."""
        return Node(self.json).optional("winners", _numbers)

    def whole(self) -> Record:
        """Return the whole record, for `replay`, `match_at` and `verify`."""
        return from_json(self.json)

    def __repr__(self) -> str:
        rules = self.ruleset
        return f"<MatchRecord {self.number}: {rules.edition}, {rules.players} players, {len(self.rounds)} rounds>"


def _numbers(node: Node) -> tuple[int, ...]:
    return node.each(lambda each: each.integer(0, MOST))


def records(file: str | PathLike[str]) -> Iterator[MatchRecord]:
    """Read a file of records one by one, plain or compressed with gzip, bzip2 or xz; memory holds one at a time.

    RecordError names the line that is not a record. DamagedFile: a compressed file was cut off or changed.
    """
    with unpacking(str(file)), _opened(Path(file)) as stream:
        yield from records_in(stream)


def records_in(stream: BinaryIO) -> Iterator[MatchRecord]:
    """Read the records of an open file that is not compressed."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        yield MatchRecord(_json(line, number), number)


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as stream:
        start = stream.read(6)
    unpack = next((found for begins, found in PACKED.items() if start.startswith(begins)), None)
    return path.open("rb") if unpack is None else cast("BinaryIO", unpack(path, "rb"))


def _json(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise RecordError(Fault((), reason("record.long-line", bytes=LONGEST_LINE)), number)
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(Fault((), reason("record.not-json", column=error.pos + 1)), number) from None
    except UnicodeDecodeError as error:
        raise RecordError(Fault((), reason("record.not-utf8", byte=error.start + 1)), number) from None
    except RecursionError:
        raise RecordError(Fault((), reason("record.too-deep", deepest=DEEPEST)), number) from None
    if not isinstance(found, dict):
        raise RecordError(Fault((), reason("record.expected-object", found=type(found).__name__)), number)
    return found

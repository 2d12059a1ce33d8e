"""Matches in files: save one, load it again, read many."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from nokosu.api.match import Match
from nokosu.core import match as core
from nokosu.core.actions import Action
from nokosu.core.errors import NokosuError
from nokosu.record import data as plain
from nokosu.record.codec import encode
from nokosu.record.model import SeatInfo
from nokosu.record.replay import match_at, replay
from nokosu.record.writer import record_of


class MatchRecord(plain.MatchRecord):
    """One record of a file. Its attributes are those of `Record`, read when they are first used.

    `number` is its line in the file, from 1; `json` is the record as it is in the file.

    >>> import nokosu
    >>> record = next(nokosu.records("examples/matches.jsonl"))
    >>> record
    <MatchRecord 1: second, 3 players, 4 rounds>
    >>> record.rounds[2].tricks[5].plays
    (B1, B6, dB6)
    >>> record.match()
    <Match second, 3 players: over>
    """

    __slots__ = ()

    def match(self) -> Match:
        """Return the match at the end of the record. RecordError if an action in it is not legal."""
        return Match.of(match_at(self.whole()))

    def replay(self) -> Iterator[tuple[Match, Action]]:
        """Yield every decision: the match before it, and the action.

        >>> import nokosu
        >>> record = next(nokosu.records("examples/matches.jsonl"))
        >>> match, action = next(record.replay())
        >>> print(match.to_act, action)
        0 take dG5
        """
        for match, action in replay(self.whole()):
            yield Match.of(match), action


def records(file: str | PathLike[str]) -> Iterator[MatchRecord]:
    """Read a file of records one by one, plain or compressed with gzip, bzip2 or xz; memory holds one at a time.

    RecordError names the line that is not a record.

    >>> import nokosu
    >>> [record.winners for record in nokosu.records("examples/matches.jsonl")]
    [(1,), (2,), (2,)]
    """
    for record in plain.records(file):
        yield MatchRecord(record.json, record.number)


def load(file: str | PathLike[str], number: int | None = None) -> Match:
    """Return the match in a file, plain or compressed; `number` chooses one of several, from 1.

    >>> import nokosu
    >>> nokosu.load("examples/matches.jsonl", 2).winners
    (2,)
    >>> nokosu.load("examples/matches.jsonl")
    Traceback (most recent call last):
    nokosu.core.errors.NokosuError: examples/matches.jsonl has several matches; choose one with number=1, 2, …
    """
    found = records(file)
    if number is None:
        first, second = next(found, None), next(found, None)
        if first is not None and second is not None:
            raise NokosuError(f"{file} has several matches; choose one with number=1, 2, …")
        chosen = first
    else:
        chosen = next((record for record in found if record.number == number), None)
    if chosen is None:
        raise NokosuError(f"{file} has no match" + ("" if number is None else f" number {number}"))
    return chosen.match()


def save(
    match: core.Match,
    file: str | PathLike[str],
    *,
    names: Sequence[str] | None,
    bots: Sequence[str | None] | None,
    append: bool,
) -> None:
    """Write the record of a match; with gzip where the file's name ends in `.gz`."""
    line = encode(record_of(match, _seats(match.ruleset.players, names, bots))) + "\n"
    path = Path(file)
    data = gzip.compress(line.encode(), mtime=0) if path.suffix == ".gz" else line.encode()
    with path.open("ab" if append else "wb") as stream:  # gzip files may be put one after the other
        stream.write(data)


def _seats(players: int, names: Sequence[str] | None, bots: Sequence[str | None] | None) -> list[SeatInfo]:
    for what, given in (("names", names), ("bots", bots)):
        if given is not None and (isinstance(given, str) or len(given) != players):
            raise NokosuError(f"{what}: expected one for each of the {players} seats, got {given!r:.60}")
    played = bots or [None] * players
    called = names or [bot or f"Seat {seat}" for seat, bot in enumerate(played)]
    return [SeatInfo(name, bot) for name, bot in zip(called, played, strict=True)]

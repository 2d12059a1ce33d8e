"""The puzzles that ship: one file, read once; and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from nokosu.puzzles.puzzle import BadPuzzle, Puzzle, parse_puzzle

FILE: Final = Path(__file__).with_name("shipped.txt")
HEADER: Final = "nokosu-puzzles/1"
DAILY: Final = range(1100, 1801)
"""Ratings of a puzzle of the day: not trivial, and not only for experts."""


def read(lines: Sequence[str]) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file. Raises BadPuzzle for another file, and for a puzzle that is there twice."""
    if lines[:1] != [HEADER]:
        raise BadPuzzle(f"expected {HEADER}, found {''.join(lines[:1])[:40] or 'nothing'}")
    found = tuple(parse_puzzle(line) for line in lines[1:] if not line.startswith("#"))
    if len({puzzle.id for puzzle in found}) < len(found):
        raise BadPuzzle("a position is there twice")
    return found


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the package, by id."""
    return tuple(sorted(read(FILE.read_text("utf-8").splitlines()), key=lambda puzzle: puzzle.id))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped()}


def find(puzzle: str) -> Puzzle | None:
    """Return a shipped puzzle."""
    return _by_id().get(puzzle)


@cache
def daily() -> tuple[Puzzle, ...]:
    """Return the puzzles that can be the puzzle of the day, in their order."""
    return tuple(puzzle for puzzle in shipped() if puzzle.rating in DAILY)


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day, counted from 1 January 1970 in UTC: the same for everybody."""
    return daily()[day % len(daily())]

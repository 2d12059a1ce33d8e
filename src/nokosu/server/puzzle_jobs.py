"""What is computed about puzzles, beside the server (job_worker.py): names in, JSON out."""

from __future__ import annotations

from nokosu.puzzles import shown as puzzles
from nokosu.wire.struct import encode


def shown(puzzle: str, tries: int, solved: int) -> bytes:
    """Return a puzzle, with what people have answered so far."""
    return encode(puzzles.shown(puzzles.found(puzzle), tries, solved))


def line(puzzle: str, action: str) -> bytes:
    """Return how the round can end after an answer."""
    return encode(puzzles.line(puzzles.found(puzzle), action))

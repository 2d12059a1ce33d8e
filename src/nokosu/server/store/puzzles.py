"""What people make of the puzzles: how many answered each, how many were right, how many reported it."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """The counts of one puzzle; nothing about the people who answered."""

    puzzle: str
    tries: int
    solved: int
    reports: int
    reported: int
    """When it was last reported; 0: never."""


class PuzzleStore(Part):
    """Counts answers and reports."""

    async def find(self, puzzle: str) -> PuzzleRow:
        """Return the counts of a puzzle; zeros where nobody has answered yet."""
        sql = f"SELECT {columns(PuzzleRow)} FROM puzzles WHERE puzzle = ?"
        rows = await self._database.read(sql, (puzzle,))
        return PuzzleRow(*rows[0]) if rows else PuzzleRow(puzzle, 0, 0, 0, 0)

    async def answered(self, puzzle: str, *, right: bool) -> None:
        """Count an answer."""
        sql = (
            "INSERT INTO puzzles (puzzle, tries, solved, reports, reported) VALUES (?, 1, ?, 0, 0)"
            " ON CONFLICT (puzzle) DO UPDATE SET tries = puzzles.tries + 1, solved = puzzles.solved + excluded.solved"
        )
        await self._database.write([Statement(sql, (puzzle, int(right)))])

    async def report(self, puzzle: str, at: int) -> None:
        """Count a report."""
        sql = (
            "INSERT INTO puzzles (puzzle, tries, solved, reports, reported) VALUES (?, 0, 0, 1, ?)"
            " ON CONFLICT (puzzle) DO UPDATE SET reports = puzzles.reports + 1, reported = excluded.reported"
        )
        await self._database.write([Statement(sql, (puzzle, at))])

    async def reported(self) -> list[PuzzleRow]:
        """Return the puzzles that were reported, most often first, for the operator."""
        sql = f"SELECT {columns(PuzzleRow)} FROM puzzles WHERE reports > 0 ORDER BY reports DESC, reported DESC, puzzle"
        return [PuzzleRow(*row) for row in await self._database.read(sql)]

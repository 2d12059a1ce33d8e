"""What somebody has solved on this machine, and which puzzle comes next: first answers, a rating, a streak of days."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Final

from nokosu.puzzles import book
from nokosu.puzzles.puzzle import Puzzle
from nokosu.puzzles.rating import chance
from nokosu.table.days import day_at
from nokosu.tui.folder import folder, write_whole
from nokosu.tui.local_table import now_ms

FILE: Final = "puzzles.json"
START: Final = 1200
NEAR: Final = 8
"""Puzzles among which the next one is drawn."""
_LEARNING: Final = 20
"""Answers after which the rating moves in smaller steps."""


@dataclass(slots=True)
class Progress:
    """The same fields as in a browser."""

    first: dict[str, bool] = field(default_factory=dict)
    """First answers by puzzle: right or not."""
    rating: int = START
    day: int = 0
    """The last day whose puzzle was solved."""
    streak: int = 0

    @classmethod
    def load(cls) -> Progress:
        """Return what is kept."""
        with suppress(OSError, ValueError, TypeError):
            return cls(**json.loads(folder(FILE).read_text("utf-8")))
        return cls()

    def answered(self, puzzle: Puzzle, *, right: bool) -> None:
        """Remember an answer: the first one to a puzzle moves the rating (Elo), today's puzzle the streak."""
        if puzzle.id not in self.first:
            step = 48 if len(self.first) < _LEARNING else 24
            self.rating = round(self.rating + step * (right - chance(self.rating, puzzle.rating)))
            self.first[puzzle.id] = right
        day = today()
        if right and puzzle.id == book.of_day(day).id and self.day != day:
            self.streak = self.streak + 1 if self.day == day - 1 else 1
            self.day = day
        with suppress(OSError):
            write_whole(folder(FILE), json.dumps(asdict(self)) + "\n")


def today() -> int:
    """Return the day, counted from 1970 in UTC."""
    return day_at(now_ms())


def next_puzzle(progress: Progress, current: Puzzle | None) -> Puzzle:
    """Return today's puzzle first; then one that is not tried yet and about as hard as the player is good."""
    daily = book.of_day(today())
    if daily.id not in progress.first and (current is None or current.id != daily.id):
        return daily
    others = [each for each in book.shipped() if current is None or each.id != current.id]
    fresh = [each for each in others if each.id not in progress.first] or others
    near = sorted(fresh, key=lambda each: abs(each.rating - progress.rating))[:NEAR]
    return secrets.choice(near)

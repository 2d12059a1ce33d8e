"""The moves of a round that can be taken back, and what the bots answered, so that they repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nokosu.core.match import Match
from nokosu.wire.entries import By


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """A move, and what was before it."""

    seq: int
    seat: int
    action: str
    by: By
    before: Match
    banks: tuple[int, ...]


@dataclass(slots=True)
class UndoHistory:
    """The moves of one round in order. A new deal begins a new history: hands that were seen stay seen."""

    points: list[UndoPoint] = field(default_factory=list)
    answers: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What a bot did, by the actions of the round before it: kept when moves are undone, so that bots repeat theirs."""

    @property
    def newest_by_person(self) -> int | None:
        """Return the number of the newest action that a person made."""
        return next((point.seq for point in reversed(self.points) if point.by == "person"), None)

    def back_to(self, action_seq: int) -> UndoPoint:
        """Forget this action and all after it, but not how the bots answered."""
        at = next(index for index, point in enumerate(self.points) if point.seq == action_seq)
        actions = tuple(point.action for point in self.points)
        for index in range(at, len(self.points)):
            if self.points[index].by == "bot":
                self.answers[actions[:index]] = actions[index]
        found = self.points[at]
        del self.points[at:]
        return found

    def answer(self, ahead: Sequence[str] = ()) -> str | None:
        """Return what a bot did here, or after these further actions, before it was undone."""
        return self.answers.get((*(point.action for point in self.points), *ahead)) if self.answers else None

"""One person against bots: the moves of the round so far, so that they can be undone and the bots repeat theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nokosu.core.match import Match
from nokosu.table.entries import By


@dataclass(frozen=True, slots=True)
class Step:
    """A move, and what was before it."""

    seq: int
    seat: int
    action: str
    by: By
    before: Match
    banks: tuple[int, ...]


@dataclass(slots=True)
class Trail:
    """The moves of one round in order. Empty where more than one person plays."""

    steps: list[Step] = field(default_factory=list)
    answers: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What a bot did, by the actions of the round before it: kept when moves are undone, so that bots repeat theirs."""

    def copied(self) -> Trail:
        return Trail(list(self.steps), dict(self.answers))

    @property
    def undoable(self) -> int | None:
        """The person's newest action."""
        return next((step.seq for step in reversed(self.steps) if step.by == "person"), None)

    def back_to(self, action_seq: int) -> Step:
        """Forget this action and all after it, but not how the bots answered."""
        at = next(index for index, step in enumerate(self.steps) if step.seq == action_seq)
        actions = tuple(step.action for step in self.steps)
        for index in range(at, len(self.steps)):
            if self.steps[index].by == "bot":
                self.answers[actions[:index]] = actions[index]
        found = self.steps[at]
        del self.steps[at:]
        return found

    def answer(self, ahead: Sequence[str] = ()) -> str | None:
        """What a bot did in this position, or in the one that these actions lead to, before it was undone."""
        return self.answers.get((*(step.action for step in self.steps), *ahead)) if self.answers else None

"""Drawing one piece after another with exact probabilities. Equal draws are one object, so each is worked out once."""

from __future__ import annotations

from functools import lru_cache

from nokosu.kernel import _kernel


class Draw:
    """What chance can draw next: `left` says how many of each kind, and each kind has a number of equal faces.

    A card's kinds are the places that it can go to, with one face each; a die's are the colours, with six.
    """

    __slots__ = ("_after", "faces", "left", "outcomes")

    def __init__(self, left: tuple[int, ...], faces: int) -> None:
        self.left, self.faces = left, faces
        share = faces * sum(left)
        numbers = (kind * faces + face for kind, number in enumerate(left) if number for face in range(faces))
        self.outcomes = tuple((outcome, left[outcome // faces] / share) for outcome in numbers)
        """The outcomes, ascending, with their probabilities."""
        self._after: dict[int, Draw] = {}

    def after(self, outcome: int) -> Draw:
        """Return the next draw, without the piece that this outcome took; refuse what is not an outcome."""
        known = self._after.get(outcome)
        if known is None:
            known = self._after[outcome] = self._without(outcome)
        return known

    def _without(self, outcome: int) -> Draw:
        if not any(outcome == possible for possible, _ in self.outcomes):
            raise _kernel.Refused(f"{outcome} is not an outcome of this chance node")
        taken = outcome // self.faces
        return draw(tuple(number - (kind == taken) for kind, number in enumerate(self.left)), self.faces)


@lru_cache(maxsize=1 << 14)
def draw(left: tuple[int, ...], faces: int = 1) -> Draw:
    """Return the draw from these."""
    return Draw(left, faces)

"""The dice that may become trump, counted: each is taken to be equally likely to stay (D7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nokosu.bots.club.estimate import Odds
from nokosu.bots.club.faces import NUMBERS, face
from nokosu.bots.club.weights import Table
from nokosu.core.pieces import Colour, Piece


@dataclass(frozen=True, slots=True)
class Middle:
    """How many of the dice have a face, a colour, a number."""

    size: int
    by_face: dict[int, int]
    by_colour: list[int]
    by_number: list[int]
    knows_number_trumps: bool = True
    known: dict[int, Odds] = field(default_factory=dict)
    """Odds worked out before."""

    @classmethod
    def of(cls, dice: Sequence[Piece], *, knows_number_trumps: bool = True) -> Middle:
        by_face: dict[int, int] = {}
        by_colour, by_number = [0] * len(Colour), [0] * NUMBERS
        for die in dice:
            this = face(die)
            by_face[this] = by_face.get(this, 0) + 1
            by_colour[die.colour] += 1
            by_number[die.number] += 1
        return cls(len(dice), by_face, by_colour, by_number, knows_number_trumps)

    def _ways(self, this: int) -> tuple[int, int, int, int]:
        """T1, W3: in how many cases the piece is a twin, a trump by number, a trump by colour, plain."""
        twin = self.by_face.get(this, 0)
        by_number = self.by_number[this % NUMBERS] - twin if self.knows_number_trumps else 0
        by_colour = self.by_colour[this // NUMBERS] - twin
        return twin, by_number, by_colour, self.size - twin - by_number - by_colour

    def odds(self, this: int, table: Table) -> Odds:
        """Odds of a piece before the trump is known."""
        if this in self.known:
            return self.known[this]
        twin, by_number, by_colour, plain = self._ways(this)
        number = this % NUMBERS
        win = (
            twin * table.twin_win
            + by_number * table.number_win
            + by_colour * table.colour_win[number]
            + plain * table.plain_win[number]
        )
        lose = (
            twin * table.twin_lose
            + by_number * table.number_lose
            + by_colour * table.colour_lose[number]
            + plain * table.plain_lose[number]
        )
        self.known[this] = found = (win / self.size, lose / self.size)
        return found

    def danger(self, this: int, cover: float, table: Table) -> float:
        """Danger of a piece to zero before the trump is known; cover is what lower ones leave of a plain one's."""
        twin, by_number, by_colour, plain = self._ways(this)
        number = this % NUMBERS
        danger = (
            twin * table.twin_danger
            + by_number * table.number_danger
            + by_colour * table.colour_danger[number]
            + plain * (table.plain_danger[number] * cover)
        )
        return danger / self.size

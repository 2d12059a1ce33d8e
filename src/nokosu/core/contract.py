"""What a seat has undertaken: as many tricks as its leftover die shows, or none (S2)."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.core.pieces import Piece


@dataclass(frozen=True, slots=True)
class Contract:
    """S2: the leftover die of a seat, or None for a zero contract."""

    leftover: Piece | None

    @property
    def is_zero(self) -> bool:
        return self.leftover is None

    @property
    def target(self) -> int:
        """Tricks to win, exactly. M5: a zero contract's die counts as 0."""
        return 0 if self.leftover is None else self.leftover.number

    def made_by(self, won: int) -> bool:
        """S2: exactly as many tricks as asked for."""
        return won == self.target


def final_contract(dice: tuple[Piece, ...], *, zero: bool) -> Contract:
    """Return the contract when the tricks are played: the one die left, or zero (Z8)."""
    if zero:
        return Contract(None)
    (leftover,) = dice
    return Contract(leftover)


def open_targets(dice: tuple[Piece, ...], *, zero: bool, won: int, tricks_left: int) -> tuple[int, ...]:
    """Return the trick counts that would still make the contract, ascending; public, since dice are (H2)."""
    targets = {0} if zero else {die.number for die in dice}
    return tuple(sorted(target for target in targets if won <= target <= won + tricks_left))

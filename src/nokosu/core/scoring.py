"""Points of a round and winners of a match (S1 to S4, M4, M5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.core.contract import Contract
from nokosu.core.ruleset import Ruleset, TieRule


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How one seat's points of a round came about.

    >>> import nokosu
    >>> nokosu.score(won=[3, 5, 4], kept=[3, 4, 5], ruleset="first")[0]
    SeatScore(made=True, tricks=3, bonus=20, zero_bonus=0)
    """

    made: bool
    tricks: int
    bonus: int
    zero_bonus: int

    @property
    def total(self) -> int:
        return self.tricks + self.bonus + self.zero_bonus


def score_round(ruleset: Ruleset, won: Sequence[int], contracts: Sequence[Contract]) -> tuple[SeatScore, ...]:
    """S1: points for tricks. S3: a made contract is paid for every seat that missed. S4: a made zero pays more."""
    seats = [(tricks, contract, contract.made_by(tricks)) for tricks, contract in zip(won, contracts, strict=True)]
    failed = sum(not made for _, _, made in seats)
    return tuple(
        SeatScore(
            made=made,
            tricks=ruleset.trick_points * tricks,
            bonus=ruleset.bonus * failed if made else 0,
            zero_bonus=ruleset.zero_bonus if made and contract.is_zero else 0,
        )
        for tricks, contract, made in seats
    )


def winners(tie_rule: TieRule, totals: Sequence[int], last_contracts: Sequence[Contract]) -> tuple[int, ...]:
    """M4: the highest total wins. M5: ties are shared, or first broken by the last round's leftover dice."""
    best = max(totals)
    tied = tuple(seat for seat, total in enumerate(totals) if total == best)
    if tie_rule is TieRule.SHARED:
        return tied
    highest = max(last_contracts[seat].target for seat in tied)
    return tuple(seat for seat in tied if last_contracts[seat].target == highest)

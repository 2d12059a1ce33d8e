"""A match: rounds one after the other, the dealer moving left, the highest total wins (M1 to M7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from nokosu.core.actions import Action
from nokosu.core.deal import Deal, check_deal, deal, first_dealer
from nokosu.core.errors import DealError, RulesetError
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.scoring import winners
from nokosu.core.stream import SEED_BYTES


@dataclass(frozen=True, slots=True)
class SeededDeals:
    """Every deal follows from one seed."""

    seed: bytes

    def first_dealer(self, ruleset: Ruleset) -> int:
        return first_dealer(ruleset, self.seed)

    def deal(self, ruleset: Ruleset, round_index: int, dealer: int) -> Deal:
        return deal(ruleset, self.seed, round_index, dealer)


@dataclass(frozen=True, slots=True)
class GivenDeals:
    """Deals typed in by hand: a physical game, a puzzle, a test."""

    dealer: int
    deals: tuple[Deal, ...]

    def first_dealer(self, _ruleset: Ruleset) -> int:
        return self.dealer

    def deal(self, _ruleset: Ruleset, round_index: int, _dealer: int) -> Deal:
        return self.deals[round_index]


@dataclass(frozen=True, slots=True)
class Match:
    """The whole truth about a match in progress: for the authority alone.

    `finished` are the rounds before the current one; when the match is over, `round` is the last one.
    `scores` has a row of points for every round that is over.
    """

    ruleset: Ruleset
    deals: SeededDeals | GivenDeals
    finished: tuple[Round, ...]
    round: Round
    scores: tuple[tuple[int, ...], ...]

    @classmethod
    def start(cls, ruleset: Ruleset, seed: bytes) -> Self:
        """Return a match whose every deal follows from a seed of 256 bits."""
        _check_ruleset(ruleset)
        _check_seed(seed)
        return cls._start(ruleset, SeededDeals(seed))

    @classmethod
    def from_deals(cls, ruleset: Ruleset, dealer: int, deals: Sequence[Deal]) -> Self:
        """Return a match with a deal given by hand for every round, `dealer` dealing the first."""
        _check_ruleset(ruleset)
        if len(deals) != ruleset.rounds:
            raise DealError(f"{len(deals)} deals given for {ruleset.rounds} rounds")
        if not 0 <= dealer < ruleset.players:
            raise DealError(f"seat {dealer} cannot deal at a table for {ruleset.players}")
        checked = tuple(check_deal(ruleset, given) for given in deals)
        return cls._start(ruleset, GivenDeals(dealer, checked))

    @classmethod
    def _start(cls, ruleset: Ruleset, deals: SeededDeals | GivenDeals) -> Self:
        dealer = deals.first_dealer(ruleset)
        first = Round.start(ruleset, dealer, deals.deal(ruleset, 0, dealer))
        return cls(ruleset, deals, (), first, ())

    @property
    def seed(self) -> bytes | None:
        """The seed, None where the deals were given by hand."""
        return self.deals.seed if isinstance(self.deals, SeededDeals) else None

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds so far, the current one last."""
        return (*self.finished, self.round)

    @property
    def round_index(self) -> int:
        return len(self.finished)

    @property
    def over(self) -> bool:
        return self.round.phase is Phase.OVER

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the match is over."""
        return self.round.to_act

    @property
    def totals(self) -> tuple[int, ...]:
        """M4: points of all rounds that are over."""
        return totals_of(self.scores, self.ruleset.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """M4, M5: the winners; empty while the match goes on."""
        if not self.over:
            return ()
        return winners(self.ruleset.tie_rule, self.totals, self.round.contracts)

    def legal(self) -> tuple[Action, ...]:
        return self.round.legal()

    def apply(self, action: Action) -> Self:
        """Return the match after this action. A finished round is scored and the next one dealt at once."""
        round_ = self.round.apply(action)
        if round_.phase is not Phase.OVER:
            return type(self)(self.ruleset, self.deals, self.finished, round_, self.scores)
        row = tuple(seat.total for seat in round_.score)
        scored = replace(self, round=round_, scores=(*self.scores, row))
        return scored if len(scored.scores) == self.ruleset.rounds else scored._next_round()

    def _next_round(self) -> Self:
        """M1: the deal passes to the left. M3: from all cards and all dice again."""
        dealer = (self.round.dealer + 1) % self.ruleset.players
        dealt = self.deals.deal(self.ruleset, len(self.scores), dealer)
        following = Round.start(self.ruleset, dealer, dealt)
        return replace(self, finished=self.rounds, round=following)


def totals_of(scores: Sequence[Sequence[int]], players: int) -> tuple[int, ...]:
    """M4: the points of these rounds, added up for each seat."""
    return tuple(map(sum, zip(*scores, strict=True))) if scores else (0,) * players


def _check_ruleset(given: object) -> None:
    if not isinstance(given, Ruleset):
        said = f"expected a Ruleset, got {type(given).__name__}"
        raise RulesetError(f"{said}; nokosu.editions.ruleset(name, players) makes one")


def _check_seed(given: object) -> None:
    """Refuse a bad seed, naming only its type and length: a seed is a secret."""
    if not isinstance(given, bytes):
        said = f"expected a seed of {SEED_BYTES} bytes, got {type(given).__name__}"
        raise DealError(f"{said}; nokosu.core.stream.seed_from_number(number) makes one")
    if len(given) != SEED_BYTES:
        raise DealError(f"a seed has {SEED_BYTES} bytes, not {len(given)}")

"""Add up the results of a match-up, for `a` alone and for the field of `b`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from nokosu.arena.result import PlayedRound, UnitResult
from nokosu.arena.statistics import Interval, clustered
from nokosu.arena.times import Times


@dataclass(slots=True)
class Side:
    """The totals of one side, summed over the seats that it held."""

    seats: int = 0
    points: int = 0
    tricks: int = 0
    made: int = 0
    zeros: int = 0
    zeros_made: int = 0
    failures: int = 0
    why: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)

    def add(self, played: PlayedRound, seat: int) -> None:
        made, zero = played.made(seat), played.left[seat] is None
        self.seats += 1
        self.points += played.scores[seat]
        self.tricks += played.won[seat]
        self.made += made
        self.zeros += zero
        self.zeros_made += made and zero
        self.failures += seat in played.failed
        self.why.update(word for failed, word in zip(played.failed, played.why, strict=False) if failed == seat)

    def merge(self, other: Side) -> None:
        """Count the seats of another match-up too."""
        for name in ("seats", "points", "tricks", "made", "zeros", "zeros_made", "failures"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.why += other.why
        self.times.merge(other.times)

    def share(self, number: int) -> float | None:
        """Per seat and round."""
        return number / self.seats if self.seats else None

    @property
    def zeros_made_share(self) -> float | None:
        return self.zeros_made / self.zeros if self.zeros else None


MOST_FAILED: Final = 0.01
"""The share of rounds in which a bot may have been replaced: above it, the margin measures the replacement."""


@dataclass(slots=True)
class Pair:
    """One `a` against a field of `b`: the running result."""

    a: str
    b: str
    margins: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    side_a: Side = field(default_factory=Side)
    side_b: Side = field(default_factory=Side)
    failed_rounds: int = 0

    def add(self, result: UnitResult) -> None:
        for played in result.rounds:
            self.margins[played.deal].append(played.margin)
            self.failed_rounds += bool(played.failed)
            for seat in range(result.unit.players):
                (self.side_a if seat == played.seat else self.side_b).add(played, seat)
        self.side_a.times.merge(result.times_a)
        self.side_b.times.merge(result.times_b)

    @property
    def rounds(self) -> int:
        return self.side_a.seats

    @property
    def margin(self) -> Interval | None:
        """Points per round, `a` over the mean of the field; clustered by deal. None where too many rounds failed."""
        return clustered(self.margins) if self.failed_rounds <= MOST_FAILED * self.rounds else None

    def to_json(self) -> dict[str, object]:
        margin = self.margin
        found: dict[str, object] = {
            "a": self.a,
            "b": self.b,
            "margin": margin and short(margin.mean),
            "low": margin and short(margin.low),
            "high": margin and short(margin.high),
            "rounds": self.rounds,
            "deals": len(self.margins),
        }
        for name, side in (("a", self.side_a), ("b", self.side_b)):
            found[f"ms_{name}"] = short(side.times.mean)
            found[f"ms_p95_{name}"] = short(side.times.percentile(0.95))
            found[f"score_{name}"] = short(side.share(side.points))
            found[f"tricks_{name}"] = short(side.share(side.tricks))
            found[f"made_{name}"] = short(side.share(side.made))
            found[f"zero_{name}"] = short(side.share(side.zeros))
            found[f"zero_made_{name}"] = short(side.zeros_made_share)
            found[f"failures_{name}"] = side.failures
            found[f"why_{name}"] = dict(sorted(side.why.items()))
        return found


class Tally:
    """All match-ups of a plan, in its order."""

    def __init__(self, matchups: Iterable[tuple[str, str]]) -> None:
        self._pairs = {(a, b): Pair(a, b) for a, b in matchups}

    def add(self, result: UnitResult) -> Pair:
        """Count a unit and return its match-up."""
        pair = self._pairs[result.unit.a, result.unit.b]
        pair.add(result)
        return pair

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The match-ups with at least one result."""
        return tuple(pair for pair in self._pairs.values() if pair.rounds)

    @property
    def sides(self) -> dict[str, Side]:
        """The totals of each bot over all its match-ups, alone and in the field."""
        found: dict[str, Side] = {}
        for pair in self.pairs:
            found.setdefault(pair.a, Side()).merge(pair.side_a)
            found.setdefault(pair.b, Side()).merge(pair.side_b)
        return found


def short(value: float | None) -> float | None:
    """Round a number to four decimals."""
    return None if value is None else round(value, 4)

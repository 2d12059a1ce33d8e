"""The result of a unit: one line per round, from which everything else is counted, and the time it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from nokosu.arena.times import Times
from nokosu.arena.unit import Unit
from nokosu.record.model import Record


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round: the deal, the seat of `a`, and by seat the points, the tricks, the leftover number (None: zero)."""

    deal: int
    seat: int
    scores: tuple[int, ...]
    won: tuple[int, ...]
    left: tuple[int | None, ...]
    failed: tuple[int, ...] = ()
    """Seats whose bot failed and was replaced: such a round measures something else."""
    why: tuple[str, ...] = ()
    """For each of them, the word of the record's substitution."""

    @property
    def margin(self) -> float:
        """Own score minus the mean of the others'."""
        own = self.scores[self.seat]
        return own - (sum(self.scores) - own) / (len(self.scores) - 1)

    def made(self, seat: int) -> bool:
        """S2: as many tricks as the leftover die shows, or none with zero."""
        return self.won[seat] == (self.left[seat] or 0)


@dataclass(frozen=True, slots=True)
class UnitResult:
    """A finished unit. `records` has the record lines if they were asked for."""

    unit: Unit
    rounds: tuple[PlayedRound, ...]
    times_a: Times = field(default_factory=Times)
    times_b: Times = field(default_factory=Times)
    records: tuple[str, ...] | None = None

    def to_json(self) -> dict[str, object]:
        """Return the result as a line of a results file."""
        return {
            "unit": asdict(self.unit),
            "rounds": [asdict(played) for played in self.rounds],
            "times": {"a": self.times_a.to_json(), "b": self.times_b.to_json()},
            **({} if self.records is None else {"records": list(self.records)}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> UnitResult:
        records = data.get("records")
        return cls(
            Unit(**data["unit"]),
            tuple(_played(row) for row in data["rounds"]),
            Times.from_json(data["times"]["a"]),
            Times.from_json(data["times"]["b"]),
            None if records is None else tuple(records),
        )


def played(record: Record, deal: int, seat: int) -> PlayedRound:
    """Reduce a match of one round to what the arena stores."""
    (round_,) = record.rounds
    assert round_.scores is not None
    assert round_.won is not None
    assert round_.leftover is not None
    left = tuple(None if die is None else die.number for die in round_.leftover)
    failed = sorted((item.seat, item.why) for item in record.substitutions or ())
    seats, why = tuple(seat for seat, _ in failed), tuple(word for _, word in failed)
    return PlayedRound(deal, seat, round_.scores, round_.won, left, seats, why)


def _played(row: Mapping[str, Any]) -> PlayedRound:
    return PlayedRound(
        deal=row["deal"],
        seat=row["seat"],
        scores=tuple(row["scores"]),
        won=tuple(row["won"]),
        left=tuple(row["left"]),
        failed=tuple(row["failed"]),
        why=tuple(row.get("why", ())),
    )

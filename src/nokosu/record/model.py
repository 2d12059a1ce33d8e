"""A match record as values, field by field what docs/records.md says.

Optional things are None where the record lacks the key. `extra` has the keys of other programs, kept as they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from nokosu.core.deal import Deal
from nokosu.core.pieces import Colour, Piece

FORMAT: Final = "nokosu-record/1"

HOUSE: Final = "house"
"""The key of house rules' numbers in `ruleset`, so that a record can be read without their file."""

Pieces = tuple[Piece, ...]
Extra = Mapping[str, object]


class Status(Enum):
    """The status of a match."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    UNDERWAY = "underway"


@dataclass(frozen=True, slots=True)
class RulesetRef:
    """Which rules were played: an edition and the table's choices. The digest names the exact revision."""

    edition: str
    players: int
    rounds_override: int | None
    removed_colour: Colour | None
    digest: str
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The player in this seat; `bot` is a bot's name, never its command line."""

    name: str
    bot: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """D6, Z1: one pick. With `zero` a black zero die was taken and `die` removed from the middle."""

    seat: int
    die: Piece
    zero: bool = False
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Saying:
    """Z5, Z6: what a seat declared; `returned` is the die returned with a declared zero."""

    seat: int
    returned: Piece | None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedTrick:
    """Plays in order from the leader; the trick on the table has fewer, and no winner."""

    leader: int
    plays: Pieces
    winner: int | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round, its keys in the order in which their time comes."""

    dealer: int
    removed_colour: Colour | None
    deal: Deal
    draft: tuple[Turn, ...] | None = None
    trump: Piece | None = None
    declarations: tuple[Saying, ...] | None = None
    tricks: tuple[RecordedTrick, ...] | None = None
    leftover: tuple[Piece | None, ...] | None = None
    won: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Substitution:
    """From this decision of this round on, `by` decides for the seat; None where its own player is back."""

    seat: int
    round: int
    decision: int
    by: str | None
    why: str
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fairness:
    """The server's commitment and secret, and the nonce of each seat (docs/fairness.md)."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """Everything about one match. Unless it is finished it holds secrets and stays with the authority."""

    ruleset: RulesetRef
    seats: tuple[SeatInfo, ...]
    seed: bytes | None
    status: Status
    rounds: tuple[RecordedRound, ...]
    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    substitutions: tuple[Substitution, ...] | None = None
    fairness: Fairness | None = None
    extra: Extra = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        return self.status is Status.FINISHED

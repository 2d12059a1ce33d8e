"""From a match, as the authority knows it, to its record."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.trick import Trick
from nokosu.record.model import (
    HOUSE,
    Fairness,
    Record,
    RecordedRound,
    RecordedTrick,
    RulesetRef,
    Saying,
    SeatInfo,
    Status,
    Substitution,
    Turn,
)


def record_of(
    match: Match,
    seats: Sequence[SeatInfo],
    *,
    status: Status | None = None,
    substitutions: Sequence[Substitution] = (),
    fairness: Fairness | None = None,
) -> Record:
    """Return the record of a match so far. Unless it says otherwise, a match that is not over is underway."""
    if len(seats) != match.ruleset.players:
        raise ValueError(f"{len(seats)} seats named at a table for {match.ruleset.players}")
    status = status or (Status.FINISHED if match.over else Status.UNDERWAY)
    if match.over is not (status is Status.FINISHED):
        raise ValueError(f"a match that is {'over' if match.over else 'not over'} is not {status.value}")
    return Record(
        ruleset=ruleset_ref(match.ruleset),
        seats=tuple(seats),
        seed=match.seed,
        status=status,
        rounds=tuple(recorded_round(round_) for round_ in match.rounds),
        totals=match.totals if match.over else None,
        winners=match.winners if match.over else None,
        substitutions=tuple(substitutions) or None,
        fairness=fairness,
    )


def ruleset_ref(ruleset: Ruleset) -> RulesetRef:
    """Return the name by which a reader of the record finds these rules; house rules come with their numbers."""
    return RulesetRef(
        edition=ruleset.edition,
        players=ruleset.players,
        rounds_override=ruleset.rounds_override,
        removed_colour=ruleset.removed_choice,
        digest=ruleset.digest,
        extra={} if editions.built_in(ruleset.edition) else {HOUSE: editions.house_numbers(ruleset)},
    )


def recorded_round(round_: Round) -> RecordedRound:
    """Return what has happened in a round, without the keys of later phases."""
    drafted = round_.phase is not Phase.DRAFT
    declared = drafted and round_.phase is not Phase.DECLARE
    over = round_.phase is Phase.OVER
    return RecordedRound(
        dealer=round_.dealer,
        removed_colour=round_.ruleset.removed,
        deal=round_.deal,
        draft=tuple(Turn(pick.seat, pick.die, pick.zero) for pick in round_.draft),
        trump=round_.trump,
        declarations=_sayings(round_) if drafted else None,
        tricks=_tricks(round_) if declared else None,
        leftover=tuple(contract.leftover for contract in round_.contracts) if over else None,
        won=round_.won if over else None,
        scores=tuple(seat.total for seat in round_.score) if over else None,
    )


def _sayings(round_: Round) -> tuple[Saying, ...]:
    return tuple(Saying(said.seat, said.returned) for said in round_.declarations)


def _tricks(round_: Round) -> tuple[RecordedTrick, ...]:
    """Return the tricks taken, and the unfinished one if a piece has been played to it."""
    taken = tuple(RecordedTrick(won.trick.leader, won.trick.plays, won.winner) for won in round_.tricks)
    lying = round_.trick or Trick(0)
    return (*taken, RecordedTrick(lying.leader, lying.plays)) if lying.plays else taken

"""Verify the list of substitutions. Names and reasons are free; places and order are not."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.core.errors import Reason, reason
from nokosu.core.round import Phase, Round
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import Substitution


def check_substitutions(items: Sequence[Substitution], rounds: Sequence[Round]) -> None:
    """Check that they are in order, at real decisions, and that a player returns only after being replaced."""
    replaced: set[int] = set()
    earlier = (0, 0)
    for index, item in enumerate(items):
        if item.round >= len(rounds):
            raise _error(index, "round", reason("record.no-such-round", rounds=len(rounds)))
        decisions = _decisions(rounds[item.round])
        if item.decision >= decisions:
            raise _error(index, "decision", reason("record.no-such-decision", decisions=decisions))
        if (item.round, item.decision) < earlier:
            raise _error(index, "decision", reason("record.out-of-order"))
        if item.by is None and item.seat not in replaced:
            raise _error(index, "by", reason("record.never-replaced", seat=item.seat))
        earlier = item.round, item.decision
        if item.by is None:
            replaced.discard(item.seat)
        else:
            replaced.add(item.seat)


def _decisions(round_: Round) -> int:
    """Count the decisions, and the next one of an unfinished round: a player may be replaced before it."""
    return round_.decisions + (round_.phase is not Phase.OVER)


def _error(index: int, key: str, why: Reason) -> RecordError:
    return RecordError(Fault(("substitutions", index, key), why))

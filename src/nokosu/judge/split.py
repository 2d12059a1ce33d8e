"""Where a round's points came from: luck, one's own decisions, the others. Follows its worth with open cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from nokosu.core.round import Round
from nokosu.judge.averages import Average
from nokosu.kernel.judge import Worth
from nokosu.wire.review import Judgement, Part, RoundSplit

_STEP = 1024
"""Parts are whole multiples of 1/1024, so that adding them up leaves no rounding."""


def split(
    index: int,
    movers: Sequence[int],
    worths: Sequence[Worth],
    seat: int,
    average: Average,
    judged: Iterable[Judgement],
) -> RoundSplit:
    """Split a finished round of a seat. `movers` are the seats of its decisions, `worths` has one entry more.

    What my moves changed is what I could have known (decisions) and how the hidden cards lay (luck).
    """
    values = [worth.points[seat] for worth in worths]
    points = round(values[-1])
    costs = [judgement for judgement in judged if judgement.action is not None]
    deal = values[0] - average.points
    others = sum(after - before for mover, before, after in _steps(movers, values) if mover != seat)
    decisions = -sum(judgement.cost for judgement in costs)
    cost_error = sum(judgement.cost_error**2 for judgement in costs) ** 0.5
    # A worth between a move of mine and one of theirs is in both parts, with opposite signs; others cancel out.
    turns = [mover == seat for mover in movers]
    squares = [worth.errors[seat] ** 2 for worth in worths]
    between = sum(squares[at + 1] for at, pair in enumerate(pairwise(turns)) if pair[0] != pair[1])
    first = squares[0] if turns else 0.0
    mine, theirs = (between + (first if turns[:1] == [own] else 0.0) for own in (True, False))
    parts = [_rounded(each) for each in (average.points, deal, decisions, others)]
    return RoundSplit(
        round=index,
        points=points,
        average=Part(value=parts[0], error=average.error),
        deal=Part(value=parts[1], error=(first + average.error**2) ** 0.5),
        decisions=Part(value=parts[2], error=cost_error),
        # The rest: so the five parts are the points, whatever was rounded.
        hidden=Part(value=points - sum(parts), error=(mine + cost_error**2) ** 0.5),
        others=Part(value=parts[3], error=theirs**0.5),
    )


def movers_of(played: Round) -> tuple[int, ...]:
    """Return the seat of every decision of a round."""
    players = played.ruleset.players
    tricks = [won.trick for won in played.tricks] + ([played.trick] if played.trick else [])
    plays = [trick.seat_of(at, players) for trick in tricks for at in range(len(trick.plays))]
    return (*(pick.seat for pick in played.draft), *(said.seat for said in played.declarations), *plays)


def _steps(movers: Sequence[int], values: Sequence[float]) -> Iterable[tuple[int, float, float]]:
    return zip(movers, values[:-1], values[1:], strict=True)


def _rounded(value: float) -> float:
    return round(value * _STEP) / _STEP

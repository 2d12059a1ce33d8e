"""One scale of strength over all match-ups, in points per round.

How much better `a` is than `b` is half the difference of two margins: one `a` in a field of `b`, and one `b` in a field
of `a`. What both have in common cancels out: a lone player gains more from weak opponents than it loses to strong ones.
The strengths are those whose differences fit all these numbers best (least squares, weighted by deals).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from nokosu.arena.statistics import Interval, student
from nokosu.arena.tally import Pair

Differences = Mapping[tuple[str, str], Mapping[int, float]]
"""For `a` and `b`, how much better `a` was in each deal."""
_SUM_IS_ZERO: Final = 1.0


@dataclass(frozen=True, slots=True)
class Rank:
    """A bot's strength: 0 is the mean of the ranked bots. None where it has no match-up with a result."""

    bot: str
    strength: Interval | None


def ranking(bots: Sequence[str], pairs: Iterable[Pair]) -> tuple[Rank, ...]:
    """Return all bots, the strongest first, those without a strength last."""
    strengths = fit(bots, differences(pairs))
    ranks = [Rank(bot, strengths.get(bot)) for bot in bots]
    return tuple(sorted(ranks, key=lambda rank: -rank.strength.mean if rank.strength else float("inf")))


def differences(pairs: Iterable[Pair]) -> Differences:
    """Return each two bots whose match-ups have a result both ways, on the deals that both have."""
    by_names = {(pair.a, pair.b): pair for pair in pairs}
    found: dict[tuple[str, str], dict[int, float]] = {}
    for (a, b), pair in by_names.items():
        reverse = by_names.get((b, a))
        if reverse is None or (b, a) in found or pair.margin is None or reverse.margin is None:
            continue
        if shared := pair.margins.keys() & reverse.margins.keys():
            found[a, b] = {deal: (fmean(pair.margins[deal]) - fmean(reverse.margins[deal])) / 2 for deal in shared}
    return found


def fit(bots: Sequence[str], found: Differences) -> dict[str, Interval]:
    """Return the strengths that fit these differences best, of the largest group of bots that the match-ups connect.

    The intervals come from the spread of the deals, all match-ups of a deal together, since they share its cards.
    """
    group = _largest_group(bots, found)
    index = {bot: number for number, bot in enumerate(group)}
    edges = [(index[a], index[b], deals) for (a, b), deals in found.items() if a in index]
    if not edges:
        return {}
    size = len(group)
    # The normal equations. Adding the same number everywhere fixes the sum of the strengths at 0.
    normal = [[_SUM_IS_ZERO] * size for _ in range(size)]
    right = [0.0] * size
    for a, b, deals in edges:
        total = sum(deals.values())
        for one, other in ((a, b), (b, a)):
            normal[one][one] += len(deals)
            normal[one][other] -= len(deals)
        right[a] += total
        right[b] -= total
    inverse = _inverse(normal)
    strengths = [sum(map(float.__mul__, row, right)) for row in inverse]
    numbers = sorted({deal for *_, deals in edges for deal in deals})
    if len(numbers) < 2:
        return {bot: Interval(strengths[number], None, None) for bot, number in index.items()}
    squares = [0.0] * size
    means = [fmean(deals.values()) for *_, deals in edges]
    for deal in numbers:
        pull = [0.0] * size
        for (a, b, deals), mean in zip(edges, means, strict=True):
            if deal in deals:
                pull[a] += deals[deal] - mean
                pull[b] -= deals[deal] - mean
        for number, row in enumerate(inverse):
            squares[number] += sum(map(float.__mul__, row, pull)) ** 2
    few = student(len(numbers) - 1) * sqrt(len(numbers) / (len(numbers) - 1))
    reach = [few * sqrt(square) for square in squares]
    return {bot: Interval(strengths[n], strengths[n] - reach[n], strengths[n] + reach[n]) for bot, n in index.items()}


def _largest_group(bots: Sequence[str], found: Differences) -> list[str]:
    """Strengths compare only where a chain of match-ups connects the bots."""
    groups = [{bot} for bot in bots]
    for pair in found:
        joined = [group for group in groups if not group.isdisjoint(pair)]
        groups = [group for group in groups if group.isdisjoint(pair)] + [set().union(*joined)]
    largest = max(groups, key=len)
    return [bot for bot in bots if bot in largest]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Gauss and Jordan. The matrix is positive definite, so no pivot is 0."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                rows[i] = [value - row[column] * above for value, above in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]

"""Play at my level: opponents about as strong as a person, as far as their last matches tell.

Only who sits down depends on the person: every bot plays as it always does. A match says how strong its person is: as
strong as the opponents on average, and stronger by what was gained on them. Against equals a person wins about as often
as everybody else at the table. The web client computes the same (web/src/people/own-level.ts).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from nokosu.bots.characters import CHARACTERS
from nokosu.locale import mark

TEXT: Final = mark("web.level.own")
LINE: Final = mark("web.level.own.line")
"""The message ids of what it is called, and what it does in one sentence."""
LAST: Final = 20
"""Older matches say nothing any more."""
FADE: Final = 0.9
"""What the match before counts, compared with a match."""
START: Final = "hana"
"""Whom a person who has not played yet is taken to equal."""
START_ROUNDS: Final = 5.0
"""As many rounds are needed to count as much as that."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over, as its person sees it."""

    opponents: tuple[str, ...]
    """Characters only: of others the strength is not known."""
    rounds: int
    margin: float
    """The person's points minus the mean of the others', over the whole match."""


def strength(results: Sequence[Result]) -> float:
    """Return how strong a person seems to be, on the characters' scale; the newest match comes first."""
    weight, total = START_ROUNDS, START_ROUNDS * CHARACTERS[START].strength
    for age, each in enumerate(results[:LAST]):
        rounds = each.rounds * FADE**age
        weight += rounds
        total += rounds * (each.margin / each.rounds + fmean(CHARACTERS[name].strength for name in each.opponents))
    return total / weight


def result(names: Sequence[str], seat: int, totals: Sequence[int], rounds: int) -> Result | None:
    """Return a match against characters as its person sees it; None where somebody else sat there."""
    opponents = tuple(name for other, name in enumerate(names) if other != seat)
    if not opponents or not rounds or any(name not in CHARACTERS for name in opponents):
        return None
    return Result(opponents, rounds, totals[seat] - (sum(totals) - totals[seat]) / len(opponents))


def opponents(results: Iterable[Result], count: int, among: Collection[str]) -> tuple[str, ...]:
    """Return who sits down: neighbours in the list of characters whose mean strength is nearest to the person's."""
    if count < 1:
        return ()
    wanted = strength(tuple(results))
    order = [name for name in CHARACTERS if name in among]
    parties = [order[first : first + count] for first in range(max(len(order) - count, 0) + 1)]
    return tuple(min(parties, key=lambda party: abs(fmean(CHARACTERS[name].strength for name in party) - wanted)))

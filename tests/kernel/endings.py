"""Endings small enough for plain recursion over the referee's rounds: what the solver is compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from nokosu.core.match import Match
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.kernel.endgame import Effort, solve_round

T = TypeVar("T")

MOST_ROUNDS = 2500
"""Endings that need more rounds than this are left out."""


@dataclass(frozen=True)
class Outcome:
    points: tuple[int, ...]
    made: tuple[bool, ...]

    def margin(self, seat: int) -> int:
        """Times (players - 1), which keeps it whole."""
        return len(self.points) * self.points[seat] - sum(self.points)


class TooLong(Exception):
    """More rounds than MOST_ROUNDS."""


def prefers(a: Outcome, b: Outcome, seat: int) -> bool:
    """Whether the seat takes a rather than b: margin, own points, then the fewer points of the next seats in turn."""
    players = len(a.points)

    def rank(outcome: Outcome) -> tuple[int, ...]:
        others = [-outcome.points[(seat + step) % players] for step in range(1, players)]
        made = sum(1 << index for index, made in enumerate(outcome.made) if made)
        return (outcome.margin(seat), outcome.points[seat], *others, made)

    return rank(a) > rank(b)


def guarded(outcome: Outcome, seat: int) -> tuple[int, int, bool]:
    """What the paranoid seat maximises and all others minimise."""
    return outcome.margin(seat), outcome.points[seat], outcome.made[seat]


class BruteForce:
    """Plain recursion: no tables, no pieces taken for alike, no bounds."""

    def __init__(self, most: int = MOST_ROUNDS) -> None:
        self.left = most

    def maxn(self, at: Round) -> Outcome:
        if at.to_act is None:
            return _outcome(at)
        seat, found = at.to_act, self._after(at, self.maxn)
        best = found[0]
        for each in found:
            best = each if prefers(each, best, seat) else best
        return best

    def paranoid(self, at: Round, me: int) -> tuple[int, int, bool]:
        if at.to_act is None:
            return guarded(_outcome(at), me)
        found = self._after(at, lambda after: self.paranoid(after, me))
        return max(found) if at.to_act == me else min(found)

    def _after(self, at: Round, solve: Callable[[Round], T]) -> list[T]:
        found = []
        for action in at.legal():
            self.left -= 1
            if self.left < 0:
                raise TooLong
            found.append(solve(at.apply(action)))
        return found


def _outcome(at: Round) -> Outcome:
    scores = at.score
    return Outcome(tuple(score.total for score in scores), tuple(score.made for score in scores))


def endings(ruleset: Ruleset, tricks: int, numbers: range) -> Iterator[Match]:
    """Random matches with so many tricks left, some with the first of them begun; zero is taken now and then."""
    for number in numbers:
        choose = random.Random(number)
        match = Match.start(ruleset, seed_from_number(number, "endings"))
        laid = choose.choice((0, 0, *range(ruleset.players)))
        until = (ruleset.tricks - tricks) * ruleset.players + laid
        played = 0
        while played < until:
            played += match.round.phase is Phase.PLAY
            match = match.apply(choose.choice(match.legal()))
        yield match


def difference(at: Round, effort: Effort) -> str | None:
    """What the solver says other than brute force, of every legal action by either method; TooLong if it is."""
    seat = at.to_act
    assert seat is not None
    others = at.ruleset.players - 1
    brute = BruteForce()
    solved = solve_round(at, effort=effort)
    guarded_by = solve_round(at, method="paranoid", effort=effort)
    assert [line.action for line in solved.lines] == list(at.legal())
    for line, safe in zip(solved.lines, guarded_by.lines, strict=True):
        after = at.apply(line.action)
        best = brute.maxn(after)
        if (line.points, line.made) != (best.points, best.made[seat]) or round(line.margin * others) != best.margin(
            seat
        ):
            return f"max^n of {line.action}: {line} instead of {best}"
        found = (round(safe.margin * others), safe.points[seat], safe.made)
        if found != brute.paranoid(after, seat):
            return f"paranoid value of {line.action}: {safe} instead of {brute.paranoid(after, seat)}"
    return None

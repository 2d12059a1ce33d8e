"""Puzzles of odds: nothing is certain, but both judges agree that one decision is clearly best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from nokosu.bots.neural.bot import network
from nokosu.bots.search import club_weights, look_ahead
from nokosu.core.actions import Action, TakeZero
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.judge import DEEP, QUICK, judge_decision
from nokosu.judge.settings import Effort
from nokosu.kernel.judge import Report, answer, judge_report, judge_request
from nokosu.puzzles.puzzle import Option
from nokosu.wire.review import Candidate, Judgement, JudgeName

LEAST_LOSS: Final = 0.5
"""Points that every other decision loses, by each judge: what the judge calls a loss at all."""
LEAST_ERRORS: Final = 4.0
"""Standard errors by which each judge is sure of it."""
LEAST_COUNT: Final = 8
"""Deals of 100 by which the answer makes the target more often than any other."""
MOST_OPTIONS: Final = 10
"""More than that is a search for a needle, for a person and for a judge."""
MOST_TRICKS: Final = 7
"""Tricks to come: earlier plays are seldom clear."""
GLANCE: Final = replace(QUICK, look=QUICK.screen)
"""A look that is quick enough for every decision that a search finds promising."""
_SIMULATIONS: Final = 600
_PROMISING: Final = 2.0
"""Points between the best and the second in a quick search, from which the judges are asked."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with one answer, and what is expected of every action."""

    options: tuple[Option, ...]
    worlds: int


def promising(seen: View, club: Action) -> bool:
    """Return whether a quick search likes one action much better than all others, and not the club player's."""
    left = seen.ruleset.tricks - len(seen.tricks)
    if len(seen.legal or ()) > MOST_OPTIONS or seen.phase is Phase.DECLARE:
        return False
    if seen.phase is Phase.PLAY and left > MOST_TRICKS:
        return False
    report = look_ahead(seen, seed=1, simulations=_SIMULATIONS)
    best, second = sorted(report.lines, key=lambda line: -line.margin)[:2]
    return best.action != club and best.margin - second.margin >= _PROMISING


def judged(seen: View, club: Action, effort: Effort = DEEP) -> Judged | None:
    """Return the options if exactly one is clearly best by both judges, and it is not the club player's."""
    late = seen.phase is Phase.PLAY and seen.ruleset.tricks - len(seen.tricks) <= effort.look.search.endgame

    def looked(look: Effort) -> Judgement | None:
        found = judge_decision(seen, None, look, network=True)
        return found if found.best != str(club) and clear(found, seen.phase) else None

    # Among the last tricks the search solves every world, so the long look is quick enough.
    judgement = looked(effort) if late or looked(GLANCE) else None
    if judgement is None:
        return None
    by_text = {str(action): action for action in seen.legal or ()}
    options = tuple(Option(by_text[each.action], round(100 * each.made)) for each in judgement.candidates)
    return Judged(options, min(line.worlds for line in judgement.candidates[0].judges))


def clear(judgement: Judgement, phase: Phase) -> bool:
    """Return whether each judge alone would give the same answer, and be sure of it."""
    best, *others = judgement.candidates
    most = max(each.made for each in others)
    if len(best.judges) < 2 or 100 * (best.made - most) < (LEAST_COUNT if phase is Phase.PLAY else LEAST_COUNT / 2):
        return False
    return all(_lost(each) for each in others)


def _lost(candidate: Candidate) -> bool:
    return all(line.loss >= max(LEAST_LOSS, LEAST_ERRORS * line.error) for line in candidate.judges)


def judged_again(seen: View, times: int, seed: int, most: int = 4, effort: Effort = DEEP) -> dict[JudgeName, Action]:
    """Return what each judge likes best in so many times the worlds, drawn again.

    A first look at all actions finds the `most` promising ones; these are compared.
    """
    legal = seen.legal or ()
    assert seen.seat is not None
    zero = seen.zero[seen.seat] or any(isinstance(each, TakeZero) for each in legal)
    names: tuple[JudgeName, ...] = ("search", "network")

    def looks(only: tuple[Action, ...], times: int) -> Iterator[tuple[JudgeName, Report]]:
        look = effort.look if only else effort.screen
        for number, name in enumerate(names):
            club = club_weights(seen.ruleset.players) if name == "search" else None
            usual = look.search if name == "search" else look.long if zero else look.network
            settings = replace(usual, worlds=usual.worlds * times)
            request = judge_request(seen, seed=2 * seed + number, settings=settings, club=club, only=only)
            yield name, judge_report(answer(request, network()))

    first = dict(looks((), 1))
    sums = dict.fromkeys(legal, 0.0)
    for report in first.values():
        for line in report.lines:
            sums[line.action] += line.margin
    only = tuple(sorted(legal, key=lambda action: -sums[action])[:most])
    return {name: max(report.lines, key=lambda line: line.margin).action for name, report in looks(only, times)}

"""A reason for a mistake, made from what the judges counted; none where the numbers carry none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.core.actions import DeclareZero, TakeZero
from nokosu.core.errors import reason
from nokosu.core.notation import parse_action
from nokosu.core.view import View
from nokosu.locale import mark
from nokosu.wire.base import Reason, wire_reason
from nokosu.wire.review import NAMED, Candidate, Verdict

_CLEAR: Final = 0.08
"""A chance differs clearly if each judge finds at least this much."""
_NEVER: Final = 0.005
_SOME: Final = 0.1
_POINTS: Final = 0.5

MESSAGES: Final = (
    mark("judge.hopeless"),
    mark("judge.zero"),
    mark("judge.not-zero"),
    mark("judge.target"),
    mark("judge.others"),
    mark("judge.tricks"),
)


def why(view: View, verdict: Verdict | None, taken: str, candidates: Sequence[Candidate]) -> Reason | None:
    """Return why the action taken is worse than the best, in numbers that both judges found."""
    if verdict not in (*NAMED, "unsure"):
        return None
    best = candidates[0]
    own = next(each for each in candidates if each.action == taken)
    if len(best.judges) != len(own.judges):
        return None
    better = [line.made - worse.made for line, worse in zip(best.judges, own.judges, strict=True)]
    if min(better) >= _CLEAR:
        return _of_the_target(view, best, own)
    points = best.points - own.points
    if max(map(abs, better)) < _CLEAR and own.loss - points >= _POINTS and own.loss >= 2 * points:
        return _said("judge.others", best, points=_points(own.loss - points))
    if max(map(abs, better)) < _CLEAR and points >= _POINTS:
        return _said("judge.tricks", best, points=_points(points))
    return None


def _of_the_target(view: View, best: Candidate, own: Candidate) -> Reason:
    missed, fewer = (round(100 * (1 - each.made)) for each in (own, best))
    zeros = [isinstance(parse_action(each.action, view.phase), TakeZero | DeclareZero) for each in (best, own)]
    if zeros == [False, True]:
        return _said("judge.zero", best, missed=missed, fewer=fewer)
    if zeros == [True, False]:
        return _said("judge.not-zero", best, missed=missed, fewer=fewer)
    if own.made <= _NEVER and best.made >= _SOME:
        return _said("judge.hopeless", best, made=round(100 * best.made))
    return _said("judge.target", best, missed=missed, fewer=fewer)


def _said(message: str, best: Candidate, **params: object) -> Reason:
    """Word it with the better piece, in notation; clients show it by name."""
    return wire_reason(reason(message, "S2", piece=best.action.split()[-1], **params))


def _points(points: float) -> str:
    return f"{points:.1f}"

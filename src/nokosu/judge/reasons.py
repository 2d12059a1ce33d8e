"""A reason for a mistake, made from what the judges counted; none where the numbers carry none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.bots.coach.facts import facts
from nokosu.bots.coach.slips import outcomes
from nokosu.core.actions import DeclareZero, Play, Take, TakeZero
from nokosu.core.errors import reason
from nokosu.core.notation import parse_action
from nokosu.core.view import View
from nokosu.locale import mark
from nokosu.wire.base import Reason, wire_reason
from nokosu.wire.review import NAMED, Candidate, Verdict

_CLEAR: Final = 0.08
"""A chance differs clearly if each judge finds at least this much."""
_SOME: Final = 0.1
_NEVER: Final = 0.005
"""A target that no judge finds more often is missed."""
_POINTS: Final = 0.5

MESSAGES: Final = (
    mark("judge.hopeless"),
    mark("judge.zero"),
    mark("judge.not-zero"),
    mark("judge.target"),
    mark("judge.others"),
    mark("judge.tricks"),
    mark("judge.others-missed"),
    mark("judge.tricks-missed"),
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
    if not isinstance(parse_action(best.action, view.phase), Play | Take):
        return None  # what is left to say names a better piece, and zero is not one
    missed = "-missed" if all(line.made < _NEVER for line in (*best.judges, *own.judges)) else ""
    if max(map(abs, better)) < _CLEAR and own.loss - points >= _POINTS and own.loss >= 2 * points:
        return _said(f"judge.others{missed}", piece=_piece(best), points=_points(own.loss - points))
    if max(map(abs, better)) < _CLEAR and points >= _POINTS:
        return _said(f"judge.tricks{missed}", piece=_piece(best), points=_points(points))
    return None


def _of_the_target(view: View, best: Candidate, own: Candidate) -> Reason | None:
    missed, fewer = (round(100 * (1 - each.made)) for each in (own, best))
    zeros = [isinstance(parse_action(each.action, view.phase), TakeZero | DeclareZero) for each in (best, own)]
    if zeros == [False, True]:
        return _said("judge.zero", missed=missed, fewer=fewer)
    if zeros == [True, False]:
        return _said("judge.not-zero", missed=missed, fewer=fewer)
    if zeros == [True, True]:
        return None
    if best.made >= _SOME and _given_up(view, own):
        return _said("judge.hopeless", piece=_piece(best), made=round(100 * best.made))
    return _said("judge.target", piece=_piece(best), missed=missed, fewer=fewer)


def _given_up(view: View, own: Candidate) -> bool:
    """Return whether no target is left after a play, whatever cards the others hold."""
    action = parse_action(own.action, view.phase)
    if not isinstance(action, Play):
        return False
    known = facts(view)
    return not any(known.open_after(action.piece, wins=wins) for wins in outcomes(known, action.piece))


def _said(message: str, **params: object) -> Reason:
    return wire_reason(reason(message, "S2", **params))


def _piece(best: Candidate) -> str:
    """Return the better piece, in notation; clients show it by name."""
    return best.action.split()[-1]


def _points(points: float) -> str:
    return f"{points:.1f}"

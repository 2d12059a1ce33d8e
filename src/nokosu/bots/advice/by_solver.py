"""The last tricks solved: every world that fits the view, played out to its end with everybody at their best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from nokosu.bots.advice.model import Estimate
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action
from nokosu.core.round import Phase, Round
from nokosu.core.view import View
from nokosu.core.worlds import count, enumerate_worlds, rebuild

TRICKS: Final = 3
"""With at most this many tricks left they are solved, if the worlds and positions are few enough."""

_MOST_WORLDS: Final = 2000
_MOST_NODES: Final = 3_000_000
_PLAIN_TRICKS: Final = 1
_PLAIN_WORLDS: Final = 60
"""Without the kernel: only the last trick, and where few worlds fit."""


@dataclass(frozen=True, slots=True)
class Line:
    """One action over all worlds: own points, the margin over the others' mean, and the chance of the contract."""

    score: float
    margin: float
    made: float

    def improve(self, estimate: Estimate) -> Estimate:
        """Return an estimate with these numbers."""
        return replace(estimate, score=self.score, margin=self.margin, worth=self.margin)


Solved: TypeAlias = Mapping[Action, Line]


def solved_estimates(view: View, *, with_kernel: bool) -> Solved | None:
    """Solve the rest of the round; None where it is too early or too much to solve."""
    left = view.ruleset.tricks - len(view.tricks)
    if view.phase is not Phase.PLAY or left > (TRICKS if with_kernel else _PLAIN_TRICKS):
        return None
    return _by_kernel(view) if with_kernel else _plainly(view)


def _by_kernel(view: View) -> Solved | None:
    """Worlds weigh as much as the others' moves were likely."""
    from nokosu.kernel.endgame import Effort, solve  # noqa: PLC0415  (the module needs the extension)

    assert view.seat is not None
    club, effort = club_weights(view.ruleset.players), Effort(nodes=_MOST_NODES)
    try:
        found = solve(view, worlds_limit=_MOST_WORLDS, club=club, effort=effort)
    except ValueError:  # the kernel's Refused: too many worlds or positions
        return None
    return {line.action: Line(line.points[view.seat], line.margin, line.made) for line in found.lines}


def _plainly(view: View) -> Solved | None:
    """Return all worlds weigh the same."""
    seat, legal = view.seat, view.legal or ()
    assert seat is not None
    if count(view) > _PLAIN_WORLDS:
        return None
    sums = {action: [0.0, 0.0, 0.0] for action in legal}
    worlds = list(enumerate_worlds(view))
    for world in worlds:
        now = rebuild(view, world)
        for action in legal:
            points, made = _outcome(now.apply(action))
            sums[action][0] += points[seat]
            sums[action][1] += _margin(points, seat)
            sums[action][2] += made[seat]
    return {action: Line(*(total / len(worlds) for total in sums[action])) for action in legal}


def _outcome(now: Round) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Points and contracts when every seat from here on maximises its own margin."""
    if now.to_act is None:
        return tuple(line.total for line in now.score), tuple(line.made for line in now.score)
    seat = now.to_act
    return max((_outcome(now.apply(action)) for action in now.legal()), key=lambda end: _margin(end[0], seat))


def _margin(points: tuple[int, ...], seat: int) -> float:
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)

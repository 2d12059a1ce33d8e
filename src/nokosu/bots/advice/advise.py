"""The function for hosts: advice for the seat to act, from its view."""

from __future__ import annotations

from typing import Final

from nokosu.bots.advice.by_champion import champion_estimates
from nokosu.bots.advice.by_club import club_estimates
from nokosu.bots.advice.by_search import available, search_estimates
from nokosu.bots.advice.calibration import calibrated
from nokosu.bots.advice.model import NUMBERS, Advice, Estimate, Option
from nokosu.bots.advice.reasons import reasons
from nokosu.core.actions import DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import Reason
from nokosu.core.round import Phase
from nokosu.core.stream import Stream
from nokosu.core.view import View

CHAMPION: Final = "champion"
SEARCH: Final = "search"
CLUB: Final = "club"
SIMULATIONS: Final = 4000

_SIMULATIONS_PER_WORLD: Final = 50
_SHOWN: Final = 0.005
"""A number that is neither in front nor this likely is left out."""


def advise(view: View, stream: Stream, *, simulations: int = SIMULATIONS, source: str | None = None) -> Advice:
    """Say what to do and why. The champion is asked where the kernel can play these rules, otherwise the club player.

    `simulations` limits the effort: a search runs this many, the champion looks at one world for every fifty.

    Only for the seat to act; the same view and stream give the same advice.
    """
    if view.seat is None or not view.legal:
        raise ValueError("advice is for the seat to act")
    source = source or (CHAMPION if available(view.ruleset) else CLUB)
    found = _estimates(view, stream, simulations, source)
    why = reasons(view, found)
    # Estimates of rarely visited actions are poor, so the search orders by visits.
    found.sort(key=lambda one: (one.visits or 0 if one.worth is None else one.worth, one.margin), reverse=True)
    options = [_option(view, estimate, source, why[estimate.action]) for estimate in found]
    asked = sum(estimate.visits or 0 for estimate in found)
    return Advice(view.seat, source, None if source == CLUB else asked, tuple(options))


def _estimates(view: View, stream: Stream, simulations: int, source: str) -> list[Estimate]:
    if source == CHAMPION:
        return champion_estimates(view, stream, max(1, simulations // _SIMULATIONS_PER_WORLD))
    return search_estimates(view, stream, simulations) if source == SEARCH else club_estimates(view)


def _option(view: View, estimate: Estimate, source: str, why: Reason) -> Option:
    chances = calibrated(estimate, source, view.phase)
    in_front = _in_front(view, estimate)
    makes = tuple(
        (number, chances[number])
        for number in range(1, NUMBERS)
        if number in in_front or (view.phase is Phase.DRAFT and chances[number] >= _SHOWN)
    )
    return Option(
        estimate.action, estimate.score, estimate.margin, makes, chances[0], estimate.visits, why, estimate.prior
    )


def _in_front(view: View, estimate: Estimate) -> set[int]:
    """Numbers on the dice that the seat will have in front after this action; none under a zero contract."""
    assert view.seat is not None
    dice, zero = list(view.dice[view.seat]), view.zero[view.seat]
    match estimate.action:
        case Take(die):
            dice.append(die)
        case TakeZero() | DeclareZero():
            zero = True
        case Play(piece) if piece.is_die:
            dice.remove(piece)
        case Play() | Pass():
            pass
    return set() if zero else {die.number for die in dice}

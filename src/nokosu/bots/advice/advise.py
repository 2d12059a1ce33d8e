"""The one function for advice: what the seat to act should do, and why, from its view."""

from __future__ import annotations

from typing import Final

from nokosu.bots.advice.by_champion import champion_estimates, champion_thinking
from nokosu.bots.advice.by_club import club_estimates
from nokosu.bots.advice.by_search import available, search_estimates, search_thinking
from nokosu.bots.advice.by_solver import Solved, solved_estimates
from nokosu.bots.advice.calibration import calibrated
from nokosu.bots.advice.model import NUMBERS, Advice, Estimate, Option
from nokosu.bots.advice.reasons import reasons
from nokosu.bots.base import BotError
from nokosu.core.actions import DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import Reason, reason
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View
from nokosu.kernel.requests import Thinking

CHAMPION: Final = "champion"
SEARCH: Final = "search"
CLUB: Final = "club"
SOURCES: Final = (CHAMPION, SEARCH, CLUB)
"""Who can be asked, the strongest first."""
SIMULATIONS: Final = 4000

_SIMULATIONS_PER_WORLD: Final = 50
_SHOWN: Final = 0.005
"""A number that is neither in front nor this likely is left out."""


def advise(view: View, *, simulations: int = SIMULATIONS, source: str | None = None) -> Advice:
    """Say what the seat to act should do, and why: every legal action, the best first.

    The champion is asked where the kernel can play these rules, otherwise the club player; the last tricks are solved.
    `simulations` limits the effort. The same view gives the same advice to everybody.

    >>> import nokosu
    >>> view = nokosu.Match.start("second", players=4, seed=7).view()
    >>> advice = nokosu.advise(view, source="club")
    >>> print(advice.best.action, "-", advice.best.why)
    take dG3 - 3 is about what this hand should win.
    >>> round(advice.best.chance, 2)
    0.62
    """
    if simulations < 1:
        raise BotError(f"simulations: expected at least 1, got {simulations}")
    _check(view, source)
    source = source or (CHAMPION if available(view.ruleset) else CLUB)
    if source == CHAMPION:
        found = champion_estimates(view, _stream(view), _worlds(simulations))
    elif source == SEARCH:
        found = search_estimates(view, _stream(view), simulations)
    else:
        found = club_estimates(view)
    return _advice(view, source, found, solved_estimates(view, with_kernel=available(view.ruleset)))


def advise_remote(view: View, source: str, *, simulations: int = SIMULATIONS) -> Thinking[Advice]:
    """Do the same where the kernel is in another process; `source` is the strongest that can be asked there."""
    _check(view, source)
    if source == CHAMPION:
        found = yield from champion_thinking(view, _stream(view), _worlds(simulations))
    elif source == SEARCH:
        found = yield from search_thinking(view, _stream(view), simulations)
    else:
        found = club_estimates(view)
    return _advice(view, source, found, solved_estimates(view, with_kernel=False))


def _check(view: View, source: str | None) -> None:
    """Raise BotError where nobody can be advised, or by nobody of that name."""
    if not isinstance(view, View):
        raise BotError(f"expected a view, such as match.view(), got {type(view).__name__}")
    if view.seat is None or not view.legal:
        who = "a spectator" if view.seat is None else f"seat {view.seat}"
        raise BotError(f"advice is for the seat to act; got the view of {who}")
    if source not in (None, *SOURCES):
        raise BotError(f"source: expected {', '.join(SOURCES)} or None, got {source!r:.40}")


def _stream(view: View) -> Stream:
    """Chance for the worlds that are looked at: a function of the view, so that asking twice gives one answer."""
    assert view.seat is not None
    return Stream(seed_from_number(0), "bot", view.seat, view.round, view.decisions)


def _worlds(simulations: int) -> int:
    """Return one world of the champion for every fifty simulations."""
    return max(1, simulations // _SIMULATIONS_PER_WORLD)


def _advice(view: View, source: str, found: list[Estimate], solved: Solved | None) -> Advice:
    assert view.seat is not None
    chances = {each.action: calibrated(each, source, view.phase) for each in found}
    asked = None if source == CLUB else sum(each.visits or 0 for each in found)
    if solved is not None:
        # The solver knows the chance of a contract, the source how it is shared among the dice.
        chances = {each.action: _shared(view, each, chances[each.action], solved[each.action].made) for each in found}
        found = [solved[each.action].improve(each) for each in found]
    # Estimates of rarely visited actions are poor, so the search orders by visits.
    found = sorted(found, key=lambda one: _rank(one, sum(chances[one.action])), reverse=True)
    options = [_option(view, each, chances[each.action], reason("advice.only")) for each in found]
    why = reasons(view, found, [option.chance for option in options])
    told = tuple(option.because(each) for option, each in zip(options, why, strict=True))
    return Advice(view.seat, source, asked, told, exact=solved is not None)


def _rank(one: Estimate, chance: float) -> tuple[float, float, float, float]:
    by = float(one.visits or 0) if one.worth is None else one.worth
    return round(by, 9), round(one.margin, 9), round(chance, 9), one.prior or 0.0


def _shared(view: View, estimate: Estimate, chances: tuple[float, ...], made: float) -> tuple[float, ...]:
    """Share a known chance among the numbers as the source does; evenly where the source saw none."""
    if sum(chances) <= 0.0:
        in_front = _in_front(view, estimate) or {0}
        chances = tuple(float(number in in_front) for number in range(NUMBERS))
    return tuple(made * chance / sum(chances) for chance in chances)


def _option(view: View, estimate: Estimate, chances: tuple[float, ...], why: Reason) -> Option:
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

"""What the coach says before a decision: the first idea that fits and that the player does not know yet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from nokosu.bots.coach import drafting, playing
from nokosu.bots.coach.facts import Facts, facts
from nokosu.bots.coach.model import Lesson, Remark
from nokosu.core.actions import Action
from nokosu.core.round import Phase
from nokosu.core.view import View

BEFORE_PLAY: Final[dict[str, Callable[[View], Lesson | None]]] = {
    "zero-hand": drafting.zero_hand,
    "last-pick": drafting.last_pick,
    "pair": drafting.pair,
    "range": drafting.small_number,
    "draft": drafting.first_pick,
}
"""Ideas of the draft and the declarations, the most pressing first."""

IN_PLAY: Final[dict[str, Callable[[Facts], Lesson | None]]] = {
    "need-all": playing.need_all,
    "keep": playing.keep,
    "enough": playing.enough,
    "aim": playing.aim,
    "lost": playing.lost,
    "sure": playing.sure,
    "ruff": playing.ruff,
    "last": playing.last,
    "dead-die": playing.dead_die,
}
"""Ideas of the tricks, the most pressing first."""


def remark(view: View, quiet: Collection[str] = ()) -> Remark | None:
    """Return the sentence for the seat to act, without the ideas in `quiet`; None where nothing helps.

    >>> import nokosu
    >>> view = nokosu.Match.start("second", players=4, seed=7).view()
    >>> remark(view).idea
    'draft'
    """
    found = ((idea, lesson) for idea, lesson in _lessons(view) if idea not in quiet)
    return next((Remark(idea, lesson.reason, fact=lesson.follows is None) for idea, lesson in found), None)


def practised(view: View, action: Action) -> dict[str, bool]:
    """Return the ideas that fitted a position and that an action can follow, and whether this one did."""
    return {idea: lesson.follows(action) for idea, lesson in _lessons(view) if lesson.follows}


def _lessons(view: View) -> Iterator[tuple[str, Lesson]]:
    """Yield the ideas that fit; none where there is nothing to choose."""
    if view.seat is None or len(view.legal or ()) <= 1:
        return
    if view.phase is not Phase.PLAY:
        for idea, fits in BEFORE_PLAY.items():
            if lesson := fits(view):
                yield idea, lesson
        return
    known = facts(view)
    for idea, found in IN_PLAY.items():
        if lesson := found(known):
            yield idea, lesson

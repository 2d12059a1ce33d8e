"""Ideas of the draft and the declarations: which numbers, which trump, whether zero."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nokosu.bots.advice.by_club import club_estimates
from nokosu.bots.advice.model import Estimate
from nokosu.bots.club.draft import after_action
from nokosu.bots.coach.model import Lesson
from nokosu.core.actions import Action, DeclareZero, Take, TakeZero
from nokosu.core.errors import reason
from nokosu.core.help import LAST_PICK
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.ruleset import NumberTrumps
from nokosu.core.trump import is_trump, trump_of
from nokosu.core.view import View

LOW: Final = 3
"""Cards up to this number seldom win."""
LARGE: Final = 5
"""Dice from this number up are hard to make."""
GOOD_ZERO: Final = 0.35


def first_pick(view: View) -> Lesson | None:
    """D6: before the first own pick, what a die is for."""
    if view.phase is not Phase.DRAFT or any(pick.seat == view.seat for pick in view.draft):
        return None
    return Lesson(reason("coach.draft", "D6", tricks=view.ruleset.tricks, players=view.ruleset.players))


def small_number(view: View) -> Lesson | None:
    """S2: where all own dice show large numbers, a smaller one is a target within reach."""
    assert view.seat is not None
    dice, rules = view.dice[view.seat], view.ruleset
    small = [die for die in view.pool if die.number < LARGE]
    if view.phase is not Phase.DRAFT or view.zero[view.seat] or not small or any(die.number < LARGE for die in dice):
        return None
    under = rules.tricks // rules.players + 1
    said = reason("coach.range", "S2", tricks=rules.tricks, players=rules.players, under=under)
    return Lesson(said, lambda action: isinstance(action, Take) and action.die.number < LARGE)


def pair(view: View) -> Lesson | None:
    """F2: of two dice with one number, one is played and the other kept."""
    assert view.seat is not None
    best = _best(view)
    own = {die.number for die in view.dice[view.seat]}
    if not isinstance(best, Take) or view.zero[view.seat] or best.die.number not in own or best.die.number >= LARGE:
        return None
    number = best.die.number
    return Lesson(
        reason("coach.pair", "F2", number=number),
        lambda action: isinstance(action, Take) and action.die.number == number,
    )


def zero_hand(view: View) -> Lesson | None:
    """S4: a hand of low cards, where zero promises most."""
    assert view.hand is not None
    best = _best(view)
    if not isinstance(best, TakeZero | DeclareZero):
        return None
    chance = next(each.makes[0] for each in _estimates(view) if each.action == best)
    low = sum(card.number <= LOW for card in view.hand)
    if chance < GOOD_ZERO or 2 * low < len(view.hand):
        return None
    said = reason("coach.zero-hand", "S4", low=low, cards=len(view.hand), most=LOW)
    return Lesson(said, lambda action: isinstance(action, TakeZero | DeclareZero))


def last_pick(view: View) -> Lesson | None:
    """D7: the last pick of all decides the trump."""
    if view.phase is not Phase.DRAFT or len(view.pool) != LAST_PICK or view.pool[0] == view.pool[1]:
        return None
    first, second = view.pool
    return Lesson(
        reason(
            "coach.last-pick",
            "D7",
            die=first,
            n=trumps_if(view, Take(second)),
            other=second,
            m=trumps_if(view, Take(first)),
        )
    )


def trumps_if(view: View, take: Take) -> int:
    """T1: return how many trumps the seat has after the last pick of all."""
    dice, (stays,), _ = after_action(view, take)
    pairs = view.ruleset.number_trumps is NumberTrumps.UNLESS_PAIR
    trump: Piece = trump_of(stays, take.die) if pairs else stays
    return sum(is_trump(piece, trump) for piece in (*(view.hand or ()), *dice))


def _best(view: View) -> Action:
    """Return what a club player would do."""
    return max(_estimates(view), key=lambda each: each.margin).action


@lru_cache(maxsize=4)
def _estimates(view: View) -> list[Estimate]:
    return club_estimates(view)

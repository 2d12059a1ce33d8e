"""Which die to take and whether zero pays (D6, Z1, Z5): the chance to end on a number in front, or on no trick.

Which die will stay as trump is open, so every piece counts by what the dice in the middle could make of it. Towards
the last picks few dice are left, and the same sum chooses the trump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.bots.club.estimate import Odds, steered
from nokosu.bots.club.faces import face
from nokosu.bots.club.habits import CLUB_HABITS, Habits
from nokosu.bots.club.middle import Middle
from nokosu.bots.club.targets import chances, stakes
from nokosu.bots.club.weights import Row, Weights
from nokosu.bots.club.zero import zero_chance
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.pieces import DIE_FACES, Piece
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset, ZeroRule
from nokosu.core.view import View

USUAL_CHANCE = 0.4
"""How often a contract is made: the assumption for every seat before the play."""


@dataclass(slots=True)
class Choice:
    """A legal pick or declaration: the chance of the contract that it leads to, its features and its score."""

    action: Action
    zero: bool
    chance: float
    row: Row
    score: float


def stake(ruleset: Ruleset, *, zero: bool) -> float:
    """Points of margin that a sure contract is worth before the play."""
    others = ruleset.players - 1
    chance = [USUAL_CHANCE] * ruleset.players
    return stakes(0, chance, [zero] + [False] * others, bonus=ruleset.bonus, zero_bonus=ruleset.zero_bonus)[0]


def picks_to_come(view: View) -> int:
    """Return the picks that the seat to act has left after this one; 0 once the draft is over."""
    taken = sum(pick.seat == view.seat for pick in view.draft)
    return view.ruleset.picks_each - taken - 1 if view.phase is Phase.DRAFT else 0


def choices(view: View, weights: Weights, habits: Habits = CLUB_HABITS) -> list[Choice]:
    """Return every legal pick or declaration with its features and score."""
    seat = view.seat
    assert seat is not None
    assert view.legal is not None
    to_come = picks_to_come(view)
    middles: dict[str, Middle] = {}
    return [_choice(view, action, to_come, weights, habits, middles) for action in view.legal]


def _choice(
    view: View,
    action: Action,
    to_come: int,
    weights: Weights,
    habits: Habits,
    middles: dict[str, Middle],
) -> Choice:
    assert view.seat is not None
    assert view.hand is not None
    dice, pool, zero = after_action(view, action)
    # Taking a die and removing it leave the same middle.
    gone = str(action).partition(" ")[2] if view.phase is Phase.DRAFT else ""
    middle = middles.get(gone) or Middle.of(pool, knows_number_trumps=habits.knows_number_trumps)
    middles[gone] = middle
    now_zero = isinstance(action, TakeZero | DeclareZero)
    target_worth = zero_worth = 0.0
    takes_zero, late_zero = float(now_zero), float(now_zero and to_come == 0)
    if zero:
        chance = zero_chance(view.hand, dice, middle, weights)
        zero_worth = stake(view.ruleset, zero=True) * chance
    else:
        chance = target_chance(view.hand, dice, middle, to_come, weights, habits)
        target_worth = stake(view.ruleset, zero=False) * chance
        if view.phase is Phase.DRAFT and to_come == 0 and view.ruleset.zero_rule is ZeroRule.DECLARED:
            later = _declared_later(view, dice, middle, weights)
            if _sum(weights, (0.0, later, 1.0, 1.0, 0.0, 0.0)) > weights.pick[0] * target_worth:
                target_worth, zero_worth, takes_zero, late_zero = 0.0, later, 1.0, 1.0
    number = action.die.number if isinstance(action, Take) and not zero else 0
    row = (target_worth, zero_worth, takes_zero, late_zero, float(number == 1), float(2 <= number <= 4))
    return Choice(action, zero, chance, row, _sum(weights, row))


def _sum(weights: Weights, row: Row) -> float:
    total = 0.0
    for weight, value in zip(weights.pick, row, strict=True):
        total += weight * value
    return total


def after_action(view: View, action: Action) -> tuple[list[Piece], list[Piece], bool]:
    """Return the seat's dice, the middle and whether the seat has a zero contract, after this action."""
    assert view.seat is not None
    dice, pool = list(view.dice[view.seat]), list(view.pool)
    match action:
        case Take(die):
            pool.remove(die)
            dice.append(die)
        case TakeZero(discard):
            pool.remove(discard)
        case DeclareZero(returned):
            dice.remove(returned)
        case Pass() | Play():
            pass
    return sorted(dice), pool, view.zero[view.seat] or isinstance(action, TakeZero | DeclareZero)


def _declared_later(view: View, dice: Sequence[Piece], middle: Middle, weights: Weights) -> float:
    """Z6: what a zero declared after the draft would be worth, the best die returned."""
    assert view.hand is not None
    best = 0.0
    for returned in dict.fromkeys(dice):
        kept = list(dice)
        kept.remove(returned)
        best = max(best, zero_chance(view.hand, kept, middle, weights))
    return stake(view.ruleset, zero=True) * best


def target_chance(
    cards: Sequence[Piece],
    dice: Sequence[Piece],
    middle: Middle,
    to_come: int,
    weights: Weights,
    habits: Habits = CLUB_HABITS,
) -> float:
    """Return the chance to make the number of one of the dice; numbers that may still be picked count in part."""
    payoff, odds = target_odds(cards, dice, middle, to_come, weights, habits)
    return chances(payoff, odds)[0]


def target_odds(
    cards: Sequence[Piece],
    dice: Sequence[Piece],
    middle: Middle,
    to_come: int,
    weights: Weights,
    habits: Habits = CLUB_HABITS,
) -> tuple[list[float], list[Odds]]:
    """Return the arguments for `chances`: how far each number of tricks counts, and the odds of the pieces to play."""
    final = len(dice) + to_come
    played = (final - 1) / final
    odds = [steered(middle.odds(face(card), weights.table), weights.control) for card in cards]
    payoff = [0.0] * (DIE_FACES + 1)
    for number in range(1, DIE_FACES + 1):
        payoff[number] = weights.future_die * min(1.0, to_come * middle.by_number[number] / middle.size)
    wanted = [die.number for die in dice] if habits.plans_dice else [max(die.number for die in dice)]
    for number in wanted:
        payoff[number] = 1.0
    odds += [_scaled(steered(middle.odds(face(die), weights.table), weights.control), played) for die in dice]
    average = _scaled(steered((weights.average_win, weights.average_lose), weights.control), played)
    odds += [average] * to_come
    odds.sort(key=_reach, reverse=True)
    return payoff, odds


def _scaled(odds: Odds, played: float) -> Odds:
    return odds[0] * played, odds[1] * played


def _reach(odds: Odds) -> float:
    return odds[0] - odds[1]

"""How often a piece takes a trick: when its owner tries to win with it, and when they try to lose with it.

Both chances are logistic in a few things that people count: how many pieces still out beat it, how many of its
suit and how many trumps are out, how long the suit is in one's own hand, how many tricks are left.
The coefficients are fitted to what happened in play (tools/trainers/club.py).
"""

from __future__ import annotations

from nokosu.bots.club.faces import TRUMP
from nokosu.bots.club.maths import exponential
from nokosu.bots.club.position import Holding, Position
from nokosu.bots.club.weights import Row, Weights

Odds = tuple[float, float]
"""Chance to take a trick when trying to win, and when trying to lose."""


def clues(position: Position, holding: Holding) -> Row:
    """Return the counts for one piece, in the order of `weights.CLUES`.

    A constant; pieces out that beat it (equals count half, W4); whether none does; pieces of its suit out; trumps
    out, for a plain piece; other own pieces of the suit; tricks left.
    """
    suit, rank = holding.suit, holding.rank
    cards, dice = position.unseen_from[suit], position.dice_from[suit]
    stronger = cards[rank + 1] + dice[rank + 1]
    above = stronger + 0.5 * (cards[rank] + dice[rank] - stronger)
    trumps = 0 if suit == TRUMP else position.unseen_from[TRUMP][0] + position.dice_from[TRUMP][0]
    top = 0.0 if above else 1.0
    return 1.0, above, top, cards[0] + dice[0], trumps, position.length[suit] - 1, position.tricks_left


def own_odds(position: Position, weights: Weights) -> list[Odds]:
    """Return the odds of each of the seat's own pieces, in the order of `position.own`."""
    odds = []
    for holding in position.own:
        seen = clues(position, holding)
        if holding.suit == TRUMP:
            win, lose = logistic(weights.trump_win, seen), logistic(weights.trump_lose, seen)
        else:
            win, lose = logistic(weights.plain_win, seen), logistic(weights.plain_lose, seen)
        odds.append(steered((win, min(win, lose)), weights.control))
    return odds


def steered(odds: Odds, control: float) -> Odds:
    """Pull the two odds together, because no player controls every piece. 1 is full control, 0 none."""
    win, lose = odds
    middle = 0.5 * (win + lose)
    reach = 0.5 * control * (win - lose)
    return middle + reach, middle - reach


def logistic(coefficients: Row, values: Row) -> float:
    """Return a chance from a weighted sum."""
    total = 0.0
    for coefficient, value in zip(coefficients, values, strict=True):
        total += coefficient * value
    return 0.0 if total < -30.0 else 1.0 / (1.0 + exponential(-total))

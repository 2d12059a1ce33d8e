"""Estimates of the club player: instant, for hosts without the kernel."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.bots.advice.endings import TRICKS, Ending, endings, mixed
from nokosu.bots.advice.model import NUMBERS, Estimate
from nokosu.bots.club.club import Club
from nokosu.bots.club.draft import USUAL_CHANCE, after_action, choices, picks_to_come, target_odds
from nokosu.bots.club.features import Candidate, Outlook
from nokosu.bots.club.middle import Middle
from nokosu.bots.club.position import Position, position
from nokosu.core.actions import Action, Play
from nokosu.core.round import Phase
from nokosu.core.view import View

_TRICKS_OF_A_LOST_ZERO = 1.5


def club_estimates(view: View) -> list[Estimate]:
    """Return every legal action, in the order of `view.legal`."""
    return _plays(view) if view.phase is Phase.PLAY else _picks(view)


def _plays(view: View) -> list[Estimate]:
    here = position(view)
    outlook, found = Club().plays(view)
    return [_play(view, here, outlook, candidate) for candidate in found]


def _play(view: View, here: Position, outlook: Outlook, candidate: Candidate) -> Estimate:
    at = next(index for index, holding in enumerate(here.own) if holding.piece == candidate.piece)
    zero, won = here.zero[here.seat], here.won[here.seat]
    left = [holding for index, holding in enumerate(here.own) if index != at]
    numbers = [holding.number for holding in left if holding.is_die]
    # F2: one of the dice stays; which one is open, so each counts as played but for that share.
    played = 1.0 if zero or not numbers else (len(numbers) - 1) / len(numbers)
    odds = [
        (outlook.odds[index][0] * played, outlook.odds[index][1] * played)
        if here.own[index].is_die
        else outlook.odds[index]
        for index in outlook.order
        if index != at
    ]
    makes = [(0, -won, 1.0)] if zero else [(number, number - won, 1.0) for number in numbers]
    rows = endings(makes, odds)
    others = [
        without + candidate.takers[seat] * (with_one - without) if seat != here.seat else 0.0
        for seat, (without, with_one) in enumerate(outlook.after)
    ]
    ending = mixed(rows[0], rows[1], candidate.takes)
    ending[TRICKS] += won
    return _estimate(view, Play(candidate.piece), ending, others)


def _picks(view: View) -> list[Estimate]:
    """Estimate picks: before the play nothing is known of the others' chances."""
    assert view.seat is not None
    assert view.hand is not None
    weights = Club().weights(view)
    others = [0.0 if seat == view.seat else USUAL_CHANCE for seat in range(view.ruleset.players)]
    found = []
    for choice in choices(view, weights):
        ending = [0.0] * NUMBERS + [_TRICKS_OF_A_LOST_ZERO * (1.0 - choice.chance)]
        if choice.zero:
            ending[0] = choice.chance
        else:
            dice, pool, _ = after_action(view, choice.action)
            payoff, odds = target_odds(view.hand, dice, Middle.of(pool), picks_to_come(view), weights)
            ending = endings([(number, number, part) for number, part in enumerate(payoff) if part], odds)[0]
        found.append(_estimate(view, choice.action, ending, others))
    return found


def _estimate(view: View, action: Action, ending: Ending, others: Sequence[float]) -> Estimate:
    """S1 to S4: points of an ending, and what the others may expect beside it."""
    assert view.seat is not None
    rules, seat = view.ruleset, view.seat
    chance = list(others)
    chance[seat] = min(1.0, sum(ending[:NUMBERS]))
    failing = rules.players - sum(chance)
    points = [rules.bonus * own * (failing - (1.0 - own)) for own in chance]
    zeros = [rules.zero_bonus * own if zero else 0.0 for own, zero in zip(chance, view.zero, strict=True)]
    zeros[seat] = rules.zero_bonus * ending[0]
    rest = (rules.tricks - ending[TRICKS]) / (rules.players - 1)
    scores = [
        a + b + rules.trick_points * (ending[TRICKS] if this == seat else rest)
        for this, (a, b) in enumerate(zip(points, zeros, strict=True))
    ]
    mean = (sum(scores) - scores[seat]) / (rules.players - 1)
    return Estimate(action, scores[seat], scores[seat] - mean, tuple(ending[:NUMBERS]))

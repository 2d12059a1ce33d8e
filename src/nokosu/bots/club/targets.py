"""What a holding is worth: the chance to end on a number that one of the dice shows (S2), and what that pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nokosu.bots.club.estimate import Odds
from nokosu.bots.club.position import Position
from nokosu.bots.club.weights import Weights


def chances(payoff: Sequence[float], odds: Iterable[Odds]) -> list[float]:
    """Chance of success after 0, 1, 2, … more tricks, if the owner of these pieces steers as well as the odds allow.

    `payoff[k]` is what k more tricks in the end are worth, and nothing beyond. Each piece is played to win or to
    lose, whichever helps from there; the first of the odds belong to the pieces that are played last.
    """
    values = [*payoff, 0.0]
    last = len(payoff)
    for win, lose in odds:
        for k in range(last):
            # In place: values[k + 1] is still the one before this piece.
            gain = values[k + 1] - values[k]
            values[k] += (win if gain > 0.0 else lose) * gain
    return values


def live_payoff(numbers: Iterable[int], won: int, *, zero: bool) -> list[float]:
    """Payoff for `chances`: 1 where the trick count would make a die in front (or zero), by tricks still to win."""
    live = [target - won for target in ((0,) if zero else numbers) if target >= won]
    payoff = [0.0] * (max(live, default=0) + 1)
    for need in live:
        payoff[need] = 1.0
    return payoff


def own_chances(position: Position, odds: Sequence[Odds], order: Sequence[int], without: int = -1) -> list[float]:
    """Return the seat's own chances by tricks still to win, with one piece gone (-1: with all).

    `order` puts first the pieces that can be steered best: they are kept for the end.
    """
    zero = position.zero[position.seat]
    own = position.own
    numbers = [holding.number for at, holding in enumerate(own) if holding.is_die and at != without]
    # F2: one of the dice stays; which one is open, so each counts as played but for that share.
    played = 1.0 if zero or not numbers else (len(numbers) - 1) / len(numbers)
    scaled = [
        (odds[at][0] * played, odds[at][1] * played) if own[at].is_die else odds[at] for at in order if at != without
    ]
    wanted = numbers if position.plans_dice else [max(numbers, default=0)]
    return chances(live_payoff(wanted, position.won[position.seat], zero=zero), scaled)


def steering_order(odds: Sequence[Odds]) -> list[int]:
    """Pieces by how much their owner can steer them, most first."""
    return sorted(range(len(odds)), key=lambda at: odds[at][0] - odds[at][1], reverse=True)


def projected(position: Position, odds: Sequence[Odds]) -> float:
    """Return the tricks that the seat would end with if it steered neither way."""
    dice = len(position.numbers[position.seat])
    played = 1.0 if position.zero[position.seat] or not dice else (dice - 1) / dice
    total = float(position.won[position.seat])
    for holding, (win, lose) in zip(position.own, odds, strict=True):
        total += 0.5 * (win + lose) * (played if holding.is_die else 1.0)
    return total


def target_gap(position: Position, tricks: float) -> float:
    """Return the distance from this many tricks up to the nearest target, limited to 2 either way."""
    if position.zero[position.seat]:
        gap = -tricks
    else:
        won = position.won[position.seat]
        gaps = [number - tricks for number in position.numbers[position.seat] if number >= won]
        gap = min(gaps, key=abs, default=0.0)
    return min(max(gap, -2.0), 2.0)


@lru_cache(maxsize=65536)
def _average(payoff: tuple[float, ...], pieces: int, odds: Odds) -> tuple[float, float]:
    values = chances(payoff, [odds] * pieces)
    return values[0], values[1]


def others_chance(position: Position, seat: int, pieces: int, weights: Weights) -> tuple[float, float]:
    """Return the chance of another seat with so many pieces to play: as it is now, and with one trick more.

    Its cards are hidden, so every piece counts as an average one.
    """
    zero = position.zero[seat]
    odds = (weights.zero_win, weights.zero_lose) if zero else (weights.average_win, weights.average_lose)
    payoff = live_payoff(position.numbers[seat], position.won[seat], zero=zero)
    return _average(tuple(payoff), pieces, odds)


def stakes(seat: int, chance: Sequence[float], zero: Sequence[bool], *, bonus: float, zero_bonus: float) -> list[float]:
    """Points of margin that a full chance of each seat is worth to `seat`: positive for itself, negative for others.

    S3: every maker is paid for every seat that failed; margin is one's own score minus the mean of the others.
    These are the slopes of the expected margin, all else as it is.
    """
    players = len(chance)
    others = players - 1
    failing = sum(1.0 - chance[other] for other in range(players) if other != seat)
    making = others - failing
    slopes = [0.0] * players
    for this in range(players):
        extra = zero_bonus if zero[this] else 0.0
        if this == seat:
            slopes[this] = bonus * (failing + making / others) + extra
        else:
            rest = sum(1.0 - 2.0 * chance[other] for other in range(players) if other not in (seat, this))
            slopes[this] = -bonus * (chance[seat] + (1.0 - chance[seat] + rest) / others) - extra / others
    return slopes

"""Who takes the trick on the table, if this piece is played to it (F4, F5, W1 to W4)."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.bots.club.faces import TRUMP
from nokosu.bots.club.maths import power
from nokosu.bots.club.position import Holding, Position, beats
from nokosu.bots.club.weights import Weights


def wishes(after: Sequence[tuple[float, float]], weights: Weights) -> list[float]:
    """Return how much each seat wants this trick, 0 to 1, from its chances without and with it."""
    return [
        min(max(0.5 + weights.want_slope * (with_one - without), weights.want_least), weights.want_most)
        for without, with_one in after
    ]


def takes_over(position: Position, seat: int, led: int, best_suit: int, best_rank: int, want: float) -> float:
    """Return the chance that a seat behind beats the best piece so far: it can and wants to, or it must."""
    share = position.share[seat][led]
    dice = position.dice[seat][led]
    cards = position.unseen_from[led]
    if best_suit == led:
        beating, following = cards[best_rank], cards[0]
        die_beats = any(rank >= best_rank for rank in dice)
        die_ducks = any(rank < best_rank for rank in dice)
    else:
        beating, following = 0, cards[0]
        die_beats, die_ducks = False, bool(dice)
    none_beats = 0.0 if die_beats else power(1.0 - share, beating)
    none_ducks = 0.0 if die_ducks else power(1.0 - share, following - beating)
    chance = (1.0 - none_beats) * (want + (1.0 - want) * none_ducks)
    void = none_beats * none_ducks
    if led != TRUMP and void > 0.0:
        chance += void * want * _can_ruff(position, seat, best_rank if best_suit == TRUMP else 0)
    return chance


def _can_ruff(position: Position, seat: int, least_rank: int) -> float:
    if any(rank >= least_rank for rank in position.dice[seat][TRUMP]):
        return 1.0
    return 1.0 - power(1.0 - position.share[seat][TRUMP], position.unseen_from[TRUMP][least_rank])


def winners(position: Position, holding: Holding, wants: Sequence[float]) -> list[float]:
    """Return each seat's chance to take this trick if the piece is played to it.

    Of the seats behind that beat what lies now, the last is taken to win.
    """
    if position.led < 0:
        led, best_suit, best_rank, holder = holding.suit, holding.suit, holding.rank, position.seat
    else:
        led, best_suit, best_rank, holder = position.led, position.best_suit, position.best_rank, position.best_seat
        if beats(holding.suit, holding.rank, best_suit, best_rank):
            best_suit, best_rank, holder = holding.suit, holding.rank, position.seat
    chance = [0.0] * position.players
    left = 1.0
    for seat in reversed(position.behind):
        over = takes_over(position, seat, led, best_suit, best_rank, wants[seat])
        chance[seat] = left * over
        left -= chance[seat]
    chance[holder] += left
    return chance

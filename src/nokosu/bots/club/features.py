"""Every legal play as a row of named numbers (weights.PLAY); the weights add them up. docs/club.md explains each.

All of it follows from public information and the seat's own hand, so that a search can use the same terms,
softened, for playouts and for guessing what others hold. The kernel's club/club.hpp states them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.bots.club.estimate import Odds, own_odds
from nokosu.bots.club.faces import NUMBER_RANK, TRUMP, TWIN_RANK
from nokosu.bots.club.habits import CLUB_HABITS, Habits
from nokosu.bots.club.lead import lead_terms
from nokosu.bots.club.maths import exponential
from nokosu.bots.club.odds import winners, wishes
from nokosu.bots.club.position import Holding, Position
from nokosu.bots.club.targets import others_chance, own_chances, projected, stakes, steering_order, target_gap
from nokosu.bots.club.weights import Row, Weights
from nokosu.core.pieces import Piece

_LOST = 0.02
"""A chance below this counts as lost."""


@dataclass(slots=True)
class Candidate:
    """A legal play and what was worked out about it."""

    piece: Piece
    takers: list[float]
    """Each seat's chance to take this trick."""
    takes: float
    if_won: float
    """Chance to make the contract in the end if the trick is won, and if not."""
    if_lost: float
    row: Row
    score: float

    @property
    def chance(self) -> float:
        return self.takes * self.if_won + (1.0 - self.takes) * self.if_lost


@dataclass(slots=True)
class Outlook:
    """Values that are the same for every candidate."""

    odds: list[Odds]
    order: list[int]
    chance: list[float]
    """Each seat's chance to make its contract, and what it is worth to this one."""
    slopes: list[float]
    after: list[tuple[float, float]]
    """Each other seat's chance after this trick: without it, with it."""
    wants: list[float]
    tricks: float
    """Tricks that the seat is heading for, and how far above them the nearest target lies."""
    gap: float
    phase: int
    """0 early, 1 in the middle, 2 late."""


def outlook(position: Position, weights: Weights, *, bonus: float, zero_bonus: float) -> Outlook:
    """Read the table before looking at single plays."""
    odds = own_odds(position, weights)
    order = steering_order(odds)
    left = position.tricks_left
    chance, after = [], []
    for seat in range(position.players):
        if seat == position.seat:
            chance.append(own_chances(position, odds, order)[0])
            after.append((0.0, 0.0))
        else:
            chance.append(others_chance(position, seat, left, weights)[0])
            after.append(others_chance(position, seat, left - 1, weights))
    slopes = stakes(position.seat, chance, position.zero, bonus=bonus, zero_bonus=zero_bonus)
    tricks = projected(position, odds)
    return Outlook(
        odds=odds,
        order=order,
        chance=chance,
        slopes=slopes,
        after=after,
        wants=wishes(after, weights),
        tricks=tricks,
        gap=target_gap(position, tricks),
        phase=0 if left > 9 else 1 if left > 4 else 2,
    )


def candidates(
    position: Position, legal: Sequence[Piece], weights: Weights, seen: Outlook, habits: Habits = CLUB_HABITS
) -> list[Candidate]:
    """Return every legal play with its features and score."""
    sums = _sums(position, weights, seen)
    found = []
    for piece in legal:
        at = next(index for index, holding in enumerate(position.own) if holding.piece == piece)
        found.append(_candidate(position, at, seen, sums, habits))
    return found


def _sums(position: Position, weights: Weights, seen: Outlook) -> Row:
    """Return another aim, other weights: a die's number, zero, or nothing left to make."""
    if seen.chance[position.seat] < _LOST:
        return weights.play_lost
    return weights.play_zero if position.zero[position.seat] else weights.play


def softened(found: Sequence[Candidate], temperature: float) -> list[float]:
    """Return the chance of each candidate under a player who mostly, not always, takes the best."""
    best = max(candidate.score for candidate in found)
    grades = [exponential((candidate.score - best) / temperature) for candidate in found]
    total = sum(grades)
    return [grade / total for grade in grades]


def _candidate(position: Position, at: int, seen: Outlook, sums: Row, habits: Habits) -> Candidate:
    holding = position.own[at]
    takers = winners(position, holding, seen.wants)
    takes = takers[position.seat]
    after = own_chances(position, seen.odds, seen.order, at)
    if_lost, if_won = after[0], after[1]
    own = seen.slopes[position.seat] * (takes * if_won + (1.0 - takes) * if_lost)
    trump = holding.suit == TRUMP
    row = (
        *_by_phase(own, seen.phase),
        *(_others(position, takers, seen) if habits.minds_others else (0.0, 0.0, 0.0)),
        *_by_phase(takes, seen.phase),
        takes * seen.gap,
        0.0 if position.behind else takes,
        *_die_terms(position, holding, seen),
        (1.0 - takes) * seen.odds[at][0],
        (1.0 - takes) * seen.odds[at][1],
        float(not trump and position.length[holding.suit] == 1),
        float(trump and position.led not in (-1, TRUMP)),
        float(trump and holding.rank == TWIN_RANK),
        float(trump and holding.rank == NUMBER_RANK),
        *lead_terms(position, holding, takes),
        takes * holding.rank,
        (1.0 - takes) * holding.rank,
    )
    score = 0.0
    for weight, value in zip(sums, row, strict=True):
        score += weight * value
    return Candidate(holding.piece, takers, takes, if_won, if_lost, row, score)


def _by_phase(value: float, phase: int) -> Row:
    return (value, 0.0, 0.0) if phase == 0 else (0.0, value, 0.0) if phase == 1 else (0.0, 0.0, value)


def _others(position: Position, takers: Sequence[float], seen: Outlook) -> Row:
    """Return the effect on the others' chances, in points: on zero contracts, on fixed and on open targets."""
    zero = shown = still_open = 0.0
    for seat in range(position.players):
        if seat == position.seat:
            continue
        without, with_one = seen.after[seat]
        worth = seen.slopes[seat] * (without + takers[seat] * (with_one - without))
        if position.zero[seat]:
            zero += worth
        elif len(position.numbers[seat]) == 1:
            shown += worth
        else:
            still_open += worth
    return zero, shown, still_open


def _die_terms(position: Position, holding: Holding, seen: Outlook) -> Row:
    """Dead, or live by phase; how far a live number lies from where the seat is heading; whether one die stays."""
    if not holding.is_die or position.zero[position.seat]:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    need = holding.number - position.won[position.seat]
    shows = float(len(position.numbers[position.seat]) == 2)
    if 0 <= need < position.tricks_left:
        return 0.0, *_by_phase(1.0, seen.phase), abs(holding.number - seen.tricks), shows
    return 1.0, 0.0, 0.0, 0.0, 0.0, shows

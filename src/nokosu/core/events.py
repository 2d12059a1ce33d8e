"""What happens at a table, as one audience may see it (H1 to H4): a closed union of values.

The audience is a seat, or None for spectators. Every audience gets the same number of events in the same order; the
one difference is the hand in `RoundDealt`. Like a view, an event has no field that could hold another seat's cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nokosu.core.contract import Contract
from nokosu.core.match import Match
from nokosu.core.pieces import Colour, Piece
from nokosu.core.round import Declaration, Phase, Pick, Round, WonTrick
from nokosu.core.scoring import SeatScore
from nokosu.core.trick import Trick

Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """D1 to D5: a round begins. The dice are for everybody; `hand` is the audience's own, None for spectators."""

    round: int
    dealer: int
    removed_colour: Colour | None
    drawn: tuple[Pieces, ...]
    pool: Pieces
    hand: Pieces | None


@dataclass(frozen=True, slots=True)
class DieTaken:
    """D6: a seat took a die from the middle."""

    seat: int
    die: Piece


@dataclass(frozen=True, slots=True)
class ZeroDieTaken:
    """Z1: a seat took a zero die and removed a die from the middle."""

    seat: int
    discard: Piece


@dataclass(frozen=True, slots=True)
class Declared:
    """Z5, Z6: a seat said no (None), or zero and returned a die."""

    seat: int
    returned: Piece | None


@dataclass(frozen=True, slots=True)
class Played:
    """F1: a seat played a piece."""

    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """W1 to W5: a trick is full and goes to its winner."""

    seat: int
    leader: int
    plays: Pieces


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """S1 to S4: how one seat's points came about. `leftover` is None for a zero contract."""

    leftover: Piece | None
    won: int
    made: bool
    tricks: int
    bonus: int
    zero_bonus: int
    points: int
    total: int

    @property
    def parts(self) -> tuple[int, ...]:
        """Return the non-zero parts of the points."""
        return tuple(part for part in (self.tricks, self.bonus, self.zero_bonus) if part)


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over: one line per seat."""

    round: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """M4, M5: the match is over."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


Event = RoundDealt | DieTaken | ZeroDieTaken | Declared | Played | TrickTaken | RoundScored | MatchEnded


def history(match: Match, seat: int | None) -> tuple[Event, ...]:
    """Return everything that this audience has seen happen, from the first deal on."""
    return tuple(_all(match, seat))


def since(before: Match, after: Match, seat: int | None) -> tuple[Event, ...]:
    """Return what this audience sees happen when one action turns `before` into `after`."""
    return tuple(_step(before, after, seat))


def _all(match: Match, seat: int | None) -> Iterator[Event]:
    for index, round_ in enumerate(match.rounds):
        yield _dealt(round_, index, seat)
        yield from map(_picked, round_.draft)
        yield from map(_declared, round_.declarations)
        for won in round_.tricks:
            yield from _plays(won.trick, round_)
            yield _taken(won)
        if round_.trick:
            yield from _plays(round_.trick, round_)
        if round_.phase is Phase.OVER:
            yield _scored(match, index)
    if match.over:
        yield _ended(match)


def _step(before: Match, after: Match, seat: int | None) -> Iterator[Event]:
    index = before.round_index
    old, new = before.round, after.rounds[index]
    if len(new.draft) > len(old.draft):
        yield _picked(new.draft[-1])
    elif len(new.declarations) > len(old.declarations):
        yield _declared(new.declarations[-1])
    else:
        yield from _play_and_what_follows(old, new)
    if new.phase is Phase.OVER:
        yield _scored(after, index)
        yield _ended(after) if after.over else _dealt(after.round, after.round_index, seat)


def _play_and_what_follows(old: Round, new: Round) -> Iterator[Event]:
    assert old.to_act is not None
    if len(new.tricks) == len(old.tricks):
        assert new.trick is not None
        yield Played(old.to_act, new.trick.plays[-1])
        return
    won = new.tricks[-1]
    yield Played(old.to_act, won.trick.plays[-1])
    yield _taken(won)


def _dealt(round_: Round, index: int, seat: int | None) -> RoundDealt:
    """H1: of the cards, nothing but the audience's own hand. H3: and never the card aside."""
    return RoundDealt(
        round=index,
        dealer=round_.dealer,
        removed_colour=round_.ruleset.removed,
        drawn=round_.deal.drawn,
        pool=round_.deal.pool,
        hand=None if seat is None else round_.deal.cards[seat],
    )


def _picked(pick: Pick) -> Event:
    return ZeroDieTaken(pick.seat, pick.die) if pick.zero else DieTaken(pick.seat, pick.die)


def _declared(declaration: Declaration) -> Event:
    return Declared(declaration.seat, declaration.returned)


def _plays(trick: Trick, round_: Round) -> Iterator[Event]:
    for play, piece in enumerate(trick.plays):
        yield Played(trick.seat_of(play, round_.ruleset.players), piece)


def _taken(won: WonTrick) -> Event:
    return TrickTaken(won.winner, won.trick.leader, won.trick.plays)


def _scored(match: Match, index: int) -> RoundScored:
    round_ = match.rounds[index]
    totals = [sum(column) for column in zip(*match.scores[: index + 1], strict=True)]
    lines = zip(round_.contracts, round_.won, round_.score, totals, strict=True)
    return RoundScored(index, tuple(_line(*line) for line in lines))


def _line(contract: Contract, won: int, score: SeatScore, total: int) -> ScoreLine:
    return ScoreLine(
        leftover=contract.leftover,
        won=won,
        made=score.made,
        tricks=score.tricks,
        bonus=score.bonus,
        zero_bonus=score.zero_bonus,
        points=score.total,
        total=total,
    )


def _ended(match: Match) -> MatchEnded:
    return MatchEnded(match.totals, match.winners)

"""The results of a contest: what seats are compared with, what a round scores, and the standings. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nokosu.wire.contests import ContestScoring
from nokosu.wire.daily import DailyLine
from nokosu.wire.struct import Struct, decoder

CHAMPION: Final = -1000
"""The number of the champion that plays a person's seats, among the players of a table."""
_WINNER: Final = 12
"""Points for the place of a table's winner: equal steps for three, four and five seats."""


class TableResult(Struct, frozen=True):
    """How a table was played to its end."""

    deals: list[list[DailyLine]]
    """Of each deal, by seat."""
    counts: list[bool]
    """Of each seat, whether a person made at least half of its moves."""


read_result = decoder(TableResult)


@dataclass(frozen=True, slots=True)
class Played:
    """A table of a round that was played to its end: who sat there (pairing.Table), and how it went."""

    table: str
    seats: tuple[int, ...]
    result: TableResult

    @property
    def totals(self) -> list[int]:
        """The points of each seat, over all deals."""
        return [sum(deal[seat].points for deal in self.result.deals) for seat in range(len(self.seats))]


@dataclass(frozen=True, slots=True)
class Line:
    """How a seat of a table played a deal, compared with everyone who held the same seat of the same deal."""

    played: Played
    seat: int
    line: DailyLine
    matchpoints: int
    over_mean: float


@dataclass(frozen=True, slots=True)
class SeatOfDeal:
    """Everyone who held a seat of a deal, the most points first."""

    seat: int
    mean: float
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a player scored in a round, and what decides between equal scores."""

    score: float
    points: int
    won: bool
    tie: tuple[float, int]


@dataclass(slots=True)
class Standing:
    """A player's sum over several rounds."""

    player: int
    score: float = 0.0
    points: int = 0
    wins: int = 0
    rounds: list[float | None] = field(default_factory=list)
    tie: tuple[float, int] = (0.0, 0)
    place: int = 0

    @property
    def rank(self) -> tuple[float, float, int]:
        """What the standings are ordered by."""
        return (round(self.score, 6), round(self.tie[0], 6), self.tie[1])


def compared(tables: Sequence[Played]) -> Iterator[list[SeatOfDeal]]:
    """Compare tables that played the same deals, one deal after the other: seat by seat.

    Seats that bots held everywhere are left out.
    """
    if not tables:
        return
    deals, seats = range(len(tables[0].result.deals)), range(len(tables[0].seats))
    held = [seat for seat in seats if any(each.seats[seat] >= 0 or each.seats[seat] == CHAMPION for each in tables)]
    for deal in deals:
        yield [_compared(tables, deal, seat) for seat in held]


def _compared(tables: Sequence[Played], deal: int, seat: int) -> SeatOfDeal:
    points = [each.result.deals[deal][seat].points for each in tables]
    mean = sum(points) / len(points)
    lines = [
        Line(
            played=each,
            seat=seat,
            line=each.result.deals[deal][seat],
            matchpoints=sum(2 * (other < own) + (other == own) for other in points) - 1,
            over_mean=own - mean,
        )
        for each, own in zip(tables, points, strict=True)
    ]
    return SeatOfDeal(seat, mean, sorted(lines, key=lambda each: -each.line.points))


def round_scores(tables: Sequence[Played], scoring: ContestScoring) -> dict[int, RoundScore]:
    """Return what every player scored for whom a round counts; the champion counts too.

    Equal scores are decided by points in the game, then by tables won. Where hands are compared, both depend on the
    cards: there it is the points over the mean.
    """
    found: dict[int, RoundScore] = {}
    by_place = scoring == "places"
    gained = _by_place(tables) if by_place else _by_deals(tables, scoring)
    over = {} if by_place else _by_deals(tables, "mean")
    for number, each in enumerate(tables):
        totals = each.totals
        for seat, player in enumerate(each.seats):
            if player == CHAMPION or (player >= 0 and each.result.counts[seat]):
                won = totals[seat] == max(totals)
                tie = (float(totals[seat]), int(won)) if by_place else (over[number, seat], 0)
                found[player] = RoundScore(gained[number, seat], totals[seat], won, tie)
    return found


def _by_place(tables: Sequence[Played]) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {}
    for number, each in enumerate(tables):
        totals = each.totals
        step = _WINNER / (len(totals) - 1)
        for seat, own in enumerate(totals):
            # Half a step for each equal one: equal points share what their places are worth.
            below = sum(other < own for other in totals) + (totals.count(own) - 1) / 2
            found[number, seat] = step * below
    return found


def _by_deals(tables: Sequence[Played], scoring: ContestScoring) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {}
    numbers = {id(each): number for number, each in enumerate(tables)}
    for deal in compared(tables):
        for seat in deal:
            for line in seat.lines:
                where = numbers[id(line.played)], line.seat
                gained = float(line.matchpoints) if scoring == "matchpoints" else line.over_mean
                found[where] = found.get(where, 0.0) + gained
    return found


def standings(players: Sequence[int], rounds: Sequence[Mapping[int, RoundScore]]) -> list[Standing]:
    """Return the standings over these rounds, best first; equal ones share a place and keep their order."""
    found = [Standing(player) for player in players]
    for each in found:
        for scores in rounds:
            scored = scores.get(each.player)
            each.rounds.append(None if scored is None else scored.score)
            if scored is not None:
                each.score += scored.score
                each.points += scored.points
                each.wins += scored.won
                each.tie = (each.tie[0] + scored.tie[0], each.tie[1] + scored.tie[1])
    ordered = sorted(found, key=lambda each: each.rank, reverse=True)
    for index, each in enumerate(ordered):
        before = ordered[index - 1]
        each.place = before.place if index and before.rank == each.rank else index + 1
    return ordered

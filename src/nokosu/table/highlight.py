"""The one thing to tell about a finished match: found in what everybody has seen, worded in any language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from nokosu.core.events import MatchEnded, RoundScored, ScoreLine, TrickTaken, history
from nokosu.core.match import Match
from nokosu.locale import Texts, mark
from nokosu.wire.tables import Highlight

YOURS: Final = {
    mark("highlight.best-round"): mark("highlight.best-round.you"),
    mark("highlight.from-last"): mark("highlight.from-last.you"),
    mark("highlight.no-contract"): mark("highlight.no-contract.you"),
    mark("highlight.perfect"): mark("highlight.perfect.you"),
    mark("highlight.run"): mark("highlight.run.you"),
    mark("highlight.solo"): mark("highlight.solo.you"),
    mark("highlight.streak"): mark("highlight.streak.you"),
    mark("highlight.zero"): mark("highlight.zero.you"),
}
"""Highlights about a seat, and how they are worded for the person who sits there."""
_GAPS: Final = {1: Highlight(message=mark("highlight.one-point")), 2: Highlight(message=mark("highlight.two-points"))}
_LEADS: Final = 3
_RUN: Final = 6
_STREAK: Final = 3
_LONG_STREAK: Final = 4


def remarkable(match: Match) -> Highlight | None:
    """Return the most remarkable of what is true; None while the match goes on."""
    if not match.over:
        return None
    told = _Told(match)
    return next(found for find in FINDERS if (found := find(told)) is not None)


def worded(highlight: Highlight, texts: Texts, names: Sequence[str], own: int | None = None) -> str:
    """Return a highlight as a sentence for the person in seat `own`, or for anybody."""
    message = (
        YOURS.get(highlight.message, highlight.message) if highlight.seat == own is not None else highlight.message
    )
    params: dict[str, object] = {}
    if highlight.seat is not None:
        params["name"] = names[highlight.seat]
    if highlight.round is not None:
        params["round"] = highlight.round + 1
    if highlight.n is not None:
        params["n"] = highlight.n
    return texts.t(message, **params)


class _Told:
    """A match as a spectator has seen it."""

    def __init__(self, match: Match) -> None:
        self._events = history(match, None)
        self.rounds = [event.lines for event in self._events if isinstance(event, RoundScored)]
        (ended,) = (event for event in self._events if isinstance(event, MatchEnded))
        self.winners = ended.winners
        self.winner = ended.winners[0] if len(ended.winners) == 1 else None
        self.first, self.second, *_ = sorted(ended.totals, reverse=True)

    @cached_property
    def zeros(self) -> list[tuple[int, int]]:
        """The rounds and seats in which a zero was made."""
        return [
            (index, seat)
            for index, lines in enumerate(self.rounds)
            for seat, line in enumerate(lines)
            if line.zero_bonus
        ]

    @cached_property
    def runs(self) -> list[tuple[int, int, int]]:
        """Tricks won in a row: how many, the seat, the round."""
        runs, index, length, before = list[tuple[int, int, int]](), 0, 0, None
        for event in self._events:
            if isinstance(event, TrickTaken):
                length = length + 1 if event.seat == before else 1
                before = event.seat
                runs.append((length, event.seat, index))
            elif isinstance(event, RoundScored):
                index, length, before = event.round + 1, 0, None
        return runs


def _tie_break(told: _Told) -> Highlight | None:
    decided = told.winner is not None and told.first == told.second
    return Highlight(message=mark("highlight.tie-break"), n=told.first) if decided else None


def _perfect(told: _Told) -> Highlight | None:
    always = [seat for seat, seats in enumerate(zip(*told.rounds, strict=True)) if all(line.made for line in seats)]
    alone = len(always) == 1 and len(told.rounds) > 1
    return Highlight(message="highlight.perfect", seat=always[0]) if alone else None


def _no_contract(told: _Told) -> Highlight | None:
    seat = told.winner
    if seat is None or len(told.rounds) == 1 or any(lines[seat].made for lines in told.rounds):
        return None
    return Highlight(message="highlight.no-contract", seat=seat)


def _from_last(told: _Told) -> Highlight | None:
    """Find a winner who was alone in the last place, later than after the first round."""
    seat = told.winner
    if seat is None:
        return None
    behind = [index for index, lines in enumerate(told.rounds[:-1]) if index and _is_last(lines, seat)]
    return Highlight(message="highlight.from-last", seat=seat, round=behind[-1]) if behind else None


def _is_last(lines: Sequence[ScoreLine], seat: int) -> bool:
    return all(line.total > lines[seat].total for other, line in enumerate(lines) if other != seat)


def _zeros(told: _Told) -> Highlight | None:
    return Highlight(message=mark("highlight.zeros"), n=len(told.zeros)) if len(told.zeros) > 1 else None


def _close(told: _Told) -> Highlight | None:
    return _GAPS.get(told.first - told.second) if told.winner is not None else None


def _zero(told: _Told) -> Highlight | None:
    return Highlight(message="highlight.zero", seat=told.zeros[0][1], round=told.zeros[0][0]) if told.zeros else None


def _run(told: _Told) -> Highlight | None:
    length, seat, index = max(told.runs, key=lambda run: run[0])
    return Highlight(message="highlight.run", seat=seat, round=index, n=length) if length >= _RUN else None


def _solo(told: _Told) -> Highlight | None:
    """Return one seat alone made its contract, which pays the most."""
    for index, lines in enumerate(told.rounds):
        made = [seat for seat, line in enumerate(lines) if line.made]
        if len(made) == 1:
            return Highlight(message="highlight.solo", seat=made[0], round=index, n=lines[made[0]].points)
    return None


def _streak(told: _Told) -> Highlight | None:
    """Return the most contracts that one seat made round after round."""
    best, whose = 0, 0
    for seat, lines in enumerate(zip(*told.rounds, strict=True)):
        length = 0
        for line in lines:
            length = length + 1 if line.made else 0
            if length > best:
                best, whose = length, seat
    return Highlight(message="highlight.streak", seat=whose, n=best) if best >= _STREAK else None


def _long_streak(told: _Told) -> Highlight | None:
    found = _streak(told)
    return found if found is not None and (found.n or 0) >= _LONG_STREAK else None


def _leads(told: _Told) -> Highlight | None:
    """Return how often another seat came to be alone in front."""
    alone = list[int]()
    for lines in told.rounds:
        most = max(line.total for line in lines)
        ahead = [seat for seat, line in enumerate(lines) if line.total == most]
        alone += ahead if len(ahead) == 1 else []
    changes = sum(seat != before for before, seat in pairwise(alone))
    return Highlight(message=mark("highlight.leads"), n=changes) if changes >= _LEADS else None


def _nobody(told: _Told) -> Highlight | None:
    missed = [index for index, lines in enumerate(told.rounds) if not any(line.made for line in lines)]
    return Highlight(message=mark("highlight.nobody"), round=missed[0]) if missed else None


def _best_round(told: _Told) -> Highlight:
    points = [(line.points, seat, index) for index, lines in enumerate(told.rounds) for seat, line in enumerate(lines)]
    most, seat, index = max(points, key=lambda each: each[0])
    return Highlight(message="highlight.best-round", seat=seat, round=index, n=most)


FINDERS: Final[tuple[Callable[[_Told], Highlight | None], ...]] = (
    *(_no_contract, _tie_break, _from_last, _leads, _close, _perfect, _run, _long_streak, _zeros, _nobody, _zero),
    *(_streak, _solo, _best_round),
)
"""The rarest first, as bench/highlights.py counted them in matches of bots; the last one is always true."""


def true_of(match: Match) -> list[str]:
    """Return the kinds of highlight that a finished match has, the rarest first."""
    told = _Told(match)
    return [kind_of(find) for find in FINDERS if find(told) is not None]


def kind_of(find: Callable[[_Told], Highlight | None]) -> str:
    """Return what a finder looks for, as the benchmark names it."""
    return find.__name__.strip("_").replace("_", "-")

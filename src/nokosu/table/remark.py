"""The one thing to tell about a finished match: found in what everybody has seen, worded in any language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from nokosu.core.events import MatchEnded, RoundScored, ScoreLine, TrickTaken, history
from nokosu.core.match import Match
from nokosu.locale import Texts, mark
from nokosu.wire.tables import Remark

YOURS: Final = {
    mark("remark.best-round"): mark("remark.best-round.you"),
    mark("remark.from-last"): mark("remark.from-last.you"),
    mark("remark.no-contract"): mark("remark.no-contract.you"),
    mark("remark.perfect"): mark("remark.perfect.you"),
    mark("remark.run"): mark("remark.run.you"),
    mark("remark.solo"): mark("remark.solo.you"),
    mark("remark.zero"): mark("remark.zero.you"),
}
"""Remarks about a seat, and how they are worded for the person who sits there."""
_GAPS: Final = {1: Remark(message=mark("remark.one-point")), 2: Remark(message=mark("remark.two-points"))}
_LEADS: Final = 3
_RUN: Final = 6


def remarkable(match: Match) -> Remark | None:
    """Return the most remarkable of what is true; None while the match goes on."""
    if not match.over:
        return None
    told = _Told(match)
    return next(found for find in _FINDERS if (found := find(told)) is not None)


def worded(remark: Remark, texts: Texts, names: Sequence[str], own: int | None = None) -> str:
    """A remark as a sentence for the person in seat `own`, or for anybody."""
    message = YOURS.get(remark.message, remark.message) if remark.seat == own is not None else remark.message
    params: dict[str, object] = {}
    if remark.seat is not None:
        params["name"] = names[remark.seat]
    if remark.round is not None:
        params["round"] = remark.round + 1
    if remark.n is not None:
        params["n"] = remark.n
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


def _tie_break(told: _Told) -> Remark | None:
    decided = told.winner is not None and told.first == told.second
    return Remark(message=mark("remark.tie-break"), n=told.first) if decided else None


def _perfect(told: _Told) -> Remark | None:
    always = [seat for seat, seats in enumerate(zip(*told.rounds, strict=True)) if all(line.made for line in seats)]
    alone = len(always) == 1 and len(told.rounds) > 1
    return Remark(message="remark.perfect", seat=always[0]) if alone else None


def _no_contract(told: _Told) -> Remark | None:
    seat = told.winner
    if seat is None or len(told.rounds) == 1 or any(lines[seat].made for lines in told.rounds):
        return None
    return Remark(message="remark.no-contract", seat=seat)


def _from_last(told: _Told) -> Remark | None:
    """The winner was alone in the last place, later than after the first round."""
    seat = told.winner
    if seat is None:
        return None
    behind = [index for index, lines in enumerate(told.rounds[:-1]) if index and _is_last(lines, seat)]
    return Remark(message="remark.from-last", seat=seat, round=behind[-1]) if behind else None


def _is_last(lines: Sequence[ScoreLine], seat: int) -> bool:
    return all(line.total > lines[seat].total for other, line in enumerate(lines) if other != seat)


def _zeros(told: _Told) -> Remark | None:
    return Remark(message=mark("remark.zeros"), n=len(told.zeros)) if len(told.zeros) > 1 else None


def _close(told: _Told) -> Remark | None:
    return _GAPS.get(told.first - told.second) if told.winner is not None else None


def _zero(told: _Told) -> Remark | None:
    return Remark(message="remark.zero", seat=told.zeros[0][1], round=told.zeros[0][0]) if told.zeros else None


def _run(told: _Told) -> Remark | None:
    length, seat, index = max(told.runs, key=lambda run: run[0])
    return Remark(message="remark.run", seat=seat, round=index, n=length) if length >= _RUN else None


def _solo(told: _Told) -> Remark | None:
    """One seat alone made its contract, which pays the most."""
    for index, lines in enumerate(told.rounds):
        made = [seat for seat, line in enumerate(lines) if line.made]
        if len(made) == 1:
            return Remark(message="remark.solo", seat=made[0], round=index, n=lines[made[0]].points)
    return None


def _leads(told: _Told) -> Remark | None:
    """How often another seat came to be alone in front."""
    alone = list[int]()
    for lines in told.rounds:
        most = max(line.total for line in lines)
        ahead = [seat for seat, line in enumerate(lines) if line.total == most]
        alone += ahead if len(ahead) == 1 else []
    changes = sum(seat != before for before, seat in pairwise(alone))
    return Remark(message=mark("remark.leads"), n=changes) if changes >= _LEADS else None


def _nobody(told: _Told) -> Remark | None:
    missed = [index for index, lines in enumerate(told.rounds) if not any(line.made for line in lines)]
    return Remark(message=mark("remark.nobody"), round=missed[0]) if missed else None


def _best_round(told: _Told) -> Remark:
    points = [(line.points, seat, index) for index, lines in enumerate(told.rounds) for seat, line in enumerate(lines)]
    most, seat, index = max(points, key=lambda each: each[0])
    return Remark(message="remark.best-round", seat=seat, round=index, n=most)


_FINDERS: Final[tuple[Callable[[_Told], Remark | None], ...]] = (
    *(_tie_break, _perfect, _no_contract, _from_last, _zeros, _close, _zero, _run, _leads, _solo, _nobody),
    _best_round,
)
"""The most remarkable first; the last one is always true."""

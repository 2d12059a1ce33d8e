"""What bots say: now and then, at the end of a round, about results that everybody sees. Pure.

A reaction follows from the table's public name and the scores alone, and is committed together with the move that ended
the round. So neither what a bot says nor when says anything about a hand, or about how long a bot thought.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from nokosu.core.match import Match
from nokosu.core.scoring import SeatScore
from nokosu.table.decide import Decision
from nokosu.table.state import State
from nokosu.wire.commands import ReactionName
from nokosu.wire.entries import Reacted

_OUT_OF: Final = 3
"""In two of three rounds a bot says something."""


def reactions(state: State, decided: Decision, talkers: Collection[str]) -> list[Reacted]:
    """Return what one of these bots says to a decision that ends a round."""
    before, after = state.match, decided.after
    if before is None or after is None or len(after.scores) == len(before.scores):
        return []
    said = _reaction(state, after, [seat for seat, chair in enumerate(state.chairs) if chair.bot in talkers])
    return [] if said is None else [said]


def _reaction(state: State, after: Match, talkers: Sequence[int]) -> Reacted | None:
    chance = hashlib.sha256(f"{state.table} {len(after.scores)}".encode()).digest()
    if not talkers or (chance[0] % _OUT_OF == 0 and not after.over):
        return None
    seat = talkers[chance[1] % len(talkers)]
    ended = after.rounds[len(after.scores) - 1]
    return Reacted(seat=seat, reaction="thanks" if after.over else about(seat, ended.score, ended.zero))


def about(seat: int, scores: Sequence[SeatScore], zero: Sequence[bool]) -> ReactionName:
    """Return what a seat says to a round's result: to a zero made, to its own miss, to somebody's success."""
    made = [score.made for score in scores]
    if any(each and was_zero for each, was_zero in zip(made, zero, strict=True)):
        return "wow"
    if not made[seat]:
        return "oops"
    return "nice" if sum(made) > 1 else "again"

"""A review: what each decision of a seat was worth, and what of the points was luck. Made by nokosu.judge.

Points are those of a round. A *loss* is in points ahead of the mean of the others, because that wins matches; a *cost*
is what of it was lost on the seat's own sheet.
"""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.wire.base import ActionText, Message, Reason, Seat
from nokosu.wire.struct import Meta

JudgeName = Literal["search", "network"]
Verdict = Literal["best", "fine", "close", "unsure", "inaccuracy", "mistake", "blunder"]
"""fine: less than half a point, or proved to make the target. close: too close to tell.

unsure: suspicious, but the second judge, the network, is not loaded.
"""
PhaseName = Literal["draft", "declare", "play"]
Depth = Literal["screen", "quick", "deep"]
NAMED: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
"""What both judges agree on: the loss is real."""


class JudgeLine(Message, frozen=True, kw_only=True):
    """What one judge expects of one action."""

    judge: JudgeName
    points: float
    margin: float
    made: float
    loss: float
    """Margin lost against the best action of the judgement."""
    error: float
    """Standard error of that loss: both actions were tried in the same worlds."""
    worlds: int


class Candidate(Message, frozen=True, kw_only=True):
    """One legal action with what to expect of it, both judges together."""

    action: ActionText
    points: float
    """Own points of the round."""
    margin: float
    """Own points less the mean of the others'."""
    made: float
    """The chance to make the target."""
    makes: list[float]
    """The chance to make each number, 0 (zero) to 6; all 0 where every judge solved the last tricks."""
    loss: float
    error: float
    worlds: int
    """In how many possible hands it was tried: it makes the target in made × worlds of them."""
    worse: bool
    """Whether every judge is sure that it loses something real against the best."""
    judges: list[JudgeLine]


class OpenCards(Message, frozen=True, kw_only=True):
    """The same decision with all cards open. Nobody could know this: it is never called a mistake."""

    best: ActionText
    loss: float


class Judgement(Message, frozen=True, kw_only=True):
    """One decision of a seat, judged by what that seat could see."""

    round: int
    decision: int
    """Decisions of everybody in this round before it, as in Position."""
    seat: Seat
    phase: PhaseName
    action: ActionText | None
    """What was done; null where a position is asked about."""
    best: ActionText
    verdict: Verdict | None
    """Null where nothing was done."""
    loss: float
    error: float
    lost: float
    """What of the loss counts in sums: nothing where it may be chance, less where it is not sure."""
    cost: float
    """The same on the seat's own sheet."""
    cost_error: float
    zero: bool
    """About zero: judged by the search and by long rollouts of the network, which has seen few of them."""
    depth: Depth
    reason: Reason | None
    candidates: list[Candidate]
    """Best first."""
    open: OpenCards | None = None
    trick: int | None = None
    """The number of the trick, 1 first; null before the first one."""


class Part(Message, frozen=True, kw_only=True):
    """A part of a round's points, with its standard error."""

    value: float
    error: float


class RoundSplit(Message, frozen=True, kw_only=True):
    """Where a round's points came from. The five parts add up to them exactly."""

    round: int
    points: int
    average: Part
    """What this seat gets on average, by edition, players and place in the draft."""
    deal: Part
    """Luck: cards and dice."""
    decisions: Part
    """What one's own decisions cost, by what one could see."""
    hidden: Part
    """Luck: how the hidden cards lay for what one did."""
    others: Part
    """What the others' moves changed."""


class CurvePoint(Message, frozen=True, kw_only=True):
    """The match before one decision, with open cards, or at the end of a round (`seat` null)."""

    round: int
    decision: int
    seat: Seat | None
    points: float
    """Expected total of the reviewed seat at the end of this round."""
    win: float
    """Its chance to win the match."""


class Review(Message, frozen=True, kw_only=True):
    """A match reviewed from one seat."""

    seat: Seat
    players: int
    network: bool
    """Whether the second judge was there; without it nothing is called a mistake."""
    depth: Depth
    done: int
    total: int
    """How many real decisions have been judged, and how many there are."""
    points: list[int]
    """Points of every round that was played to its end."""
    rounds: list[RoundSplit]
    curve: list[CurvePoint]
    decisions: list[Judgement]
    """In the order of the match; forced ones are not among them."""


class ReviewStep(Message, frozen=True, kw_only=True):
    """GET /api/records/{record}/review/{seat}: what a review has found so far; ask again until it is done.

    `judged` are decisions; one that was judged before is replaced.
    """

    judged: list[Judgement]
    done: int
    total: int
    review: Review | None = None
    """All of it, once it is done."""


class Doubt(Message, frozen=True, kw_only=True):
    """POST /api/doubts: a judgement that somebody thinks is wrong."""

    position: Annotated[str, Meta(min_length=1, max_length=4096)]
    """In one line (docs/notation.md), as the seat to act saw it."""
    action: ActionText
    best: ActionText
    verdict: Verdict
    loss: float
    depth: Depth
    note: Annotated[str, Meta(max_length=300)] = ""


class Doubted(Message, frozen=True, kw_only=True):
    """The operator will see it."""

    position: str

"""Puzzles: one position, one question, one right answer (docs/puzzles.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.wire.base import END, ActionText, Message, Seat
from nokosu.wire.events import ScoreLine
from nokosu.wire.replay import Position
from nokosu.wire.struct import Meta
from nokosu.wire.views import RulesetRef

PuzzleId = Annotated[str, Meta(pattern="^[a-z2-9]{6}" + END, description="A puzzle that comes with the program.")]


class PuzzleOption(Message, frozen=True, kw_only=True):
    """One legal decision; `count` is how often it reaches the goal: of all worlds if certain, of 100 otherwise."""

    action: ActionText
    right: bool
    count: int


class Puzzle(Message, frozen=True, kw_only=True):
    """GET /api/puzzles/{puzzle}: the position as its seat sees it, what is asked, and what comes of each answer."""

    puzzle: PuzzleId
    kind: Literal["certain", "odds"]
    """Proved over every world that fits, against any play; or better on average."""
    theme: Literal["make", "zero", "break", "keep", "take", "lead"]
    rating: int
    """By the bots that solve it, and by people's answers."""
    ruleset: RulesetRef
    seat: Seat
    """The player's."""
    goal: Seat
    """The seat whose target is at stake: the player's own, or another's that is to be missed."""
    targets: list[int]
    """The numbers of tricks with which that seat would make its target now."""
    worlds: int
    position: Position
    """Other hands are empty: nobody knows them."""
    options: list[PuzzleOption]
    """The answer first."""
    tries: int = 0
    """People's first answers on this server, and how many of them were right."""
    solved: int = 0


class PuzzleLine(Message, frozen=True, kw_only=True):
    """GET /api/puzzles/{puzzle}/line: how the round can end after an answer, with all cards open.

    The first position is the puzzle's. Empty for puzzles of odds, which no single line can refute.
    """

    positions: list[Position]
    lines: list[ScoreLine]
    """How the points of the round came about then."""


class PuzzleAnswer(Message, frozen=True, kw_only=True):
    """POST /api/puzzles/{puzzle}/answers: a first answer, to be counted."""

    action: ActionText


class PuzzleCount(Message, frozen=True, kw_only=True):
    """What people have answered so far, and the rating that follows."""

    puzzle: PuzzleId
    tries: int
    solved: int
    rating: int

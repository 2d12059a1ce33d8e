"""Positions that a person sets up and looks into. A device computes them; no server stores one."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.wire.base import ActionText, Message, Seat
from nokosu.wire.replay import SharedPosition
from nokosu.wire.struct import Meta
from nokosu.wire.views import ColourLetter, Die, PieceText


class Setup(Message, frozen=True, kw_only=True):
    """What one seat of a real table sees: the dice of everybody, and its own cards."""

    edition: Annotated[str, Meta(max_length=30)]
    players: Annotated[int, Meta(ge=3, le=5)]
    removed_colour: ColourLetter | None = None
    dealer: Seat
    seat: Seat
    phase: Literal["draft", "play"]
    """draft: before the first pick. play: before the first trick; how the dice were picked is made up."""
    hand: list[PieceText]
    dice: list[list[Die]]
    """In front of each seat: drawn by it, or all that it has after the draft."""
    pool: list[Die]
    """The dice in the middle, or the trump die."""
    zero: list[bool] = []
    """play: who has a zero contract."""


class SetupNumbers(Message, frozen=True, kw_only=True):
    """How many pieces lie where in an edition, before the draft and before the tricks."""

    deck: list[PieceText]
    """Every card in play."""
    dice: list[Die]
    """Every face that a die in play can show."""
    cards_each: int
    drawn_each: int
    """Dice in front of each seat before the draft; `dice_each` after it, one less with a zero."""
    dice_each: int
    pool: int
    """Dice in the middle before the draft; after it, the trump die alone."""


class AnalysedPosition(Message, frozen=True, kw_only=True):
    """A position in one line, the steps that led to it, and what can be done there."""

    text: str
    shared: SharedPosition
    to_act: Seat | None
    known: bool
    """Whether the cards of the seat to act are known; then it can be advised."""
    actions: list[ActionText]
    """What the seat to act can do. If its cards are unknown, what it might have; some of that may be refused."""

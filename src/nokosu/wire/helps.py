"""Help as nokosu.wire.help_json writes it: what a client would need rules for, made from the view alone."""

from __future__ import annotations

from typing import Literal

from nokosu.wire.base import Message, Reason, Seat
from nokosu.wire.views import Die, PieceText

SuitWord = Literal["red", "blue", "green", "yellow", "purple", "trump"]


class Leading(Message, frozen=True, kw_only=True):
    """Who wins the trick so far, and with what."""

    seat: Seat
    piece: PieceText


class SuitGroup(Message, frozen=True, kw_only=True):
    """The cards of one suit in one's hand, strongest first."""

    suit: SuitWord
    pieces: list[PieceText]


class Help(Message, frozen=True, kw_only=True):
    """Beside a view. For spectators everything about a hand is empty."""

    waiting: Reason | None
    """Why the reader can do nothing now; null when it is their turn."""
    unplayable: dict[PieceText, Reason]
    """In the tricks: for each own piece that may not be played, why."""
    no_zero: Reason | None
    """In the draft: why the reader may not take a zero die."""
    led: SuitWord | None
    leading: Leading | None
    targets: list[list[int]]
    """For every seat the trick counts that would still make its contract."""
    tricks_left: int
    order: list[SuitGroup]
    """The hand by suit, trumps first."""
    if_trump: dict[Die, list[PieceText]]
    """In the draft: for each die of the middle the own pieces that would be trumps if it stayed."""

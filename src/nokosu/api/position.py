"""A position in one line, with text in and text out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nokosu.api import reading
from nokosu.api.match import Match, _Seat
from nokosu.api.view import dress
from nokosu.core import match as core_match
from nokosu.core import view as core_view
from nokosu.core.errors import NotationError
from nokosu.core.stream import Stream
from nokosu.record import position as record
from nokosu.record.position_reader import parse_position

if TYPE_CHECKING:
    from nokosu.api.view import View


class Position(record.Position):
    """One point of a round, with all cards or with those that one seat knows. Its text is one line (docs/notation.md).

    >>> import nokosu
    >>> match = nokosu.Match.start("second", players=3, seed=7)
    >>> print(nokosu.position(match.view()))
    nokosu/1 second/3 dealer:2 seat:0 hands:R1B356G1235Y5/?/? aside:? dice:dB6/dB5/dR3 pool:dR66dB36dG15dY2224
    """

    __slots__ = ()

    def view(self, seat: int | _Seat | None = _Seat.TO_ACT) -> View:
        """Return what a seat knows here, by default the seat to act; None is a spectator."""
        if isinstance(seat, _Seat):
            return dress(super().view(self.seen.to_act))
        return dress(super().view(None if seat is None else reading.seat(seat, self.seen.ruleset.players)))

    def match(self, seed: Stream | int | str | bytes | None = None) -> Match:
        """Return a match of this round alone, to play on. Unknown cards are drawn at random from those that fit.

        >>> import nokosu
        >>> match = nokosu.Match.start("second", players=3, seed=7)
        >>> match = nokosu.position(match.view()).match(seed=1)
        >>> match.apply("take dR6")
        <Match second, 3 players: round 1 of 1, draft, seat 1 to act>
        """
        stream = seed if isinstance(seed, Stream) else Stream(reading.seed(seed), "position")
        return Match.of(super().match(stream))

    def __repr__(self) -> str:
        known = "all cards" if self.world else "a spectator" if self.seen.seat is None else f"seat {self.seen.seat}"
        return f"<Position of {known}: round {self.seen.round + 1} of {self.seen.rounds}, {self.seen.phase.value}>"


def position(given: str | core_match.Match | core_view.View | record.Position) -> Position:
    """Return the position of a match with all cards, of a view with those it knows, or the one that a text describes.

    >>> import nokosu
    >>> match = nokosu.Match.start("second", players=4, seed=7)
    >>> text = str(nokosu.position(match))
    >>> nokosu.position(text).round == match.round
    True
    >>> nokosu.position("nokosu/1 second/4 dealer:5")
    Traceback (most recent call last):
    nokosu.record.position_parts.PositionError: notation, column 26: expected 0–3, found '5'
    """
    if isinstance(given, str):
        found = parse_position(given)
    elif isinstance(given, record.Position):
        found = given
    elif isinstance(given, core_match.Match | core_view.View):
        found = record.position_of(given)
    else:
        raise NotationError(f"expected a match, a view or a position's text, got {type(given).__name__}")
    return Position(found.seen, found.world)

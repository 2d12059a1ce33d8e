"""A trick that knows the trump die and the number of players, so that it can say who wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nokosu.api import reading
from nokosu.api.reading import ENGLISH
from nokosu.core import trick as core
from nokosu.core.errors import NokosuError
from nokosu.core.pieces import Piece
from nokosu.core.quoting import quoted
from nokosu.core.trick import winning_play

if TYPE_CHECKING:
    from nokosu.api.canvas import Picture


_PLAYERS: Final = range(3, 6)


@dataclass(frozen=True, slots=True, repr=False)
class Trick(core.Trick):
    """Pieces in order of play, from the leader on, clockwise.

    >>> import nokosu
    >>> trick = nokosu.Trick.of("R5 R7 dB3 R0", trump="dB1", leader=2)
    >>> trick.winner
    0
    >>> print(trick)
    Seat 2 R5, Seat 3 R7, Seat 0 dB3, Seat 1 R0; Seat 0 takes it
    """

    players: int = reading.DEFAULT_PLAYERS
    trump: Piece | None = None

    @classmethod
    def of(
        cls,
        plays: str | Iterable[Piece | str],
        *,
        trump: Piece | str | None = None,
        leader: int = 0,
        players: int = reading.DEFAULT_PLAYERS,
    ) -> Trick:
        """Make a trick from its pieces; `trump` is the trump die."""
        if type(players) is not int or players not in _PLAYERS:
            raise NokosuError(f"players: expected a whole number from 3 to 5, got {quoted(players)}")
        read = reading.pieces(plays)
        if len(read) > players:
            raise NokosuError(f"expected at most {players} pieces, one per player, got {len(read)}")
        return cls(reading.seat(leader, players), read, players, None if trump is None else reading.piece(trump))

    def with_play(self, piece: Piece | str) -> Trick:
        """Return the trick with one more piece."""
        return Trick(self.leader, (*self.plays, reading.piece(piece)), self.players, self.trump)

    @property
    def full(self) -> bool:
        """True when every player has played."""
        return len(self.plays) == self.players

    @property
    def winner(self) -> int | None:
        """The seat that takes the trick, or would if it ended here; None without a piece or a trump die."""
        if not self.plays or self.trump is None:
            return None
        return self.seat_of(winning_play(self.plays, self.trump), self.players)

    def __str__(self) -> str:
        from nokosu.api.text import describe  # noqa: PLC0415  (loaded when used)

        return describe(self)

    def __repr__(self) -> str:
        shown = " ".join(map(str, self.plays)) or "empty"
        return f"<Trick led by seat {self.leader}: {shown}>"

    def svg(self, *, names: Sequence[str] | None = None, palette: str = "standard", language: str = ENGLISH) -> Picture:
        """Draw the pieces in order of play, each over its player's name; the winning one has a frame."""
        from nokosu.api.drawing import draw_trick  # noqa: PLC0415  (loaded when used)

        return draw_trick(self, names=names, palette=palette, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()


def as_shown(trick: core.Trick, players: int, trump: Piece | None) -> Trick:
    """Return a core trick with what it lacks."""
    return Trick(trick.leader, trick.plays, players, trump)

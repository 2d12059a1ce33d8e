"""A hand of cards, or any other pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from nokosu.api.reading import piece, pieces
from nokosu.core.pieces import Piece

if TYPE_CHECKING:
    from nokosu.api.canvas import Picture


class Hand(tuple[Piece, ...]):
    """Pieces that belong together: a tuple that prints as notation.

    >>> import nokosu
    >>> hand = nokosu.Hand("R5 G0 dB3")
    >>> print(hand)
    R5 G0 dB3
    >>> len(hand), hand[0].number
    (3, 5)
    """

    __slots__ = ()

    def __new__(cls, given: str | Iterable[Piece | str] = ()) -> Self:
        return super().__new__(cls, pieces(given))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def svg(self, *, trump: Piece | str | None = None, palette: str = "standard") -> Picture:
        """Draw the pieces in a row; with a trump die, trumps have a crown."""
        from nokosu.api.drawing import draw_hand  # noqa: PLC0415  (loaded when used)

        return draw_hand(self, trump=None if trump is None else piece(trump), palette=palette)

    def _repr_svg_(self) -> str:
        return self.svg()

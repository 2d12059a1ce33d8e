"""Everything that a player can do, as a closed union of values."""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.core.pieces import Piece


@dataclass(frozen=True, slots=True)
class Take:
    """D6: take this die from the middle.

    >>> import nokosu
    >>> str(nokosu.Take(nokosu.piece("dR4")))
    'take dR4'
    """

    die: Piece

    @property
    def piece(self) -> Piece:
        """The die that the action is about."""
        return self.die

    def __str__(self) -> str:
        return f"take {self.die}"


@dataclass(frozen=True, slots=True)
class TakeZero:
    """Z1: take a black zero die and remove this die from the middle.

    >>> import nokosu
    >>> str(nokosu.TakeZero(nokosu.piece("dB2")))
    'zero dB2'
    """

    discard: Piece

    @property
    def piece(self) -> Piece:
        """The die that the action is about."""
        return self.discard

    def __str__(self) -> str:
        return f"zero {self.discard}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Z5: do not declare zero.

    >>> import nokosu
    >>> str(nokosu.Pass())
    'pass'
    """

    @property
    def piece(self) -> None:
        """Nothing: the action is about no piece."""
        return

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class DeclareZero:
    """Z5, Z6: declare zero and return this one of your dice.

    >>> import nokosu
    >>> str(nokosu.DeclareZero(nokosu.piece("dR1")))
    'zero dR1'
    """

    returned: Piece

    @property
    def piece(self) -> Piece:
        """The die that the action is about."""
        return self.returned

    def __str__(self) -> str:
        return f"zero {self.returned}"


@dataclass(frozen=True, slots=True)
class Play:
    """F1: play this card or die to the trick.

    >>> import nokosu
    >>> str(nokosu.Play(nokosu.piece("R5")))
    'play R5'
    """

    piece: Piece

    def __str__(self) -> str:
        return f"play {self.piece}"


Action = Take | TakeZero | Pass | DeclareZero | Play

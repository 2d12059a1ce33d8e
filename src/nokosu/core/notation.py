"""Pieces, actions and colours as text, both ways (docs/notation.md).

Printing is `str(piece)` and `str(action)`; this module reads them back and accepts nothing else.
"""

from __future__ import annotations

from typing import Final

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import NotationError
from nokosu.core.pieces import BLANKS, CARDS, DICE, Colour, Piece
from nokosu.core.quoting import quoted
from nokosu.core.round import Phase

_COLOURS: Final = {colour.letter: colour for colour in Colour}
_PIECES: Final = {str(piece): piece for piece in (*CARDS, *DICE)}
_BLANKS: Final = {str(piece): piece for piece in BLANKS}


def parse_colour(text: str) -> Colour:
    """C1: a colour from its letter."""
    try:
        return _COLOURS[text]
    except (KeyError, TypeError):
        raise NotationError(f"{quoted(text)} is not a colour; expected one of R, B, G, Y, P") from None


def parse_piece(text: str) -> Piece:
    """C4: a card such as B4 or a die such as dB4."""
    try:
        return _PIECES[text]
    except (KeyError, TypeError):
        raise NotationError(f"{quoted(text)} is not a piece; cards are R0 to P7, dice dR1 to dP6") from None


def parse_die(text: str) -> Piece:
    """C3: a die such as dB4."""
    piece = parse_piece(text)
    if not piece.is_die:
        raise NotationError(f"{quoted(text)} is a card; a die is written d{text}")
    return piece


def parse_trump(text: str) -> Piece:
    """D7: the trump die, such as dB4. T3: or dB- if its number is not trump."""
    return _BLANKS[text] if text in _BLANKS else parse_die(text)


def parse_action(text: str, phase: Phase) -> Action:
    """Return an action of this phase: the word `zero` means one thing in the draft and another after it."""
    if not isinstance(phase, Phase):
        raise NotationError(f"{quoted(phase)} is not a phase; expected a nokosu.core.round.Phase")
    match phase, str(text).split(" "):
        case Phase.DRAFT, ["take", die]:
            return Take(parse_die(die))
        case Phase.DRAFT, ["zero", die]:
            return TakeZero(parse_die(die))
        case Phase.DECLARE, ["pass"]:
            return Pass()
        case Phase.DECLARE, ["zero", die]:
            return DeclareZero(parse_die(die))
        case Phase.PLAY, ["play", piece]:
            return Play(parse_piece(piece))
        case _:
            raise NotationError(f"{quoted(text)} is not an action here; {_EXPECTED[phase]}")


_EXPECTED: Final = {
    Phase.DRAFT: "expected 'take dR5' or 'zero dB2'",
    Phase.DECLARE: "expected 'pass' or 'zero dR1'",
    Phase.PLAY: "expected 'play R5' or 'play dR5'",
    Phase.OVER: "the match is over",
}

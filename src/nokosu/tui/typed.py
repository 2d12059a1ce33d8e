"""What a person typed, read kindly: `r5`, `R 5`, `5r`, `red 5`, `die r5`, `zero b2`, the number of an option.

The result is an action, perhaps not a legal one: whether it may be done, and why not, is for the table to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import NokosuError
from nokosu.core.pieces import CARDS, DICE, Colour, Piece
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.locale import mark, t
from nokosu.tui.options import numbered, short

_LONGEST: Final = 60
_ENGLISH: Final = {
    **{colour.word: colour.letter.lower() for colour in Colour},
    "die": "d",
    "dice": "d",
    "card": "c",
    "take": "",
    "t": "",
    "pick": "",
    "play": "",
    "the": "",
    "a": "",
    "z": "zero",
    "no": "pass",
    "n": "pass",
    "none": "pass",
}
_COLOURS: Final = {
    mark("suit.red"): "r",
    mark("suit.blue"): "b",
    mark("suit.green"): "g",
    mark("suit.yellow"): "y",
    mark("suit.purple"): "p",
}
_KINDS: Final = {
    mark("typed.die"): "d",
    mark("typed.card"): "c",
    mark("typed.zero"): "zero",
    mark("typed.pass"): "pass",
}
"""Words, separated by spaces, that people of a language use."""
_PIECE: Final = re.compile(
    r"(?P<kind>[dc]?)(?:(?P<c1>[rbgyp])(?P<n1>[0-9])|(?P<n2>[0-9])(?P<c2>[rbgyp]))(?P<end>[dc]?)"
)
_PIECES: Final = {str(piece).lower(): piece for piece in (*CARDS, *DICE)}


class NotUnderstood(NokosuError):
    """The text names no action; the message says what would."""


@dataclass(frozen=True, slots=True)
class Named:
    """A piece as typed; `kind` is "d" or "c" if it was called a die or a card."""

    face: str
    kind: str


def read_action(text: str, view: View) -> Action:
    """Return the action that was meant, or NotUnderstood."""
    said = text.strip().lower()[:_LONGEST]
    if said.isdecimal():
        options = numbered(view)
        if 1 <= int(said) <= len(options):
            return options[int(said) - 1]
        raise NotUnderstood(t("typed.no-option", number=said, most=len(options)))
    joined = _join(said)
    zero = joined.startswith("zero")
    if joined == "pass":
        if view.phase is Phase.DECLARE:
            return Pass()
        raise NotUnderstood(t("typed.not-now"))
    named = read_piece(joined.removeprefix("zero"))
    if named is not None:
        return _with_piece(named, view, zero=zero)
    return _by_prefix(said, joined, view)


def _words() -> dict[str, str]:
    """Return what words mean: the English ones, and those of the reader's language."""
    own = {t(name): letter for name, letter in _COLOURS.items()}
    for name, meaning in _KINDS.items():
        own |= dict.fromkeys(t(name).split(), meaning)
    return _ENGLISH | own


def _join(said: str) -> str:
    """Turn words into letters, without separators: "zero: the red 5" becomes "zeror5"."""
    known = _words()
    words = re.findall(r"[^\W\d_]+|\d+", said)
    joined = "".join(known.get(word, word) for word in words)
    return re.sub(r"^z(?!ero)", "zero", joined)


def read_piece(joined: str) -> Named | None:
    """Return a colour and a number in either order, with d or c before or after them."""
    found = _PIECE.fullmatch(_join(joined))
    if found is None:
        return None
    face = (found["c1"] or found["c2"]) + (found["n1"] or found["n2"])
    return Named(face, found["kind"] or found["end"])


def piece_meant(named: Named, view: View) -> Piece:
    """Return the card, unless a die was named or only a die can be meant: in the draft, or without such a card."""
    as_card, as_die = _PIECES.get(named.face), _PIECES.get("d" + named.face)
    held = view.hand or ()
    if named.kind == "d" or view.phase is not Phase.PLAY:
        meant = as_die
    elif named.kind == "c" or as_card in held:
        meant = as_card
    else:
        own = view.dice[view.seat] if view.seat is not None else ()
        meant = as_die if as_die in own else as_card
    if meant is None:
        raise NotUnderstood(t("typed.no-piece", face=named.face.upper()))
    return meant


def _with_piece(named: Named, view: View, *, zero: bool) -> Action:
    piece = piece_meant(named, view)
    match view.phase:
        case Phase.DRAFT:
            return TakeZero(piece) if zero else Take(piece)
        case Phase.DECLARE if zero:
            return DeclareZero(piece)
        case Phase.PLAY if not zero:
            return Play(piece)
        case _:
            raise NotUnderstood(t("typed.not-now"))


def _by_prefix(said: str, joined: str, view: View) -> Action:
    """Return the one legal action that begins like this, as a whole or from its piece on."""
    legal = view.legal or ()
    wanted = {said, joined} - {""}
    matching = [
        action
        for action in legal
        if any(form.startswith(start) for form in _forms(action, view.phase) for start in wanted)
    ]
    if len(matching) == 1:
        return matching[0]
    if matching:
        meant = [(number, action) for number, action in enumerate(numbered(view), 1) if action in matching]
        options = t("show.comma").join(f"{number}) {short(action)}" for number, action in meant)
        raise NotUnderstood(t("typed.ambiguous", text=_quoted(said), options=options))
    raise NotUnderstood(t("typed.nothing", text=_quoted(said)))


def _quoted(said: str) -> str:
    """Return what was typed, in our answer: nothing that moves the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in said)


def _forms(action: Action, phase: Phase) -> tuple[str, ...]:
    """Return a legal action as people begin to type it: whole, without spaces, and by its piece alone."""
    whole = str(action).lower()
    verb, _, piece = whole.partition(" ")
    if verb == "zero" and phase is Phase.DRAFT:
        return whole, verb + piece, verb + piece[1:]
    # In the draft everything is a die; its letter need not be typed.
    short = (piece, piece[1:]) if phase is Phase.DRAFT else (piece,)
    return (whole, verb + piece, *short)

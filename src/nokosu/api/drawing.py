"""Pictures of hands, tricks, views and matches, with the pieces of the web client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.api import lines
from nokosu.api.canvas import RING, TRAY, Canvas, Picture, drop, words
from nokosu.api.reading import ENGLISH
from nokosu.api.text import called, in_words, won
from nokosu.api.trick import Trick, as_shown
from nokosu.api.view import View
from nokosu.core.actions import Play
from nokosu.core.help import sorted_hand
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trump import is_trump
from nokosu.locale import t
from nokosu.pictures import height

Pieces = Sequence[Piece]

_EDGE: Final = 16
_GAP: Final = 8
_LARGE: Final = 54
_MIDDLE: Final = 40
_SMALL: Final = 34
_TRAY: Final = 520
_TRICK: Final = 116
_ABREAST: Final = 2
"""Tricks of a round side by side."""
_DICE: Final = 240
"""The room of a seat's dice, before its cards."""
_CAPTION: Final = 78
"""The width that each play of a trick has for its player's name."""


def draw_hand(pieces: Pieces, *, trump: Piece | None = None, palette: str = "standard") -> Picture:
    """Pieces in a row; with a trump die, trumps have a crown."""
    canvas = Canvas(palette)
    _row(canvas, pieces, _EDGE, _EDGE, _LARGE, trump=trump)
    return canvas.picture(lines.pieces(pieces))


def draw_trick(
    trick: Trick,
    *,
    names: Sequence[str] | None = None,
    palette: str = "standard",
    language: str = ENGLISH,
) -> Picture:
    """Return the pieces of a trick in order of play, each over its player's name; the winning one in a frame."""
    with in_words(language):
        canvas = Canvas(palette)
        _trick(canvas, trick, called(names, trick.players), _EDGE)
        return canvas.picture(lines.pieces(trick.plays))


def draw_view(
    view: View,
    *,
    hands: Sequence[Pieces] = (),
    names: Sequence[str] | None = None,
    palette: str = "standard",
    language: str = ENGLISH,
) -> Picture:
    """Return the table as a view shows it; `hands` are for the authority's picture, with all cards open."""
    with in_words(language):
        canvas, who = Canvas(palette), called(names, view.ruleset.players, view.seat)
        title = won(view, who) if view.phase is Phase.OVER else lines.headline(view)
        canvas.text(title, _EDGE, 34, size=19, bold=True)
        _trump(canvas, view)
        _seats(canvas, view, who, hands)
        if view.phase is Phase.DRAFT:
            _middle(canvas, view)
        elif view.trick is not None and view.trick.plays:
            _trick(canvas, view.trick, who, canvas.bottom + _EDGE)
        if view.hand:
            _own_hand(canvas, view)
        return canvas.picture(title)


def draw_round(
    start: View,
    end: View,
    *,
    hands: Sequence[Pieces] = (),
    names: Sequence[str] | None = None,
    palette: str = "standard",
    language: str = ENGLISH,
) -> Picture:
    """Draw a round from its deal to its end: two views of one audience, or with all `hands` as they were dealt."""
    with in_words(language):
        canvas, who = Canvas(palette), called(names, start.ruleset.players, start.seat)
        title = t("replay.round", round=start.round + 1, rounds=start.rounds, dealer=who[start.dealer])
        canvas.text(title, _EDGE, 34, size=19, bold=True)
        _trump(canvas, end)
        _seats(canvas, end, who, hands or [_dealt(start, seat) for seat in range(len(who))])
        top = canvas.bottom + _EDGE
        tricks = [taken.trick for taken in end.tricks] + ([end.trick] if end.trick and end.trick.plays else [])
        for number, trick in enumerate(tricks):
            left = _EDGE + number % _ABREAST * (len(who) * _CAPTION + 2 * _EDGE)
            row = top + number // _ABREAST * _TRICK
            canvas.text(str(number + 1), left, row + 40, bold=True)
            _trick(canvas, as_shown(trick, len(who), end.trump), who, row, left + _EDGE)
        return canvas.picture(title)


def _dealt(start: View, seat: int) -> Pieces:
    """H1: the cards that the view's own seat was dealt."""
    return (start.hand or ()) if seat == start.seat else ()


def _trump(canvas: Canvas, view: View) -> None:
    if view.trump is None:
        return
    top = canvas.bottom + _GAP
    canvas.piece(str(view.trump), _EDGE, top, _SMALL)
    canvas.text(lines.trump(view.trump), _EDGE + _SMALL + _GAP, top + 23)


def _seats(canvas: Canvas, view: View, names: Sequence[str], hands: Sequence[Pieces]) -> None:
    """Draw a line of words for every seat, its dice under it and, where they are open, its cards."""
    for seat, name in enumerate(names):
        top, under = canvas.bottom + _EDGE, len(canvas.parts)
        canvas.text(name, _EDGE + 10, top + 15, bold=True)
        canvas.text(_standing(view, seat), _EDGE + 20 + max(words(each, 16) for each in names), top + 15)
        reach = _row(canvas, view.dice[seat], _EDGE + 10, top + 26, _SMALL, trump=view.trump)
        if view.zero[seat]:
            zero = "declared" if view.zero_dice_left is None else "zero"
            canvas.piece(zero, reach, top + 26, _SMALL)
            reach += _SMALL + _GAP
        if hands:
            _row(canvas, hands[seat], max(reach, _EDGE + _DICE), top + 26, _SMALL, trump=view.trump)
        high = canvas.bottom - top + 12
        canvas.box(_EDGE, top - 4, _room(view, hands), high, TRAY, under=under)
        if seat == view.to_act:
            canvas.box(_EDGE, top - 4, _room(view, hands), high, RING)


def _room(view: View, hands: Sequence[Pieces]) -> float:
    """Make every seat's tray as wide as the widest, and as the middle."""
    cards = max(map(len, hands), default=0) * (_SMALL + 4)
    middle = (len(view.pool_rolled) + view.ruleset.zero_dice) * (_MIDDLE + 4)
    return max(_TRAY, _DICE + cards + _EDGE, middle if view.phase is Phase.DRAFT else 0)


def _standing(view: View, seat: int) -> str:
    """`Points 12 · Tricks 3 · Targets 3 5`."""
    grid = lines.seats(view, ["" for _ in view.totals])
    said = [f"{heading} {cell}" for heading, cell in zip(grid.headings[1:-1], grid.rows[seat][1:-1], strict=True)]
    cards = [f"{t('deal.cards')} {view.cards_left[seat]}"] if view.cards_left[seat] else []
    return " · ".join([*said, *cards])


def _middle(canvas: Canvas, view: View) -> None:
    top = canvas.bottom + _EDGE
    reach = _row(canvas, view.pool, _EDGE, top, _MIDDLE)
    for _ in range(view.zero_dice_left or 0):
        canvas.piece("zero", reach, top, _MIDDLE)
        reach += _MIDDLE + 4


def _trick(canvas: Canvas, trick: Trick, names: Sequence[str], top: float, start: float = _EDGE) -> None:
    down = drop([str(piece) for piece in trick.plays], _LARGE)
    for play, (piece, lower) in enumerate(zip(trick.plays, down, strict=True)):
        seat = trick.seat_of(play, trick.players)
        left = start + play * _CAPTION
        inside = left + (_CAPTION - _LARGE) / 2
        crowned = trick.trump is not None and is_trump(piece, trick.trump)
        canvas.piece(str(piece), inside, top + lower, _LARGE, trump=crowned)
        if seat == trick.winner:
            high = _LARGE * height(str(piece)) / 100
            canvas.box(inside - 5, top + lower - 5, _LARGE + 10, high + 12, RING)
        canvas.text(names[seat], left + _CAPTION / 2, top + 100, size=13, middle=True)


def _own_hand(canvas: Canvas, view: View) -> None:
    """Draw the seat's cards by suit; when it is its turn to play, those that it may not play are dim."""
    top, left = canvas.bottom + _EDGE, float(_EDGE)
    playable = {action.piece for action in view.legal or () if isinstance(action, Play)}
    for _, held in sorted_hand(view.hand or (), view.trump):
        dim = {piece for piece in held if playable and piece not in playable}
        left = _row(canvas, held, left, top, _LARGE - 8, trump=view.trump, dim=dim) + _GAP


def _row(
    canvas: Canvas,
    pieces: Pieces,
    left: float,
    top: float,
    width: float,
    *,
    trump: Piece | None = None,
    dim: set[Piece] | frozenset[Piece] = frozenset(),
) -> float:
    """Pieces side by side on one line; where the next would go."""
    for piece, lower in zip(pieces, drop([str(piece) for piece in pieces], width), strict=True):
        crowned = trump is not None and is_trump(piece, trump)
        canvas.piece(str(piece), left, top + lower, width, trump=crowned, dim=piece in dim)
        left += width + 4
    return left

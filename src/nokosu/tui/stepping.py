"""A position of a record or a puzzle as the table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nokosu.core.help import sorted_hand
from nokosu.core.notation import parse_piece
from nokosu.tui import words
from nokosu.tui.shown import Choice, SeatShown, Shown, pool_places
from nokosu.wire.replay import Position
from nokosu.wire.tables import SeatInfo
from nokosu.wire.views import view_from_json


def seats_shown(seats: Sequence[SeatInfo], own: int | None = None) -> tuple[SeatShown, ...]:
    """Return the players with their faces; `own` is "You"."""
    names = words.seat_names(seats, own)
    return tuple(SeatShown(name, words.face_of(info)) for name, info in zip(names, seats, strict=True))


def sorted_cards(position: Position, seat: int) -> list[str]:
    """Return a seat's cards in the order in which a hand is held; none where they are not known."""
    held = tuple(parse_piece(piece) for piece in position.hands[seat])
    return [str(piece) for _, pieces in sorted_hand(held, view_from_json(position.view).trump) for piece in pieces]


def own_pieces(position: Position, seat: int) -> list[str]:
    """Return the cards and the dice of a seat."""
    return [*sorted_cards(position, seat), *sorted(position.view.dice[seat])]


def position_shown(
    here: Position,
    before: Position | None,
    seats: tuple[SeatShown, ...],
    seat: int,
    *,
    open_hands: bool,
    **more: Any,  # noqa: ANN401  fields of Shown
) -> Shown:
    """Return a position from a seat; a trick that was taken by the step before still lies there."""
    view, players = here.view, len(seats)
    lying, winner, taken = view.trick, here.help.leading.seat if here.help.leading else None, False
    if before and len(view.tricks) > len(before.view.tricks):
        lying, winner, taken = view.tricks[-1], view.tricks[-1].winner, True  # type: ignore[assignment]  # alike
    plays = enumerate(lying.plays) if lying else ()
    known: dict[str, Any] = {
        "view": view,
        "help": here.help,
        "seats": seats,
        "below": seat,
        "own": seat,
        "title": words.where(view, here.help),
        "trick": tuple(((lying.leader + step) % players, piece) for step, piece in plays if lying),
        "winner": winner,
        "taken": taken,
        "won": tuple(view.won),
        "hand": tuple(Choice(piece, label=piece) for piece in own_pieces(here, seat)),
        "pool": tuple(Choice(die) for die in pool_places(view)) if view.phase == "draft" else (),
        "tricks": words.trick_lines(view, [each.name for each in seats]),
        "hands": {each: tuple(sorted_cards(here, each)) for each in range(players)} if open_hands else {},
        "thinking": here.seat,
    }
    return Shown(**known | more)

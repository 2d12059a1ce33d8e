"""Help as JSON, to be sent beside a view. Reasons go as message ids with parameters; the reader's edge words them."""

from __future__ import annotations

from nokosu.core.errors import Reason
from nokosu.core.help import Help, Leading
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit
from nokosu.wire.fields import Json
from nokosu.wire.view_json import texts


def help_to_json(given: Help) -> Json:
    """Help as plain data: suits by their words, pieces in notation."""
    return {
        "waiting": reason_or_null(given.waiting),
        "unplayable": refusals_to_json(given.unplayable),
        "no_zero": reason_or_null(given.no_zero),
        "led": suit_or_null(given.led),
        "leading": leading_to_json(given.leading),
        "targets": [list(targets) for targets in given.targets],
        "tricks_left": given.tricks_left,
        "order": order_to_json(given.order),
        "if_trump": {str(die): texts(pieces) for die, pieces in given.if_trump},
    }


def refusals_to_json(refused: tuple[tuple[Piece, Reason], ...]) -> Json:
    """Pieces that may not be played, and why."""
    return {str(piece): reason_to_json(why) for piece, why in refused}


def suit_or_null(led: Suit | None) -> str | None:
    """A suit's word, or null."""
    return None if led is None else led.word


def leading_to_json(leading: Leading | None) -> Json | None:
    """Who wins so far, or null."""
    return None if leading is None else {"seat": leading.seat, "piece": str(leading.piece)}


def order_to_json(order: tuple[tuple[Suit, tuple[Piece, ...]], ...]) -> list[Json]:
    """A hand by suit."""
    return [{"suit": suit.word, "pieces": texts(pieces)} for suit, pieces in order]


def reason_to_json(why: Reason) -> Json:
    """A reason: the id of its text, the text's parameters, the clause of docs/rules.md."""
    return {"message": why.message, "params": dict(why.params), "clause": why.clause}


def reason_or_null(why: Reason | None) -> Json | None:
    """A reason, or null."""
    return None if why is None else reason_to_json(why)

"""Help as JSON, to be sent beside a view. Reasons go as message ids with parameters; the reader's edge words them."""

from __future__ import annotations

from nokosu.core.errors import Reason
from nokosu.core.help import Help
from nokosu.core.pieces import Piece
from nokosu.core.trump import Suit
from nokosu.wire.fields import Json
from nokosu.wire.view_json import texts


def help_to_json(given: Help) -> Json:
    """Help as plain data: suits by their words, pieces in notation."""
    leading = given.leading
    return {
        "waiting": _reason_or_null(given.waiting),
        "unplayable": {str(piece): reason_to_json(why) for piece, why in given.unplayable},
        "no_zero": _reason_or_null(given.no_zero),
        "led": None if given.led is None else given.led.word,
        "leading": None if leading is None else {"seat": leading.seat, "piece": str(leading.piece)},
        "targets": [list(targets) for targets in given.targets],
        "tricks_left": given.tricks_left,
        "order": order_to_json(given.order),
        "if_trump": {str(die): texts(pieces) for die, pieces in given.if_trump},
    }


def order_to_json(order: tuple[tuple[Suit, tuple[Piece, ...]], ...]) -> list[Json]:
    """A hand by suit."""
    return [{"suit": suit.word, "pieces": texts(pieces)} for suit, pieces in order]


def reason_to_json(why: Reason) -> Json:
    """A reason: the id of its text, the text's parameters, the clause of docs/rules.md."""
    return {"message": why.message, "params": dict(why.params), "clause": why.clause}


def _reason_or_null(why: Reason | None) -> Json | None:
    return None if why is None else reason_to_json(why)

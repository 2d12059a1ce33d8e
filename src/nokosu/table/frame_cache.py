"""Parts of frames that stay the same from move to move, so that they are not encoded again for every frame.

Views are immutable, and the next one shares with the last whatever did not change: that a value is the same object is
enough to know that its text is the same. Showing a move to a table took half of the time of the whole move before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter, is_
from typing import Any, Final, NamedTuple

from nokosu.core import help as core
from nokosu.core.match import Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import View, own_hand
from nokosu.wire.help import (
    gives_up_to_json,
    leading_to_json,
    order_to_json,
    pick_or_null,
    reason_or_null,
    refusals_to_json,
    trumps_to_json,
)
from nokosu.wire.struct import UNSET, encode, encoded
from nokosu.wire.views import FIELDS, OWN, texts

_PUBLIC: Final = tuple((name, write) for name, write in FIELDS.items() if name != "seat" and name not in OWN)
_VALUES: Final = attrgetter(*(name for name, _ in _PUBLIC))
_TARGETS_FROM: Final = attrgetter("dice", "zero", "won", "declarations", "phase", "tricks")
_TARGETS_NEED: Final = 6
_NOTHING: Final = encoded(b"{}")
_UNKNOWN: Final[object] = object()
"""Not the object itself that lacks something: that would be a cycle (server/memory.py)."""
NOTHING_REFUSED: Final[dict[str, Any]] = {
    "unplayable": _NOTHING,
    "must_follow": False,
    "gives_up": _NOTHING,
    "no_zero": None,
}


class PublicParts:
    """What everybody may see of one table's match (H2): fields of views and help, encoded once for all readers."""

    def __init__(self) -> None:
        self._values = [_UNKNOWN] * len(_PUBLIC)
        self._fields: dict[str, Any] = {}
        self._targets_from: tuple[object, ...] = (_UNKNOWN,) * _TARGETS_NEED
        self._targets: Any = None
        self._trumps_of = _UNKNOWN
        self._trumps: Any = None

    def view(self, seen: View) -> dict[str, Any]:
        """Return the fields that a view has for everybody."""
        for at, (value, before) in enumerate(zip(_VALUES(seen), self._values, strict=True)):
            if value is not before:
                name, write = _PUBLIC[at]
                self._fields[name] = encoded(encode(write(value)))
                self._values[at] = value
        return dict(self._fields)

    def help(self, seen: View) -> dict[str, Any]:
        """Return the fields that help has for everybody."""
        if seen.trump is not self._trumps_of:
            self._trumps, self._trumps_of = encoded(encode(trumps_to_json(core.trumps(seen)))), seen.trump
        follows_from = _TARGETS_FROM(seen)
        if not all(map(is_, follows_from, self._targets_from)):
            self._targets, self._targets_from = encoded(encode(core.targets(seen))), follows_from
        suit = core.led(seen)
        return {
            "pick": pick_or_null(core.pick(seen)),
            "led": None if suit is None else suit.word,
            "leading": leading_to_json(core.leading(seen)),
            "targets": self._targets,
            "tricks_left": seen.ruleset.tricks - len(seen.tricks),
            "trumps": self._trumps,
        }


class Own(NamedTuple):
    """One seat's own pieces, encoded: the hand for its view, the fields of its help."""

    hand: Any
    help: dict[str, Any]


NO_PIECES: Final = Own(UNSET, {"order": [], "if_trump": _NOTHING})
"""What spectators are told in place of it."""


class OwnParts:
    """What one seat alone is told about its own pieces (H1); it changes when the seat acts, not with every move."""

    def __init__(self) -> None:
        self._seats: dict[int, _Told] = {}

    def of(self, seat: int, public: View, match: Match) -> Own:
        """Return what this seat is told now: for three of four what it was told the last time."""
        hand, dice, trump, pool = own_hand(match, seat), public.dice[seat], public.trump, public.pool
        last = self._seats.get(seat, _NOT_TOLD)
        known = hand is last.hand and trump is last.trump
        if known and dice is last.dice and pool is last.pool:
            return last.told
        hand_text, order = last.told.hand, last.told.help["order"]
        if not known:
            hand_text = encoded(encode(texts(hand)))
            order = encoded(encode(order_to_json(core.sorted_hand(hand, trump))))
        # In the draft, when others take dice, only these dice are gone of what they would have made.
        among = last.among if known and dice is last.dice else {}
        shown = core.would_be_trump(public)
        for die in shown.values():
            if die not in among:
                among[die] = texts(core.trumps_among(hand + dice, die))
        if_trump = encoded(encode({str(die): among[made] for die, made in shown.items()})) if shown else _NOTHING
        told = Own(hand_text, {"order": order, "if_trump": if_trump})
        self._seats[seat] = _Told(hand, dice, trump, pool, among, told)
        return told


class _Told(NamedTuple):
    """What one seat was told of its own pieces, and what that follows from."""

    hand: object
    dice: object
    trump: object
    pool: object
    among: dict[Piece, list[str]]
    """The own pieces that each die would make trumps."""
    told: Own


_NOT_TOLD: Final = _Told(_UNKNOWN, _UNKNOWN, _UNKNOWN, _UNKNOWN, {}, NO_PIECES)


@dataclass(frozen=True, slots=True)
class FrameCache:
    """What a table's next frames can take from its last ones."""

    public: PublicParts = field(default_factory=PublicParts)
    own: OwnParts = field(default_factory=OwnParts)


def to_decide(own: View) -> tuple[list[str], dict[str, Any]]:
    """Return what the seat to act may do; then why it may not do the rest, and what it would give up."""
    return [str(action) for action in own.legal or ()], {
        "unplayable": refusals_to_json(core.unplayable(own)),
        "must_follow": core.must_follow(own),
        "gives_up": gives_up_to_json(core.gives_up(own)),
        "no_zero": reason_or_null(core.no_zero(own)),
    }


@cache
def waiting(seat: int | None, to_act: int | None, phase: Phase) -> Any:  # noqa: ANN401  an encoded reason
    """Return why an audience can do nothing: about a hundred texts for all tables."""
    return encoded(encode(reason_or_null(core.why_wait(seat, to_act, phase))))

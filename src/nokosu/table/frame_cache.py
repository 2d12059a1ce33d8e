"""Texts that stay the same from move to move, so that they are not written again for every frame.

Views are immutable, and the next one shares with the last whatever did not change: that a value is the same object is
enough to know that its text is the same. Showing a move to a table took half of the time of the whole move before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter, is_
from typing import Final, NamedTuple

from nokosu.core.help import if_trump, leading, led, no_zero, sorted_hand, targets, trumps, unplayable, why_wait
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import Pieces, View
from nokosu.wire.help import (
    leading_to_json,
    order_to_json,
    reason_or_null,
    refusals_to_json,
    suit_or_null,
    trumps_to_json,
)
from nokosu.wire.struct import encode
from nokosu.wire.views import FIELDS, OWN, texts

_PUBLIC: Final = tuple((name, write) for name, write in FIELDS.items() if name != "seat" and name not in OWN)
_VALUES: Final = attrgetter(*(name for name, _ in _PUBLIC))
_TARGETS_FROM: Final = attrgetter("dice", "zero", "won", "declarations", "phase", "tricks")


class PublicTexts:
    """What everybody may see of one table's match (H2)."""

    def __init__(self) -> None:
        self._values: list[object] = [object()] * len(_PUBLIC)
        self._texts = [b""] * len(_PUBLIC)
        self._targets_from: tuple[object, ...] = ()
        self._targets = b""
        self._trumps_of: object = self
        self._trumps = b""

    def view(self, seen: View) -> bytes:
        """The fields that a view has for everybody."""
        for at, (value, before) in enumerate(zip(_VALUES(seen), self._values, strict=True)):
            if value is not before:
                name, write = _PUBLIC[at]
                self._texts[at] = b'"%b":%b' % (name.encode(), encode(write(value)))
                self._values[at] = value
        return b",".join(self._texts)

    def help(self, seen: View) -> bytes:
        """The fields that help has for everybody."""
        return b'"led":%b,"leading":%b,"targets":%b,"tricks_left":%d,"trumps":%b' % (
            encode(suit_or_null(led(seen))),
            encode(leading_to_json(leading(seen))),
            self._open_targets(seen),
            seen.ruleset.tricks - len(seen.tricks),
            self._all_trumps(seen),
        )

    def _all_trumps(self, seen: View) -> bytes:
        if seen.trump is not self._trumps_of:
            self._trumps, self._trumps_of = encode(trumps_to_json(trumps(seen))), seen.trump
        return self._trumps

    def _open_targets(self, seen: View) -> bytes:
        follows_from = _TARGETS_FROM(seen)
        if not _same(follows_from, self._targets_from):
            self._targets, self._targets_from = encode(targets(seen)), follows_from
        return self._targets


class Own(NamedTuple):
    """The texts of one seat's own pieces: in its view, and in its help."""

    hand: bytes
    help: bytes


_NOTHING_MADE: Final[tuple[tuple[object, ...], Own]] = ((), Own(b"", b""))
_NO_HAND: Final[tuple[tuple[object, ...], tuple[bytes, bytes]]] = ((), (b"", b""))


class OwnTexts:
    """What one seat alone is told about its own pieces (H1); it changes when the seat acts, not with every move."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[tuple[object, ...], Own]] = {}
        self._hands: dict[int, tuple[tuple[object, ...], tuple[bytes, bytes]]] = {}
        self._trumps: dict[int, tuple[tuple[object, ...], dict[str, bytes]]] = {}
        self._middle: tuple[object, list[str]] = (None, [])

    def texts(self, seat: int, hand: Pieces, public: View, own: Callable[[], View]) -> Own:
        """What this seat is told now: for three of four what it was told the last time. `own` makes its view."""
        follows_from = (hand, public.trump, public.pool, public.dice[seat])
        before, made = self._made.get(seat, _NOTHING_MADE)
        if not _same(follows_from, before):
            texts_of_hand, order = self.hand(seat, hand, public.trump)
            made = Own(texts_of_hand, b'"order":%b,"if_trump":%b' % (order, self.if_trump(seat, hand, public, own)))
            self._made[seat] = (follows_from, made)
        return made

    def hand(self, seat: int, hand: Pieces, trump: Piece | None) -> tuple[bytes, bytes]:
        """The hand, and how it is sorted."""
        before, made = self._hands.get(seat, _NO_HAND)
        if not _same((hand, trump), before):
            made = (encode(texts(hand)), encode(order_to_json(sorted_hand(hand, trump))))
            self._hands[seat] = ((hand, trump), made)
        return made

    def if_trump(self, seat: int, hand: Pieces, public: View, own: Callable[[], View]) -> bytes:
        """In the draft: for each die of the middle, the own pieces that would be trumps."""
        if public.phase is not Phase.DRAFT:
            return b"{}"
        follows_from = (hand, public.dice[seat])
        before, made = self._trumps.get(seat, ((), {}))
        lying = self._lying(public)
        # A die that is taken back is in the middle again, and may not have been there in the last frame.
        if not _same(follows_from, before) or any(die not in made for die in lying):
            would_be = if_trump(own())
            made = {str(die): b'"%b":%b' % (str(die).encode(), encode(texts(pieces))) for die, pieces in would_be}
            self._trumps[seat] = (follows_from, made)
        return b"{%b}" % b",".join([made[die] for die in lying])

    def _lying(self, public: View) -> list[str]:
        """The dice of the middle, each once; asked for every seat and the same for all."""
        pool, lying = self._middle
        if pool is not public.pool:
            lying = list(dict.fromkeys(texts(public.pool)))
            self._middle = (public.pool, lying)
        return lying


@dataclass(frozen=True, slots=True)
class FrameCache:
    """What a table's next frames can take from its last ones."""

    public: PublicTexts = field(default_factory=PublicTexts)
    own: OwnTexts = field(default_factory=OwnTexts)


def refusals(own: View) -> bytes:
    """Why the seat to act may not play this or take that."""
    return b'"unplayable":%b,"no_zero":%b' % (
        encode(refusals_to_json(unplayable(own))),
        encode(reason_or_null(no_zero(own))),
    )


@cache
def waiting(seat: int | None, to_act: int | None, phase: Phase) -> bytes:
    """Return why an audience can do nothing: about a hundred texts for all tables."""
    return encode(reason_or_null(why_wait(seat, to_act, phase)))


def _same(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    return len(these) == len(those) and all(map(is_, these, those))

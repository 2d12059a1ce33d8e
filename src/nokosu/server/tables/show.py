"""What a table's readers are sent: views, help, happenings, public facts. Built from views and never from the truth.

A seat's view is a spectator's view with the seat's own number, hand and legal actions (H1, H4); so the public part is
written once for everybody. A test holds this against nokosu.wire.view_json, seat by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from nokosu.core.help import help_for, if_trump, sorted_hand, why_wait
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import View, view
from nokosu.record.fairness import commitment
from nokosu.server.tables import happenings
from nokosu.server.tables.decide import asked_about_abandoning, asked_about_take_back
from nokosu.server.tables.happenings import Shown
from nokosu.server.tables.state import State
from nokosu.wire import tables as wire
from nokosu.wire.help_json import help_to_json, order_to_json, reason_to_json
from nokosu.wire.tables import Clock, Presence
from nokosu.wire.view_json import texts, view_to_json

_ENCODE: Final = msgspec.json.Encoder().encode
_NULL: Final = b"null"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a frame holds besides the log's own: who is there, the clock, people's names."""

    clock: Clock
    presence: Presence
    names: Mapping[str, str]


class Frames:
    """The frames that one moment of a table makes, one a reader; what they have in common is written once."""

    def __init__(
        self, state: State, about: Surroundings, news: Sequence[Shown], *, whole: bool, orders: Orders
    ) -> None:
        self._state = state
        self._orders = orders
        self._match = state.match
        self._news = news
        self._public_view, self._public_help = _NULL, _NULL
        if state.match:
            spectator = view(state.match, None)
            self._public_view = _ENCODE(view_to_json(spectator))
            self._public_help = _ENCODE(help_to_json(help_for(spectator)))
            assert self._public_view.startswith(_NO_SEAT)
        self._tail = b'"clock":%b,"presence":%b' % (_ENCODE(about.clock), _ENCODE(about.presence))
        if whole:
            self._tail += b',"table":' + _ENCODE(table_state(state, about.names))
        self._news_for_all = None if any(each.private for each in news) else self._news_json(None)

    def for_seat(self, seat: int | None, after: int) -> bytes:
        """The update for one seat, or for spectators."""
        news = self._news_for_all or self._news_json(seat)
        seen, helped = self._public_view, self._public_help
        if self._match is not None and seat is not None:
            own = view(self._match, seat)
            seen, helped = self._view(own), self._help(own)
        return b'{"type":"update","seq":%d,"after":%d,"happenings":%b,"seat":%b,"view":%b,"help":%b,%b}' % (
            self._state.seq,
            after,
            news,
            _NULL if seat is None else b"%d" % seat,
            seen,
            helped,
            self._tail,
        )

    def _news_json(self, seat: int | None) -> bytes:
        return b"[%b]" % b",".join(each.json(seat) for each in self._news)

    def _view(self, own: View) -> bytes:
        """H1: the public view with the seat's own number, hand and legal actions."""
        assert own.seat is not None
        hand = _ENCODE(texts(own.hand or ()))
        legal = _ENCODE([str(action) for action in own.legal or ()])
        return b'{"seat":%d,"hand":%b,"legal":%b,%b' % (own.seat, hand, legal, self._public_view[len(_NO_SEAT) :])

    def _help(self, own: View) -> bytes:
        """The public help with what follows from the own hand; for who waits, that is kept from the last time."""
        if own.seat == own.to_act:
            return _ENCODE(help_to_json(help_for(own)))
        waiting = why_wait(own.seat, own.to_act, own.phase)
        assert waiting is not None
        return b'{"waiting":%b,"unplayable":{},"no_zero":null,"order":%b,"if_trump":%b,%b' % (
            _ENCODE(reason_to_json(waiting)),
            self._orders.order(own),
            self._orders.if_trump(own),
            self._public_help[self._public_help.index(b'"led"') :].replace(b',"order":[],"if_trump":{}', b""),
        )


class Orders:
    """What help says about each seat's own pieces; it changes when the seat acts, not with every move at the table."""

    def __init__(self) -> None:
        self._orders: dict[int, tuple[View, bytes]] = {}
        self._trumps: dict[int, tuple[View, dict[Piece, bytes]]] = {}

    def order(self, own: View) -> bytes:
        """How the hand is sorted."""
        assert own.seat is not None
        before, text = self._orders.get(own.seat, (None, b""))
        if before is None or before.hand is not own.hand or before.trump is not own.trump:
            text = _ENCODE(order_to_json(sorted_hand(own.hand or (), own.trump)))
            self._orders[own.seat] = (own, text)
        return text

    def if_trump(self, own: View) -> bytes:
        """In the draft: for each die of the middle, the own pieces that would be trumps."""
        if own.phase is not Phase.DRAFT:
            return b"{}"
        assert own.seat is not None
        before, made = self._trumps.get(own.seat, (None, {}))
        if before is None or before.hand is not own.hand or before.dice[own.seat] is not own.dice[own.seat]:
            made = {die: b'"%b":%b' % (str(die).encode(), _ENCODE(texts(pieces))) for die, pieces in if_trump(own)}
            self._trumps[own.seat] = (own, made)
        return b"{%b}" % b",".join(made[die] for die in dict.fromkeys(own.pool))


_NO_SEAT: Final = b'{"seat":null,'


def table_state(state: State, names: Mapping[str, str]) -> wire.TableState:
    """The public facts about a table."""
    return wire.TableState(
        table=state.table,
        code=state.code,
        settings=state.settings,
        status=state.status,
        seats=[_seat(state, seat, names) for seat in range(len(state.chairs))],
        host=state.host,
        fairness=_fairness(state),
        take_back=_take_back(state),
        abandon=_abandon(state),
        rematch=state.rematch,
        created=state.created,
        ended=state.ended,
    )


def _seat(state: State, seat: int, names: Mapping[str, str]) -> wire.SeatInfo:
    chair = state.chairs[seat]
    stand_in = None
    if chair.stand_in and chair.why:
        stand_in = wire.StandIn(bot=chair.stand_in, why=chair.why)
    return wire.SeatInfo(
        kind="open" if chair.open else "person" if chair.person else "bot",
        name=names.get(chair.person, happenings.NAMELESS) if chair.person else chair.bot,
        bot=chair.bot,
        stand_in=stand_in,
        nonce=chair.nonce,
    )


def _fairness(state: State) -> wire.Fairness:
    """The secret is revealed when the match is over, and never before."""
    return wire.Fairness(
        commitment=commitment(bytes.fromhex(state.secret)).hex(),
        nonces=[chair.nonce for chair in state.chairs],
        secret=state.secret if state.status == "finished" else None,
    )


def _take_back(state: State) -> wire.TakeBackRequest | None:
    if state.asking is None:
        return None
    seat, seq = state.asking
    asked = [other for other in asked_about_take_back(state, seat) if other not in state.agreed]
    return wire.TakeBackRequest(seat=seat, seq=seq, agreed=sorted(state.agreed), asked=asked)


def _abandon(state: State) -> wire.AbandonRequest | None:
    if not state.abandon or state.ended is not None:
        return None
    asked = [seat for seat in asked_about_abandoning(state) if seat not in state.abandon]
    return wire.AbandonRequest(agreed=sorted(state.abandon), asked=asked)

"""What a table's clients are sent: views, help, entries, public facts. Built from views and never from the truth.

A seat's view is a spectator's view with the seat's own number, hand and legal actions (H1, H4); so the public part is
written once for everybody. A test holds this against nokosu.wire.views, seat by seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from nokosu.core.match import Match
from nokosu.core.view import View, own_hand, view
from nokosu.record.fairness import commitment
from nokosu.table import clocks
from nokosu.table.decide import asked_about_abandoning, asked_about_take_back, undoable
from nokosu.table.frame_cache import FrameCache, refusals, waiting
from nokosu.table.public import NAMELESS, Names, News
from nokosu.table.remark import remarkable
from nokosu.table.state import State
from nokosu.wire import tables as wire
from nokosu.wire.struct import encode
from nokosu.wire.tables import Clock, Presence

_NULL: Final = b"null"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a frame contains in addition to the log: presence, the clock, people's names and faces."""

    clock: Clock
    presence: Presence
    names: Names
    faces: Names = field(default_factory=dict)


class Frames:
    """The frames that one moment of a table makes, one per audience; what they have in common is written once."""

    def __init__(self, state: State, about: Surroundings, news: News, cache: FrameCache, *, whole: bool) -> None:
        self._state = state
        self._cache = cache
        self._match = state.match
        self._news = news
        self._public = view(state.match, None) if state.match else None
        self._view, self._help = b"", b""
        if self._public:
            shown = last_trick_alone(self._public) if state.settings.last_trick_only else self._public
            self._view, self._help = cache.public.view(shown), cache.public.help(self._public)
        self._tail = b'"clock":%b,"presence":%b' % (encode(about.clock), encode(about.presence))
        newest = undoable(state)
        if newest is not None:
            self._tail += b',"undo":%d' % newest
        if whole:
            self._tail += b',"table":' + encode(table_state(state, about.names, about.faces))

    def for_seat(self, seat: int | None, after: int) -> bytes:
        """The update for one seat, or for spectators."""
        return b'{"type":"update","seq":%d,"after":%d,"entries":%b,"seat":%b,%b,%b}' % (
            self._state.seq,
            after,
            self._news(seat),
            _NULL if seat is None else b"%d" % seat,
            self._seen(self._match, seat),
            self._tail,
        )

    def _seen(self, match: Match | None, seat: int | None) -> bytes:
        """An audience's view, with its help."""
        if match is None:
            return b'"view":null,"help":null'
        assert self._public is not None
        waits = waiting(seat, match.to_act, match.round.phase)
        if seat is None:
            return b'"view":{"seat":null,%b},"help":{"waiting":%b,%b,%b,"order":[],"if_trump":{}}' % (
                self._view,
                waits,
                _NOTHING_REFUSED,
                self._help,
            )
        legal, refused = b"[]", _NOTHING_REFUSED
        own_texts = self._cache.own.texts(seat, own_hand(match, seat), self._public, lambda: view(match, seat))
        if seat == match.to_act:
            own = view(match, seat)
            legal, refused = encode([str(action) for action in own.legal or ()]), refusals(own)
        return b'"view":{"seat":%d,"hand":%b,%b,"legal":%b},"help":{"waiting":%b,%b,%b,%b}' % (
            seat,
            own_texts.hand,
            self._view,
            legal,
            waits,
            refused,
            self._help,
            own_texts.help,
        )


_NOTHING_REFUSED: Final = b'"unplayable":{},"no_zero":null'


def last_trick_alone(seen: View) -> View:
    """H2: a view for people at a table that shows them only the last trick; `won` still counts all of them."""
    return replace(seen, tricks=seen.tricks[-1:])


def table_state(state: State, names: Names, faces: Names = MappingProxyType({})) -> wire.TableState:
    """The public facts about a table."""
    return wire.TableState(
        table=state.table,
        code=state.code,
        settings=state.settings,
        status=state.status,
        seats=[_seat(state, seat, names, faces) for seat in range(len(state.chairs))],
        host=state.host,
        fairness=_fairness(state),
        take_back=_take_back(state),
        abandon=_abandon(state),
        bot_pace=state.bot_pace,
        between_rounds=state.between_rounds,
        others_resume=clocks.others_resume_at(state) if state.status == "paused" else None,
        assisted=sorted({each.seat for each in state.assists}),
        rematch=state.rematch,
        remark=remarkable(state.match) if state.match and state.status == "finished" else None,
        created=state.created,
        ended=state.ended,
    )


def _seat(state: State, seat: int, names: Names, faces: Names) -> wire.SeatInfo:
    chair = state.chairs[seat]
    stand_in = None
    if chair.stand_in and chair.why:
        stand_in = wire.StandIn(bot=chair.stand_in, why=chair.why)
    return wire.SeatInfo(
        kind="open" if chair.open else "person" if chair.person else "bot",
        name=names.get(chair.person, NAMELESS) if chair.person else chair.bot,
        bot=chair.bot,
        face=faces.get(chair.person) if chair.person else None,
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

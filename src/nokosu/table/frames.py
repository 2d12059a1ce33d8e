"""What a table's clients are sent: views, help, entries, public facts. Built from views and never from the truth.

A seat's view is a spectator's view with the seat's own number, hand and legal actions (H1, H4); so the public part is
written once for everybody. A test holds this against nokosu.wire.views, seat by seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nokosu.core.view import View, view
from nokosu.table.frame_cache import NO_PIECES, NOTHING_REFUSED, FrameCache, to_decide, waiting
from nokosu.table.public import Names, News
from nokosu.table.state import State
from nokosu.table.table_state import table_state
from nokosu.wire import views as wire
from nokosu.wire.help import Help
from nokosu.wire.struct import UNSET, UnsetType, encode, encoded
from nokosu.wire.tables import Clock, Presence
from nokosu.wire.updates import Update


@dataclass(frozen=True, slots=True)
class FrameContext:
    """What a frame contains in addition to the log: presence, the clock, people's names and faces."""

    clock: Clock
    presence: Presence
    names: Names
    faces: Names = field(default_factory=dict)


class Frames:
    """The frames of one moment: an Update per audience, whose common parts are encoded once."""

    def __init__(
        self, state: State, context: FrameContext, news: News, after: int, cache: FrameCache, *, whole: bool
    ) -> None:
        self._state = state
        self._match = state.match
        self._news = news
        self._after = after
        self._cache = cache
        self._clock, self._presence = encoded(encode(context.clock)), encoded(encode(context.presence))
        self._table = encoded(encode(table_state(state, context.names, context.faces))) if whole else None
        if self._match:
            self._public = view(self._match, None)
            shown = last_trick_alone(self._public) if state.settings.last_trick_only else self._public
            self._view, self._help = cache.public.view(shown), cache.public.help(self._public)

    def for_seat(self, seat: int | None) -> bytes:
        """Return the update for one seat, or for spectators."""
        match, seen, given = self._match, None, None
        if match is not None:
            legal: list[str] | UnsetType = UNSET
            own, refused = NO_PIECES, NOTHING_REFUSED
            if seat is not None:
                own, legal = self._cache.own.of(seat, self._public, match), []
            if seat is not None and seat == match.to_act:
                legal, refused = to_decide(view(match, seat))
            waits = waiting(seat, match.to_act, match.round.phase)
            seen = wire.View(seat=seat, hand=own.hand, legal=legal, **self._view)
            given = Help(waiting=waits, **refused, **self._help, **own.help)
        update = Update(
            seq=self._state.seq,
            after=self._after,
            entries=encoded(self._news(seat)),
            seat=seat,
            view=seen,
            help=given,
            clock=self._clock,
            presence=self._presence,
            undo=self._state.undoable,
            table=self._table,
        )
        return encode(update)


def last_trick_alone(seen: View) -> View:
    """H2: return a view for people who are shown only the last trick; `won` still counts all of them."""
    return replace(seen, tricks=seen.tricks[-1:])

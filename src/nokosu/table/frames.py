"""What a table's clients are sent: views, help, entries, public facts. Built from views and never from the truth.

A seat's view is a spectator's view with the seat's own number, hand and legal actions (H1, H4); so the public part is
written once for everybody. A test holds this against nokosu.wire.views, seat by seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nokosu.core.match import Match
from nokosu.core.view import View, view
from nokosu.table import public
from nokosu.table.frame_cache import NO_PIECES, NOTHING_REFUSED, FrameCache, to_decide, waiting
from nokosu.table.public import Logged, Names, News
from nokosu.table.state import State
from nokosu.table.table_state import table_state
from nokosu.wire import views as wire
from nokosu.wire.entries import Moved, Reacted, Started
from nokosu.wire.help import Help
from nokosu.wire.struct import encode, encoded
from nokosu.wire.tables import Clock, Presence
from nokosu.wire.updates import Update


@dataclass(frozen=True, slots=True)
class FrameContext:
    """What a frame contains in addition to the log: presence, the clock, people's names and faces."""

    clock: Clock
    presence: Presence
    names: Names
    faces: Names = field(default_factory=dict)


class FrameBuilder:
    """Builds the frames of one table, and remembers the parts that stay the same from frame to frame."""

    def __init__(self) -> None:
        self._cache = FrameCache()

    def news(self, before: State, state: State, news: Sequence[Logged], context: FrameContext) -> Frames:
        """Return the frames after these entries."""
        newest, alone = news[-1].entry, len(news) == 1
        if alone and isinstance(newest, Moved | Started) and state.match:
            shown = public.step(news[0], before.match, state.match, context.names)
        else:
            shown = public.past(news, state.match, context.names)
        # A move changes nothing in the public facts beside the view, unless a question was open or it was the last.
        whole = not (alone and isinstance(newest, Moved | Reacted)) or before.take_back_request is not None
        whole = whole or before.between_rounds != state.between_rounds or before.chairs != state.chairs
        return Frames(state, context, shown, before.seq, self._cache, whole=whole)

    def first(
        self,
        state: State,
        since: int,
        news: Sequence[Logged],
        context: FrameContext,
        seat: int | None,
        last: int | None = None,
    ) -> bytes:
        """Return the first frame for somebody who comes, with the entries after `since`, up to `last` if given."""
        if state.settings.last_trick_only and state.match and news:
            news = public.since_last_trick(news, state.match)
            since = news[0].seq - 1
        shown = public.past(news, state.match, context.names, last)
        return Frames(state, context, shown, since, self._cache, whole=True).for_seat(seat)


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
        own_view, own_help = (None, None) if self._match is None else self._seen(self._match, seat)
        update = Update(
            seq=self._state.seq,
            after=self._after,
            entries=encoded(self._news(seat)),
            seat=seat,
            view=own_view,
            help=own_help,
            clock=self._clock,
            presence=self._presence,
            undo=self._state.undoable,
            table=self._table,
        )
        return encode(update)

    def _seen(self, match: Match, seat: int | None) -> tuple[wire.View, Help]:
        """Return an audience's view, with its help."""
        waits = waiting(seat, match.to_act, match.round.phase)
        if seat is None:
            return wire.View(seat=None, **self._view), Help(waiting=waits, **NOTHING_REFUSED, **self._help, **NO_PIECES)
        own, legal, refused = self._cache.own.of(seat, self._public, match), list[str](), NOTHING_REFUSED
        if seat == match.to_act:
            legal, refused = to_decide(view(match, seat))
        own_view = wire.View(seat=seat, hand=own.hand, legal=legal, **self._view)
        return own_view, Help(waiting=waits, **refused, **self._help, **own.help)


def last_trick_alone(seen: View) -> View:
    """H2: return a view for people who are shown only the last trick; `won` still counts all of them."""
    return replace(seen, tricks=seen.tricks[-1:])

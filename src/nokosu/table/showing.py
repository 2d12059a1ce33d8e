"""The frames of one table from moment to moment: what a host sends when something happened or somebody comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nokosu.table import public
from nokosu.table.entries import Moved, Reacted, Started
from nokosu.table.frame_cache import FrameCache
from nokosu.table.frames import Frames, Surroundings
from nokosu.table.public import Logged
from nokosu.table.state import State


class Showing:
    """Remembers what stays the same from frame to frame."""

    def __init__(self) -> None:
        self._cache = FrameCache()

    def news(
        self, before: State, state: State, news: Sequence[Logged], about: Surroundings
    ) -> Callable[[int | None], bytes]:
        """The frame for each seat, and for spectators (None), after these entries."""
        newest = news[-1].entry
        alone = len(news) == 1
        if alone and isinstance(newest, Moved | Started) and state.match:
            shown = public.step(news[0], before.match, state.match, about.names)
        else:
            shown = public.past(news, state.match, about.names)
        # A move changes nothing in the public facts beside the view, unless a question was open or it was the last.
        whole = not (alone and isinstance(newest, Moved | Reacted)) or before.asking is not None
        whole = whole or before.between_rounds != state.between_rounds
        frames = Frames(state, about, shown, self._cache, whole=whole)
        return lambda seat: frames.for_seat(seat, before.seq)

    def first(
        self,
        state: State,
        since: int,
        news: Sequence[Logged],
        about: Surroundings,
        seat: int | None,
        last: int | None = None,
    ) -> bytes:
        """The first frame for somebody who comes, with the entries after `since`, up to `last` if it is given."""
        if state.settings.last_trick_only and state.match and news:
            news = public.since_last_trick(news, state.match)
            since = news[0].seq - 1
        shown = public.past(news, state.match, about.names, last)
        return Frames(state, about, shown, self._cache, whole=True).for_seat(seat, since)

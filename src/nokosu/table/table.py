"""The table: the only place where a match changes, for every kind of player and connection."""

from __future__ import annotations

from nokosu.core.actions import Action
from nokosu.core.errors import IllegalAction, Reason
from nokosu.core.events import Event, history, since
from nokosu.core.help import Help, help_for, why_wait
from nokosu.core.match import Match
from nokosu.core.view import View, view


class Table:
    """One match and everybody who watches it. An audience is a seat, or None for spectators (H4).

    Hosts pass on what `view`, `events_for`, `help_for` and a refusal say, and nothing else: `match` is the whole truth
    and stays with the authority.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        # An audience's log starts when it is first asked for; the match tells what went before.
        self._logs: dict[int | None, list[Event]] = {}

    @property
    def match(self) -> Match:
        """The whole truth, for the authority alone: records are written from it."""
        return self._match

    @property
    def to_act(self) -> int | None:
        return self._match.to_act

    @property
    def over(self) -> bool:
        return self._match.over

    def view(self, seat: int | None) -> View:
        """Return what this audience may know."""
        return view(self._match, seat)

    def help_for(self, seat: int | None) -> Help:
        """Return what follows from the view of this audience."""
        return help_for(self.view(seat))

    def events_for(self, seat: int | None, start: int = 0) -> tuple[Event, ...]:
        """Return what this audience has seen happen, from event number `start` on.

        The numbers are the same for everybody.
        """
        if seat not in self._logs:
            self.view(seat)  # refuses a seat that is not at this table
            self._logs[seat] = list(history(self._match, seat))
        return tuple(self._logs[seat][start:])

    def why_not(self, seat: int | None) -> Reason | None:
        """Return why this audience can do nothing at all now, from public facts alone; None if it is its turn."""
        return why_wait(seat, self._match.to_act, self._match.round.phase)

    def act(self, seat: int | None, action: Action) -> None:
        """Do this, or raise IllegalAction with a reason that rests on nothing but what the seat knows."""
        refusal = self.why_not(seat)
        if refusal:
            raise IllegalAction(action, refusal)
        before, self._match = self._match, self._match.apply(action)
        for audience, log in self._logs.items():
            log.extend(since(before, self._match, audience))

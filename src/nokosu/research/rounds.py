"""The core's round beside a kernel state, for bots that are asked with a view."""

from __future__ import annotations

from nokosu.core.round import Round
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View, view_of_round
from nokosu.kernel.actions import TABLE
from nokosu.kernel.state import State


class Rounds:
    """Follows one game: each call applies only what has happened since the last one."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._round: Round | None = None
        self._done = b""

    def view(self, state: State, seat: int) -> View:
        """Return what a seat may know."""
        actions, deal = state.actions, state.deal()
        same = self._round is not None and self._round.dealer == state.dealer and self._round.deal == deal
        if self._round is None or not same or not actions.startswith(self._done):
            self._round, self._done = Round.start(self._ruleset, state.dealer, deal), b""
        for number in actions[len(self._done) :]:
            self._round = self._round.apply(TABLE[number])
        self._done = actions
        return view_of_round(self._round, 0, (), seat)

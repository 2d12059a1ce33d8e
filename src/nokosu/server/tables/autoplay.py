"""What happens at a table without commands: bots move, clocks run out, a bot stands in for an absent player.

The host says what and when (table/host.py); here are the timers and the processes of the bots. Where several processes
share a database, the one that committed the newest entry acts first; the others wait somewhat longer and act only if it
did not.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING, Final

from nokosu.bots.base import BotFailure
from nokosu.server.bots.pool import Question
from nokosu.server.quotas import Payer
from nokosu.server.store import StoreFailed
from nokosu.server.time import Timer
from nokosu.table import bot_run

if TYPE_CHECKING:
    from nokosu.server.tables.actor import Actor
    from nokosu.server.tables.dependencies import Dependencies
    from nokosu.table.state import State

LOG: Final = logging.getLogger("nokosu.server.tables")
OTHERS_WAIT_MS: Final = 3_000
STORE_RETRY_MS: Final = 1_000


class Autoplay:
    """The timers and bots of one table."""

    def __init__(self, deps: Dependencies, actor: Actor) -> None:
        self._deps = deps
        self._actor: Actor = weakref.proxy(actor)
        """The table that holds this one: not held in turn, so that both are freed when it is forgotten."""
        self._timer: Timer | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._asked: bot_run.Question | None = None
        self._waking = False
        self._waited_for: int | None = None
        """The turn in which this process has left the others enough time."""

    @property
    def pending(self) -> bool:
        return self._timer is not None or self._thinking is not None

    def stop(self) -> None:
        self._cancel()
        self._stop_thinking()

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _stop_thinking(self) -> None:
        if self._thinking:
            self._thinking.cancel()
        self._thinking = self._asked = None

    def look(self) -> None:
        """Schedule the next event after a change."""
        if self._waking:
            return
        if self._timer:
            self._cancel()
        host = self._actor.host
        state = host.state
        if state.ended is not None:
            self._deps.chooser.release(state.table)
        seat = state.to_act
        if seat is None or self._actor.closed:
            return
        now, away_since = self._deps.time.now(), None
        later = 0 if self._actor.mine or self._waited_for == state.play_seq else OTHERS_WAIT_MS
        if not state.chairs[seat].playing_bot:
            away_since = self._actor.subscribers.away_since()
        elif self._unattended(state):
            return
        elif later:
            self._timer = self._deps.time.call_in(later, lambda: self._waited(state.play_seq))
            return
        question = host.ask(now)
        if question is not None:
            self._ask(state, question)
            return
        due = host.due(now, away_since)
        if due is not None:
            self._timer = self._deps.time.call_in(max(0, due - now) + later, self._due)

    def _unattended(self, state: State) -> bool:
        """Return whether bots play alone and nobody watches: the match goes on when somebody comes.

        A rated one goes on without: it counts, and no bot has to think. In a contest, others wait for its end.
        """
        played = any(chair.person and not chair.stand_in for chair in state.chairs)
        awaited = state.settings.rated or (state.event is not None and state.event.contest is not None)
        return not (played or awaited or self._actor.subscribers.by_seat)

    def _waited(self, play_seq: int) -> None:
        self._timer = None
        self._waited_for = play_seq
        self.look()

    def _ask(self, state: State, question: bot_run.Question) -> None:
        if question is not self._asked:
            self._stop_thinking()
            self._asked = question
            self._thinking = asyncio.create_task(self._think(state, question))

    async def _think(self, state: State, question: bot_run.Question) -> None:
        """Ask the bot, and hand its answer to the host."""
        asked = served = self._deps.time.now()

        def begins() -> None:
            nonlocal served
            served = self._deps.time.now()

        bot, seat = question.bot, question.seat
        wanted = Question(
            bot, question.view, state.table, question.seed, begins, self._payer(state), question.thinking_ms
        )
        action = None
        try:
            action = await self._deps.chooser.choose(wanted)
        except BotFailure as failure:
            LOG.warning("table %s seat %d: bot %s replaced: %s", state.table, seat, bot, failure.why)
            self._deps.metrics.bot_failures.labels(failure.why).inc()
        self._thinking = None
        self._actor.host.answer(question, action, self._deps.time.now(), served - asked)
        self.look()

    def _payer(self, state: State) -> Payer:
        """Return whose share of thinking time a table uses: the host's."""
        seats = [state.host] if state.host is not None else state.people()
        person = next((state.chairs[seat].person for seat in seats), None)
        return self._deps.quotas.of(person or state.table)

    def _due(self) -> None:
        self._timer = None
        self._actor.post(self._wake)

    async def _wake(self) -> None:
        """Let happen what is due, step by step; if the store fails, see later whether it still is."""
        host, subscribers = self._actor.host, self._actor.subscribers
        self._waking = True
        try:
            await subscribers.look_elsewhere()
            while await self._actor.take(lambda now: host.wake(now, subscribers.away_since())):
                pass
        except StoreFailed:
            self._cancel()
            self._timer = self._deps.time.call_in(STORE_RETRY_MS, self.look)
            raise
        finally:
            self._waking = False
        self.look()

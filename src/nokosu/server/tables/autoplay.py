"""What happens at a table by itself: bots move, clocks run out, a bot stands in for who is away.

A bot's move appears a fixed time after its turn began, or a whole multiple of it where the bot took longer: how long a
bot thought about its hand does not show (docs/bot-protocol.md). Where several processes share a database, the one that
committed the newest entry acts first; the others wait somewhat longer and act only if it did not.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from nokosu.bots.base import BotFailure
from nokosu.core.view import view
from nokosu.server.store import StoreFailed
from nokosu.server.time import Timer
from nokosu.table import clocks
from nokosu.table.decide import Decision, act, overdue
from nokosu.table.entries import By, StoodIn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

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
        self._actor = actor
        self._timer: Timer | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._asked: tuple[int, int] | None = None

    @property
    def pending(self) -> bool:
        return self._timer is not None or self._thinking is not None

    def stop(self) -> None:
        self._cancel()
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def look(self) -> None:
        """Something changed: see what is to happen next, and when."""
        if self._timer:
            self._cancel()
        state = self._actor.state
        if state.ended is not None:
            self._deps.chooser.release(state.table)
        seat = state.to_act
        if seat is None or self._actor.closed:
            return
        later = 0 if self._actor.mine else OTHERS_WAIT_MS
        if state.chairs[seat].playing_bot:
            self._ask_bot(state, seat, later)
            return
        now = self._deps.time.now()
        due = clocks.due_in(state, self._actor.subscribers.away_since(), now, self._deps.circumstances.downtimes)
        if due is not None:
            self._timer = self._deps.time.call_in(due + later, self._due)

    def _due(self) -> None:
        self._timer = None
        self._post(self._time_is_up)

    def _post(self, job: Callable[[], Awaitable[None]]) -> None:
        """Let this happen in the table's order; if the store fails, see later whether it is still due."""

        async def run() -> None:
            try:
                await job()
            except StoreFailed:
                self._cancel()
                self._timer = self._deps.time.call_in(STORE_RETRY_MS, self.look)
                raise

        self._actor.post(run)

    async def _time_is_up(self) -> None:
        """A clock ran out, or the seat to act has been away for too long."""
        subscribers = self._actor.subscribers
        await subscribers.look_elsewhere()
        about, time = self._deps.circumstances, self._deps.time
        if not await self._actor.append(lambda state: overdue(state, subscribers.away_since(), about, time.now())):
            self.look()

    def _ask_bot(self, state: State, seat: int, later: int) -> None:
        key = (state.play_seq, seat)
        if self._thinking and self._asked == key:
            return
        if self._thinking:
            self._thinking.cancel()
        self._asked = key
        self._thinking = asyncio.create_task(self._think(state, seat, later))

    async def _think(self, state: State, seat: int, later: int) -> None:
        """Ask the bot; post its move when it may appear."""
        match, bot = state.match, state.chairs[seat].playing_bot
        assert match is not None
        assert bot is not None
        if later:
            await self._sleep(later)
        began = self._deps.time.now()
        fallback = self._deps.circumstances.fallback_bot
        try:
            action = await self._deps.chooser.choose(bot, view(match, seat), state.table)
            by: By = "bot" if state.chairs[seat].person is None else "stand_in"
            decision = act(match, seat, action, by)
        except BotFailure as failure:
            LOG.warning("table %s seat %d: bot %s replaced: %s", state.table, seat, bot, failure.why)
            self._deps.metrics.bot_failures.labels(failure.why).inc()
            decision = Decision([StoodIn(seat=seat, bot=fallback, why="failed")])
            if bot == fallback:
                # Even the fallback failed, perhaps for want of a machine: the first legal action keeps the match going.
                decision = act(match, seat, str(match.legal()[0]), "stand_in")
        step = max(self._deps.bot_delay_ms, 1)
        took = self._deps.time.now() - began
        await self._sleep(-took % step if took else step)
        self._thinking = None
        self._post(lambda: self._bot_moves(state.play_seq, seat, decision))

    async def _sleep(self, ms: int) -> None:
        done = asyncio.Event()
        timer = self._deps.time.call_in(ms, done.set)
        try:
            await done.wait()
        finally:
            timer.cancel()

    async def _bot_moves(self, play_seq: int, seat: int, decision: Decision) -> None:
        """The move is made if the table is still as it was when the bot was asked."""

        def unless_changed(state: State) -> Decision:
            same = state.play_seq == play_seq and state.to_act == seat and state.chairs[seat].playing_bot
            return decision if same else Decision([])

        if not await self._actor.append(unless_changed):
            self.look()

"""What happens at a table without commands: bots move, clocks run out, a bot stands in for an absent player.

When a bot's move appears says nothing about its hand (table/pace.py). Where several processes share a database, the
one that committed the newest entry acts first; the others wait somewhat longer and act only if it did not.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from nokosu.bots.base import BotFailure
from nokosu.core.view import view
from nokosu.server.bots.pool import Question
from nokosu.server.payers import Payer
from nokosu.server.store import StoreFailed
from nokosu.server.time import Timer
from nokosu.table import clocks
from nokosu.table.bot_seed import bot_seed
from nokosu.table.bot_turn import BotTurn, bot_turn, next_bot, unless_changed
from nokosu.table.decide import Decision, overdue
from nokosu.table.pace import slots_at

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
        self._releasing = False

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
        """Schedule the next event after a change."""
        if self._releasing:
            return
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
            if not state.between_rounds and not self._unattended(state):
                self._start_thinking(state, seat, later)
            return
        now = self._deps.time.now()
        due = clocks.due_in(state, self._actor.subscribers.away_since(), now, self._deps.circumstances.downtimes)
        if due is not None:
            self._timer = self._deps.time.call_in(due + later, self._due)

    def _unattended(self, state: State) -> bool:
        """Return whether bots play alone and nobody watches: the match goes on when somebody comes."""
        played = any(chair.person and not chair.stand_in for chair in state.chairs)
        return not played and not self._actor.subscribers.by_seat

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

    def _start_thinking(self, state: State, seat: int, later: int) -> None:
        key = (state.play_seq, seat)
        if self._thinking and self._asked == key:
            return
        if self._thinking:
            self._thinking.cancel()
        self._asked = key
        self._thinking = asyncio.create_task(self._think(state, later))

    async def _think(self, state: State, later: int) -> None:
        """Ask the bots; post their moves when they may appear."""
        if later:
            await self._sleep(later)
        began = self._deps.time.now()
        slots = slots_at(state, self._deps.bot_delay_ms)
        run, needed = await self._ask_bots(state, together=slots.together)
        took = self._deps.time.now() - began
        await self._sleep(slots.appears(needed, took) - took)
        self._thinking = None
        self._post(lambda: self._release(state.play_seq, run))

    async def _ask_bots(self, state: State, *, together: bool) -> tuple[list[Decision], int]:
        """What the bot to act does and, if they appear together, all bots up to a person's turn or the round's end.

        Also how long they are taken to need for that.
        """
        match = state.match
        assert match is not None
        run: list[Decision] = []
        needed = 0
        while True:
            decision, ms = await self._ask_bot(state, bot_turn(state, match, run))
            run.append(decision)
            needed += ms
            following = next_bot(state, match, decision) if together else None
            if following is None:
                return run, needed
            match = following

    async def _ask_bot(self, state: State, turn: BotTurn) -> tuple[Decision, int]:
        """What the bot to act does, and how long it is taken to need: as long as it waited, and a fixed time."""
        time, thinking = self._deps.time, self._deps.thinking_ms.get(turn.bot, 0)
        if turn.repeats is not None:
            return turn.act(turn.repeats), thinking
        asked = served = time.now()

        def begins() -> None:
            nonlocal served
            served = time.now()

        seen = view(turn.match, turn.seat)
        seed = bot_seed(state.secret, seen)
        question = Question(turn.bot, seen, state.table, seed, begins, self._payer(state), thinking)
        try:
            decision = turn.act(await self._deps.chooser.choose(question))
        except BotFailure as failure:
            LOG.warning("table %s seat %d: bot %s replaced: %s", state.table, turn.seat, turn.bot, failure.why)
            self._deps.metrics.bot_failures.labels(failure.why).inc()
            decision = turn.replaced(self._deps.circumstances.fallback_bot)
        return decision, served - asked + thinking

    def _payer(self, state: State) -> Payer:
        """Whose share of thinking time a table uses: the host's."""
        seats = [state.host] if state.host is not None else state.people()
        person = next((state.chairs[seat].person for seat in seats), None)
        return self._deps.payers.of(person or state.table)

    async def _sleep(self, ms: int) -> None:
        done = asyncio.Event()
        timer = self._deps.time.call_in(ms, done.set)
        try:
            await done.wait()
        finally:
            timer.cancel()

    async def _release(self, play_seq: int, run: list[Decision]) -> None:
        """The moves are made, one update each, as long as the table is as it was when the bots were asked."""
        self._releasing = True
        try:
            for decision in run:
                if not await self._actor.append(unless_changed(decision, play_seq)):
                    break
                play_seq = self._actor.state.play_seq
        finally:
            self._releasing = False
        self.look()

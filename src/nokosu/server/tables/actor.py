"""One table that is being looked at or played: everything that happens to it happens in turn.

A step of the host is stored, and only then does it take effect, is shown to the subscribers and acknowledged. Nothing
else waits while one table's commit is under way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from nokosu.core.errors import reason
from nokosu.server.background import Background
from nokosu.server.door import paid
from nokosu.server.people.account import needs_passkey
from nokosu.server.people.blocklist import admit
from nokosu.server.store import Conflict, StoreFailed
from nokosu.server.store.tables import seated
from nokosu.server.tables import summary
from nokosu.server.tables.autoplay import Autoplay
from nokosu.server.tables.dependencies import Dependencies
from nokosu.server.tables.results import closing_statements
from nokosu.server.tables.subscribers import Subscribers
from nokosu.table import clocks
from nokosu.table.frames import FrameContext
from nokosu.table.host import Host, Step
from nokosu.table.public import Logged
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire.commands import AnyCommand, HandToBot, Rematch, Sit
from nokosu.wire.entries import decode
from nokosu.wire.updates import Ack, Refusal

LOG: Final = logging.getLogger("nokosu.server.tables")
_ATTEMPTS: Final = 5
PAGE: Final = 500
"""Entries in one frame: more would hold up the event loop."""
T = TypeVar("T")
Reply = Callable[["Ack | Refusal"], None]


class Actor:
    """A table in memory."""

    def __init__(self, deps: Dependencies, host: Host) -> None:
        self.deps = deps
        self.host = host
        self.mine = not deps.store.presence.shared
        """Whether this process committed the newest entry: then it is the one to ask bots and watch clocks first."""
        self.closed = False
        self._turn = asyncio.Lock()
        self._background = Background()
        self._row = summary.row(host.state, host.state.created)
        self.subscribers = Subscribers(deps, self)
        self.autoplay = Autoplay(deps, self)

    @property
    def state(self) -> State:
        """Return the state that the log leads to."""
        return self.host.state

    @property
    def idle(self) -> bool:
        """Return whether this table could be forgotten: nobody looks and nothing will happen by itself."""
        return not self._background.tasks and not self.subscribers.by_seat and not self.autoplay.pending

    # One thing after the other

    async def in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run this in turn and return its result; the caller pays. It runs even if the caller stops waiting."""
        return await asyncio.shield(self._background.start(paid(self._when_free(job))))

    def post(self, job: Callable[[], Awaitable[None]]) -> None:
        """Do this when it is its turn."""
        self.in_background(self._when_free(job))

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this at once, without waiting for it."""
        self._background.start(self._logged(work))

    async def _when_free(self, job: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            try:
                return await job()
            except StoreFailed as error:
                self.deps.failed(error)
                raise

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreFailed as error:
            self.deps.failed(error)
        except Exception:
            LOG.exception("table %s", self.state.table)

    # Steps

    async def command(self, person: str | None, command: AnyCommand, reply: Reply | None = None) -> Ack | Refusal:
        """Execute a command, or say why not.

        `reply` hears of it in the moment in which everybody is shown what happened: both leave in one packet then.
        """
        if isinstance(command, Rematch):
            # That is a matter of two tables; each takes its turn.
            answer = await self.deps.rematch(self.state.table, person, command)
            if reply:
                reply(answer)
            return answer
        # In a separate task: what is stored takes effect, even if the sender is gone meanwhile.
        tasks, task = self._background.tasks, asyncio.create_task(paid(self._in_its_turn(person, command, reply)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return await asyncio.shield(task)

    async def _in_its_turn(self, person: str | None, command: AnyCommand, reply: Reply | None) -> Ack | Refusal:
        async with self._turn:
            try:
                answer = await self._obey(person, command)
            except StoreFailed as error:
                self.deps.failed(error)
                raise
            if reply:
                reply(answer)
            return answer

    async def _obey(self, person: str | None, command: AnyCommand) -> Ack | Refusal:
        client, host = f"{person}:{command.client_id}", self.host
        absent = self.subscribers.absent() if isinstance(command, HandToBot) else {}
        try:
            if isinstance(command, Sit) and person is not None:
                await admit(self.deps.store.blocks, self.deps.names, host.state, person)
                if host.state.settings.rated:
                    await needs_passkey(self.deps.store.people, person)
            step = await self.take(lambda now: host.command(person, command, now, client, absent))
        except Refused as refused:
            step = host.refused(command, refused)
        assert step is not None
        assert step.reply is not None
        if isinstance(step.reply, Ack):
            return step.reply
        # Perhaps this very command was done before: before a restart, at another process, or long ago.
        before = await self.deps.store.log.made_by(host.state.table, client)
        if before is not None:
            return Ack(client_id=command.client_id, seq=before, repeated=True)
        self.deps.metrics.refusals.inc()
        return step.reply

    async def take(self, make: Callable[[int], Step | None]) -> Step | None:
        """Store a step, let it take effect, show it. If another process was first, catch up and make it again."""
        for _ in range(_ATTEMPTS):
            step = make(now := self.deps.time.now())
            if step is None or not step.rows:
                return step
            try:
                await self._commit(step, now)
            except Conflict:
                self.deps.metrics.conflicts.inc()
                await self.catch_up()
            else:
                return step
        raise Refused(reason("server.busy"))

    async def _commit(self, step: Step, now: int) -> None:
        before, after = step.before, step.after
        row = summary.row(after, now, (before, self._row))
        statements = row.changes(self._row)
        if before.chairs != after.chairs:
            statements += seated(after.table, [chair.person for chair in after.chairs])
        if after.ended is not None and before.ended is None:
            statements += closing_statements(after, now)
        with self.deps.metrics.commit.time():
            await self.deps.store.log.append(after.table, step.rows, statements)
        self.deps.metrics.entries.inc(len(step.rows))
        self.mine, self._row = True, row
        await self._confirm(step)
        if after.settings.rated and after.ended is not None:
            self.deps.match_rated()
        if after.ended is not None and after.event is not None and after.event.contest is not None:
            self.deps.contest_table_over(after.event.contest)
        # Told by the process that committed the move, and by no other that hears of it.
        if row.turn_of and after.settings.pace.kind == "days" and after.play_seq > before.play_seq:
            self.deps.turn_came(row.turn_of, after.table)

    async def catch_up(self) -> None:
        """Apply what other processes have appended."""
        rows = await self.deps.store.log.entries(self.state.table, self.state.seq)
        if rows:
            self.mine = False
            step = self.host.caught_up(rows)
            self._row = summary.row(step.after, rows[-1].at)
            await self._confirm(step)

    async def _confirm(self, step: Step) -> None:
        """Let a stored step take effect: tell the subscribers, look at the clocks, ask the bots."""
        seated_anew = step.before.chairs != step.after.chairs
        if seated_anew:
            await self.deps.names.fetch(chair.person for chair in step.after.chairs)
        self.host.confirm(step)
        if seated_anew:
            self.subscribers.seated_anew()
        if seated_anew or step.before.status != step.after.status:
            self.subscribers.dismiss_strangers()
        if self.subscribers.by_seat:
            self.subscribers.broadcast(self.host.frames(step, self.context()).for_seat)
        self.autoplay.look()

    # Showing

    def context(self) -> FrameContext:
        """Return the clock, who is here and how people are called, now."""
        away, downtimes = self.subscribers.away_since(), self.host.policy.downtimes
        clock = clocks.clock(self.host.state, away, self.deps.time.now(), downtimes)
        return FrameContext(clock, self.subscribers.presence, self.deps.names, self.deps.names.faces)

    def show_people(self) -> None:
        """Show everybody that a player has another name or face."""
        context, seq = self.context(), self.state.seq
        self.subscribers.broadcast(lambda seat: self.host.first_frame(seq, [], context, seat))

    async def first_frame(self, seat: int | None, after: int | None, before: int | None = None) -> bytes:
        """Build the first frame for a new subscriber, with the entries since `after` (None: none).

        It holds a page of them, the newest; or the newest before `before`.
        """
        last = self.state.seq if before is None else max(0, min(before - 1, self.state.seq))
        since = last if after is None else max(min(after, last), last - PAGE)
        rows = []
        if since < last:
            rows = await self.deps.store.log.entries(self.state.table, since)
        news = [Logged(row.seq, row.at, decode(row.body)) for row in rows if row.seq <= self.state.seq]
        return self.host.first_frame(since, news, self.context(), seat, last)

    async def welcome(self, person: str | None) -> None:
        """Let a returning player take over from the bot."""
        await self.take(lambda now: self.host.welcome(person, now))

    def close(self) -> None:
        """Forget this table: its subscribers must come again."""
        self.closed = True
        self.autoplay.stop()

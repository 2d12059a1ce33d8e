"""One table that is being looked at or played: everything that happens to it happens in turn.

The state is the replay of the log. A command is decided on it, its entries are committed, and only then are they
applied, shown to the subscribers and acknowledged. Nothing else waits while one table's commit is under way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from nokosu.core.errors import reason
from nokosu.server.background import Background
from nokosu.server.people.apart import admit
from nokosu.server.store import Conflict, StoreFailed
from nokosu.server.store.log import LogRow
from nokosu.server.store.tables import TableRow, seated
from nokosu.server.tables import summary
from nokosu.server.tables.autoplay import Autoplay
from nokosu.server.tables.dependencies import Dependencies
from nokosu.server.tables.results import closing_statements
from nokosu.server.tables.subscribers import Subscribers
from nokosu.table import clocks
from nokosu.table.bot_reactions import with_reactions
from nokosu.table.decide import Decision, decide
from nokosu.table.entries import Returned, Seated, TakenOver, Unseated, decode, encode
from nokosu.table.frames import Surroundings
from nokosu.table.public import Logged
from nokosu.table.refusal import Refused
from nokosu.table.showing import Showing
from nokosu.table.state import State, apply
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand, Continue, Leave, Move, Ping, Rematch, Resume, Sit
from nokosu.wire.updates import Ack, Refusal

LOG: Final = logging.getLogger("nokosu.server.tables")
_ATTEMPTS: Final = 5
_REMEMBERED: Final = 64
PAGE: Final = 500
"""Entries in one frame: more would hold up the event loop."""
_TO_THE_END: Final = (Move, Continue, Resume, Leave, Ping)
"""What is still possible where a log is full: it ends then, whatever people do."""
T = TypeVar("T")
Reply = Callable[["Ack | Refusal"], None]


class _DoneBefore(Exception):
    """This very command made entry `seq`: before a restart, at another process, or long ago."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Actor:
    """A table in memory."""

    def __init__(self, deps: Dependencies, state: State) -> None:
        self.deps = deps
        self.state = state
        self.mine = not deps.store.presence.shared
        """Whether this process committed the newest entry: then it is the one to ask bots and watch clocks first."""
        self.closed = False
        self._turn = asyncio.Lock()
        self._background = Background()
        self._answered: OrderedDict[str, int] = OrderedDict()
        self._row = summary.row(state, state.created)
        self._showing = Showing()
        self.subscribers = Subscribers(deps, self)
        self.autoplay = Autoplay(deps, self)

    @property
    def idle(self) -> bool:
        """Return whether this table could be forgotten: nobody looks and nothing will happen by itself."""
        return not self._background.tasks and not self.subscribers.by_seat and not self.autoplay.pending

    @property
    def full(self) -> bool:
        """Return whether the log is as long as it may become, but for the end of the match."""
        return self.state.seq >= self.deps.log_entries

    # One thing after the other

    async def in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run this in turn and return its result. It runs even if the caller stops waiting."""
        return await asyncio.shield(self._background.start(self._when_free(job)))

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

    # Commands

    async def command(self, person: str | None, command: AnyCommand, reply: Reply | None = None) -> Ack | Refusal:
        """Execute a command, or say why not.

        `reply` hears of it in the moment in which everybody is shown what happened: both leave in one packet then.
        """

        async def answered() -> Ack | Refusal:
            answer = await self._command(person, command)
            if reply:
                reply(answer)
            return answer

        if not isinstance(command, Rematch):
            return await self.in_turn(answered)
        # That is a matter of two tables; each takes its turn.
        answer = await self.deps.rematch(self.state.table, person, command)
        if reply:
            reply(answer)
        return answer

    async def _command(self, person: str | None, command: AnyCommand) -> Ack | Refusal:
        if self.full and not isinstance(command, _TO_THE_END):
            why = wire_reason(reason("table.log-full"))
            return Refusal(client_id=command.client_id, seq=self.state.seq, reason=why)
        client = f"{person}:{command.client_id}"
        if client in self._answered:
            return Ack(client_id=command.client_id, seq=self._answered[client], repeated=True)
        about = replace(self.deps.circumstances, absent=self.subscribers.absent())
        time = self.deps.time
        try:
            if isinstance(command, Sit) and person is not None:
                await admit(self.deps.store.blocks, self.deps.names, self.state, person)
            await self.append(lambda state: decide(state, person, command, about, time.now()), client)
        except _DoneBefore as done:
            return Ack(client_id=command.client_id, seq=done.seq, repeated=True)
        except Refused as refused:
            before = await self._earlier(client)
            if before is not None:
                return Ack(client_id=command.client_id, seq=before, repeated=True)
            self.deps.metrics.refusals.inc()
            why = wire_reason(refused.why)
            return Refusal(client_id=command.client_id, seq=self.state.seq, reason=why, stale=refused.stale)
        return Ack(client_id=command.client_id, seq=self.state.seq)

    async def _earlier(self, client: str) -> int | None:
        """The entry that this very command made before, if it did."""
        return await self.deps.store.log.made_by(self.state.table, client)

    async def append(self, decision: Callable[[State], Decision], client: str | None = None) -> bool:
        """Decide, commit, apply, show. If another process was first, catch up and decide again."""
        for _ in range(_ATTEMPTS):
            decided = decision(self.state)
            if not decided.entries:
                return False
            try:
                await self._commit(with_reactions(self.state, decided, self.deps.circumstances.talkers), client)
            except Conflict:
                self.deps.metrics.conflicts.inc()
                await self.catch_up()
                before = None if client is None else await self._earlier(client)
                if before is not None:
                    raise _DoneBefore(before) from None
            else:
                return True
        raise Refused(reason("server.busy"))

    async def _commit(self, decided: Decision, client: str | None) -> None:
        now = self.deps.time.now()
        before, after = self.state, self.state.copied()
        news: list[Logged] = []
        rows: list[LogRow] = []
        for entry in decided.entries:
            apply(after, entry, now, decided.after)
            news.append(Logged(after.seq, now, entry))
            rows.append(LogRow(after.seq, now, encode(entry), None if rows else client))
        row = summary.row(after, now)
        statements = row.changes(self._row)
        if any(isinstance(entry, Seated | Unseated | TakenOver) for entry in decided.entries):
            statements += seated(after.table, [chair.person for chair in after.chairs])
        if after.ended is not None and before.ended is None:
            statements += closing_statements(after, now)
        with self.deps.metrics.commit.time():
            await self.deps.store.log.append(after.table, rows, statements)
        self.deps.metrics.entries.inc(len(rows))
        self.mine = True
        if client is not None:
            self._answered[client] = after.seq
            if len(self._answered) > _REMEMBERED:
                self._answered.popitem(last=False)
        await self._move_on(after, news, row)
        # Told by the process that committed the move, and by no other that hears of it.
        if row.turn_of and after.settings.pace.kind == "days" and after.play_seq > before.play_seq:
            self.deps.turn_came(row.turn_of, after.table)

    async def catch_up(self) -> None:
        """Apply what other processes have appended."""
        rows = await self.deps.store.log.entries(self.state.table, self.state.seq)
        if not rows:
            return
        self.mine = False
        after = self.state.copied()
        news = [Logged(row.seq, row.at, decode(row.body)) for row in rows]
        for _, at, entry in news:
            apply(after, entry, at)
        await self._move_on(after, news, summary.row(after, news[-1].at))

    async def _move_on(self, after: State, news: list[Logged], row: TableRow) -> None:
        """The new state is the state: tell the subscribers, look at the clocks, ask the bots."""
        seated_anew = after.chairs != self.state.chairs
        if seated_anew:
            await self.deps.names.fetch(chair.person for chair in after.chairs)
        before, self.state, self._row = self.state, after, row
        if seated_anew:
            self.subscribers.seated_anew()
        if seated_anew or before.status != after.status:
            self.subscribers.dismiss_strangers()
        if self.subscribers.by_seat:
            self._show(before, news)
        self.autoplay.look()

    # Showing

    def surroundings(self) -> Surroundings:
        """The clock, who is here and how people are called, now."""
        away, downtimes = self.subscribers.away_since(), self.deps.circumstances.downtimes
        clock = clocks.clock(self.state, away, self.deps.time.now(), downtimes)
        return Surroundings(clock, self.subscribers.presence, self.deps.names, self.deps.names.faces)

    def show_people(self) -> None:
        """Show everybody that a player has another name or face."""
        about, seq = self.surroundings(), self.state.seq
        self.subscribers.broadcast(lambda seat: self._showing.first(self.state, seq, [], about, seat))

    def _show(self, before: State, news: list[Logged]) -> None:
        self.subscribers.broadcast(self._showing.news(before, self.state, news, self.surroundings()))

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
        return self._showing.first(self.state, since, news, self.surroundings(), seat, last)

    async def welcome(self, person: str | None) -> None:
        """Let a returning player take over from the bot."""
        seat = self.state.seat_of(person)

        def unless_back(state: State) -> Decision:
            # The host hands over only those who are away or out of time.
            away = seat is not None and state.ended is None and state.chairs[seat].why in {"away", "host"}
            return Decision([Returned(seat=seat)] if seat is not None and away else [])

        await self.append(unless_back)

    def close(self) -> None:
        """Forget this table: its subscribers must come again."""
        self.closed = True
        self.autoplay.stop()

"""One table that is being looked at or played: everything that happens to it goes through one queue, in order.

The state is the replay of the log. A command is decided on it, its entries are committed, and only then are they
applied, shown to the readers and acknowledged. Nothing else waits while one table's commit is under way.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from nokosu.core.errors import reason
from nokosu.server.store import Conflict, StoreFailed
from nokosu.server.store.database import Statement
from nokosu.server.store.log import Entry
from nokosu.server.store.tables import TableRow, seated
from nokosu.server.tables import entries as log
from nokosu.server.tables import happenings, summary
from nokosu.server.tables.decide import decide
from nokosu.server.tables.presence import Readers
from nokosu.server.tables.results import closing_statements
from nokosu.server.tables.services import Services
from nokosu.server.tables.show import Frames, Kept, Surroundings
from nokosu.server.tables.state import State, apply
from nokosu.server.tables.turns import Turns
from nokosu.table.refusal import Refused
from nokosu.wire import commands as ask
from nokosu.wire.base import wire_reason
from nokosu.wire.updates import Ack, Refusal

LOG: Final = logging.getLogger("nokosu.server.tables")
_ATTEMPTS: Final = 5
_REMEMBERED: Final = 64
T = TypeVar("T")
Decide = Callable[[State], "list[log.AnyEntry]"]
Tell = Callable[["Ack | Refusal"], None]


class _DoneBefore(Exception):
    """This very command made entry `seq`: before a restart, at another process, or long ago."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Actor:
    """A table in memory."""

    def __init__(self, services: Services, state: State) -> None:
        self.services = services
        self.state = state
        self.readers = Readers(services, self)
        self.mine = not services.store.presence.shared
        """Whether this process committed the newest entry: then it is the one to ask bots and watch clocks first."""
        self._jobs: deque[Callable[[], Awaitable[None]]] = deque()
        self._working: asyncio.Task[None] | None = None
        self._answered: OrderedDict[str, int] = OrderedDict()
        self._row = summary.row(state, state.created)
        self._kept = Kept()
        self._turns = Turns(services, self)
        self.closed = False

    @property
    def idle(self) -> bool:
        """Whether this table could be forgotten: nobody looks and nothing will happen by itself."""
        return not self._jobs and self._working is None and not len(self.readers) and not self._turns.pending

    # The queue

    async def in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run this when it is its turn; its result."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                result = await job()
            except Exception as error:  # noqa: BLE001  it is raised again, in whoever asked
                if isinstance(error, StoreFailed):
                    self.services.failed(error)
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.post(run)
        return await done

    def post(self, job: Callable[[], Awaitable[None]]) -> None:
        """Run this when it is its turn."""
        self._jobs.append(job)
        if self._working is None:
            self._working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._jobs:
            job = self._jobs.popleft()
            try:
                await job()
            except StoreFailed as error:
                self.services.failed(error)
            except Exception:
                LOG.exception("table %s", self.state.table)
        self._working = None

    # Commands

    async def command(self, person: str | None, command: ask.AnyCommand, tell: Tell | None = None) -> Ack | Refusal:
        """Do what somebody asks, or say why not.

        `tell` hears of it in the moment in which everybody is shown what happened: both leave in one packet then.
        """

        async def answered() -> Ack | Refusal:
            answer = await self._command(person, command)
            if tell:
                tell(answer)
            return answer

        return await self.in_turn(answered)

    async def _command(self, person: str | None, command: ask.AnyCommand) -> Ack | Refusal:
        client = f"{person}:{command.client_id}"
        if client in self._answered:
            return Ack(client_id=command.client_id, seq=self._answered[client], repeated=True)
        try:
            await self.append(lambda state: decide(state, person, command, self.services.circumstances()), client)
        except _DoneBefore as done:
            return Ack(client_id=command.client_id, seq=done.seq, repeated=True)
        except Refused as refused:
            before = await self._earlier(client)
            if before is not None:
                return Ack(client_id=command.client_id, seq=before, repeated=True)
            self.services.metrics.refusals.inc()
            why = wire_reason(refused.why)
            return Refusal(client_id=command.client_id, seq=self.state.seq, reason=why, stale=refused.stale)
        return Ack(client_id=command.client_id, seq=self.state.seq)

    async def _earlier(self, client: str) -> int | None:
        """The entry that this very command made before, if it did."""
        return await self.services.store.log.made_by(self.state.table, client)

    async def append(self, decision: Decide, client: str | None = None, also: Sequence[Statement] = ()) -> bool:
        """Decide, commit, apply, show. If another process was first, catch up and decide again."""
        for _ in range(_ATTEMPTS):
            entries = decision(self.state)
            if not entries:
                return False
            try:
                await self._commit(entries, client, also)
            except Conflict:
                self.services.metrics.conflicts.inc()
                await self.catch_up()
                before = None if client is None else await self._earlier(client)
                if before is not None:
                    raise _DoneBefore(before) from None
            else:
                return True
        raise Refused(reason("server.busy"))

    async def _commit(self, entries: list[log.AnyEntry], client: str | None, also: Sequence[Statement]) -> None:
        now = self.services.time.now()
        after = self.state.copied()
        stored = []
        for number, entry in enumerate(entries):
            apply(after, entry, now)
            stored.append(Entry(after.seq, now, log.encode(entry), client if number == 0 else None))
        row = summary.row(after, now, self._row)
        beside = self._beside(after, entries, row, now)
        with self.services.metrics.commit.time():
            await self.services.store.log.append(self.state.table, stored, [*beside, *also])
        self.services.metrics.entries.inc(len(stored))
        self.mine = True
        if client is not None:
            self._answered[client] = after.seq
            if len(self._answered) > _REMEMBERED:
                self._answered.popitem(last=False)
        news = [(entry.seq, now, each) for entry, each in zip(stored, entries, strict=True)]
        before = self.state
        await self._move_on(after, news, row)
        # Told by the process that committed the move, and by no other that hears of it.
        if row.turn_of and after.settings.pace.kind == "days" and after.play_seq > before.play_seq:
            self.services.turn_came(row.turn_of, after.table)

    def _beside(self, after: State, entries: list[log.AnyEntry], row: TableRow, now: int) -> list[Statement]:
        """What is written together with the entries."""
        statements = row.changes(self._row)
        if any(isinstance(entry, log.Seated | log.Unseated) for entry in entries):
            statements += seated(after.table, [chair.person for chair in after.chairs])
        if any(isinstance(entry, log.Ended) for entry in entries):
            statements += closing_statements(after, now)
        return statements

    async def catch_up(self) -> None:
        """Apply what other processes have appended."""
        news = await self.services.store.log.entries(self.state.table, self.state.seq)
        if not news:
            return
        self.mine = False
        after = self.state.copied()
        decoded = [(entry.seq, entry.at, log.decode(entry.body)) for entry in news]
        for _, at, each in decoded:
            apply(after, each, at)
        await self._move_on(after, decoded, summary.row(after, decoded[-1][1], self._row))

    async def _move_on(self, after: State, news: list[tuple[int, int, log.AnyEntry]], row: TableRow) -> None:
        """The new state is the state: tell the readers, look at the clocks, ask the bots."""
        seated_anew = after.chairs != self.state.chairs
        if seated_anew:
            await self.services.names.fetch(chair.person for chair in after.chairs)
        before, self.state, self._row = self.state, after, row
        if seated_anew:
            self.readers.seated_anew()
        self._show(before, news)
        self._turns.look()

    # Showing

    def surroundings(self) -> Surroundings:
        return Surroundings(self._turns.clock(), self.readers.presence(), self.services.names)

    def _show(self, before: State, news: list[tuple[int, int, log.AnyEntry]]) -> None:
        if not len(self.readers):
            return
        names = self.services.names
        if len(news) == 1 and isinstance(news[0][2], log.Moved | log.Started) and self.state.match:
            effects = happenings.effects_of(before.match, self.state.match, self.readers.audiences())
            shown: dict[int | None, list[happenings.Shown]] = {None: [happenings.shown(*news[0], names, effects)]}
        else:
            shown = {seat: happenings.past(news, self.state.match, seat, names) for seat in self.readers.audiences()}
        # A move changes nothing in the public facts beside the view, unless a question was open or it was the last.
        whole = not isinstance(news[-1][2], log.Moved | log.Reacted) or len(news) > 1 or before.asking is not None
        about = self.surroundings()
        frames = {
            audience: Frames(self.state, about, each, whole=whole, kept=self._kept) for audience, each in shown.items()
        }
        self.readers.tell(lambda seat: frames.get(seat, frames[None]).for_seat(seat, before.seq))

    async def first_frame(self, seat: int | None, after: int | None) -> bytes:
        """Everything for somebody who has just come, with what happened since entry `after` (None: nothing)."""
        happened: list[happenings.Shown] = []
        since = self.state.seq if after is None else min(after, self.state.seq)
        if since < self.state.seq:
            rows = await self.services.store.log.entries(self.state.table, since)
            decoded = [(row.seq, row.at, log.decode(row.body)) for row in rows if row.seq <= self.state.seq]
            happened = happenings.past(decoded, self.state.match, seat, self.services.names)
        frames = Frames(self.state, self.surroundings(), happened, whole=True, kept=self._kept)
        return frames.for_seat(seat, since)

    async def welcome(self, person: str | None) -> None:
        """Somebody is back after an absence: they play for themselves again."""
        seat = self.state.seat_of(person)

        def unless_back(state: State) -> list[log.AnyEntry]:
            away = seat is not None and state.ended is None and state.chairs[seat].why == "away"
            return [log.Returned(seat=seat)] if seat is not None and away else []

        await self.append(unless_back)

    def presence_changed(self) -> None:
        """Somebody came or went."""
        self._turns.look()
        self.readers.tell_presence(self._turns.clock())

    def close(self) -> None:
        """Forget this table: its readers must come again."""
        self.closed = True
        self._turns.stop()

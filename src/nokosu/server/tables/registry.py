"""All tables of this process: loads them from their logs when they are needed, forgets them when they are not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from nokosu.core.errors import reason
from nokosu.record.fairness import commitment
from nokosu.server.damage import DAMAGED, skipped
from nokosu.server.door import paid
from nokosu.server.ids import new_code, new_table, table_secret, was_issued
from nokosu.server.people.account import needs_passkey
from nokosu.server.quotas import HourlyBudget
from nokosu.server.store import Change, Conflict, Statement, StoreFailed
from nokosu.server.store.bulk import APPEND
from nokosu.server.store.database import MISSED, PERSON
from nokosu.server.store.tables import seated, waits_at_most
from nokosu.server.tables import summary
from nokosu.server.tables.actor import Actor
from nokosu.server.tables.dependencies import Dependencies
from nokosu.table import create
from nokosu.table.create import NewTable
from nokosu.table.host import Host, new_rows
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire import commands as ask
from nokosu.wire.entries import LogRow
from nokosu.wire.lobby import CreateTable, PlayNow, Reservation, TableRef
from nokosu.wire.updates import Ack, Refusal

LOG: Final = logging.getLogger("nokosu.server.tables")
_SWEEP_ABOVE: Final = 250
"""So many tables are kept although nobody looks; above it, until there are twice as many as the last sweep left."""
_AFTER_START: Final = 2_000
_RETURN_MS: Final = 60_000
"""After a start so many are kept for this long: people come back, and nothing has to be loaded twice."""


class TableRegistry:
    """Tables by id."""

    def __init__(self, deps: Dependencies, key: str, budget: HourlyBudget, public_tables: int) -> None:
        self.deps = deps
        self._budget = budget
        self._public_tables = public_tables
        self._key = key
        self._actors: dict[str, Actor] = {}
        self._left = 0
        self._many_until = 0
        self._loading: dict[str, asyncio.Task[Actor | None]] = {}
        deps.rematch = self._rematch
        deps.store.database.listen(self._heard)

    # Finding

    async def find(self, table: str) -> Actor:
        """Return a table; refuse an unknown one."""
        actor = self._actors.get(table)
        if actor is None:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(paid(self._load(table)))
            actor = await asyncio.shield(self._loading[table])
        if actor is None:
            raise Refused(reason("server.no-table"))
        return actor

    def person_changed(self, person: str) -> None:
        """Show a new name or face, or that they are gone, at the tables where this person plays or played."""
        for actor in self._actors.values():
            if any(chair.person == person for chair in actor.state.chairs):
                actor.show_people()

    async def _load(self, table: str) -> Actor | None:
        try:
            rows = await self.deps.store.log.entries(table)
            if not rows:
                return None
            try:
                host = Host.load(self.deps.policy, table, rows)
            except DAMAGED as error:
                skipped(self.deps.metrics, "log", table, error)
                raise Refused(reason("server.damaged-table")) from None
            host.state.begin_no_later_than(self.deps.time.now())
            await self.deps.names.fetch(chair.person for chair in host.state.chairs)
            return self._keep(host)
        finally:
            self._loading.pop(table, None)

    def _keep(self, host: Host, *, mine: bool = False) -> Actor:
        there = self._actors.get(host.state.table)
        if there is not None:
            # Somebody who knew the name asked for it while it was being stored: one table, one actor.
            there.mine = there.mine or mine
            return there
        kept = _AFTER_START if self.deps.time.now() < self._many_until else _SWEEP_ABOVE
        if len(self._actors) > max(kept, 2 * self._left):
            self._sweep()
        actor = Actor(self.deps, host)
        actor.mine = actor.mine or mine
        self._actors[host.state.table] = actor
        self.deps.metrics.tables.set(len(self._actors))
        if self.deps.store.presence.shared:
            actor.in_background(actor.subscribers.look_elsewhere())
        actor.subscribers.presence_changed()
        return actor

    def _sweep(self) -> None:
        for table, actor in list(self._actors.items()):
            if actor.idle:
                actor.close()
                del self._actors[table]
        self._left = len(self._actors)

    async def wake_all(self) -> None:
        """Let tables go on after a start, where a clock runs or a bot is to move.

        A log takes about a millisecond to replay. Between two of them everybody who comes back meanwhile is served, and
        a table that somebody asks for is loaded at once.
        """
        self._many_until = self.deps.time.now() + _RETURN_MS
        for table in await self.deps.store.tables.playing():
            try:
                await self.find(table)
            except StoreFailed as error:
                self.deps.failed(error)
                return
            except Refused:
                # It is damaged, which has been logged.
                continue
            except Exception:
                LOG.exception("table %s", table)
            else:
                self.deps.metrics.woken.inc()
            await asyncio.sleep(0)

    def close(self) -> None:
        for actor in self._actors.values():
            actor.close()
        self._actors.clear()

    # Other processes

    def _heard(self, change: Change) -> None:
        if change == MISSED:
            for each in self._actors.values():
                each.post(each.catch_up)
            return
        if change.table.startswith(PERSON):
            self.person_changed(change.table.removeprefix(PERSON))
            return
        actor = self._actors.get(change.table)
        if actor is None:
            return
        if change.seq == 0:
            actor.in_background(actor.subscribers.look_elsewhere())
        elif change.seq > actor.state.seq:
            actor.post(actor.catch_up)

    # Making

    def reserve(self) -> Reservation:
        """Return a name and the commitment to its secret; nothing is stored."""
        table = new_table(self._key, self.deps.time.now())
        return Reservation(table=table, commitment=commitment(table_secret(self._key, table)).hex())

    async def create(self, form: CreateTable, person: str) -> TableRef:
        """Create a table with these settings."""
        now = self.deps.time.now()
        if form.table is not None and not was_issued(self._key, form.table, now):
            raise Refused(reason("table.name-not-issued"))
        table = form.table or new_table(self._key, now)
        secret = table_secret(self._key, table)
        if form.settings.public:
            await self._check_public(person)
        if form.settings.rated:
            await needs_passkey(self.deps.store.people, person)
        plan = create.from_form(form, person, new_code(), secret, self.deps.policy)
        await self.pay(person)
        return await self._make(table, plan, person)

    async def _check_public(self, person: str) -> None:
        if await self.deps.store.tables.waiting(person) >= self._public_tables:
            raise Refused(reason("table.many-public", most=str(self._public_tables)))

    async def pay(self, person: str) -> None:
        """Count something new against a person's budget of tables; refuse it where nothing is left."""
        if self.deps.disk_full:
            raise Refused(reason("server.disk-full"))
        if not await self._budget.allow(self.deps.quotas.of(person)):
            raise Refused(reason("table.many-tables"))

    async def play_now(self, wish: PlayNow, person: str) -> TableRef:
        return await self.create(create.form_for_bots(wish, self.deps.policy), person)

    async def begin_event(
        self, person: str, plan: Callable[[str, str], NewTable], beside: Callable[[str], Statement]
    ) -> TableRef:
        """Create a person's table at an event: its first entries by name and code, and what is written beside them.

        Refused with `table.name-used` if what is beside contradicts what is there.
        """
        table = new_table(self._key, self.deps.time.now())
        await self.pay(person)
        return await self._make(table, plan(table, new_code()), person, [beside(table)])

    async def make_together(
        self, plans: Sequence[NewTable], beside: Callable[[Sequence[str]], Sequence[Statement]]
    ) -> list[Actor]:
        """Create the tables of a round and what is written beside them, all or nothing. Raises Conflict."""
        now = self.deps.time.now()
        names = [new_table(self._key, now) for _ in plans]
        statements: list[Statement] = []
        hosts: list[Host] = []
        for table, plan in zip(names, plans, strict=True):
            rows = new_rows([plan.created, *plan.rest], now)
            hosts.append(host := Host.load(self.deps.policy, table, rows))
            statements += stored(host.state, rows, now)
        await self.deps.store.database.write([*statements, *beside(names)])
        self.deps.metrics.entries.inc(sum(host.state.seq for host in hosts))
        await self.deps.names.fetch(chair.person for host in hosts for chair in host.state.chairs)
        return [self._keep(host, mine=True) for host in hosts]

    async def _make(self, table: str, plan: NewTable, person: str, more: Sequence[Statement] = ()) -> TableRef:
        now = self.deps.time.now()
        rows = new_rows([plan.created, *plan.rest], now)
        host = Host.load(self.deps.policy, table, rows)
        state = host.state
        beside = [summary.row(state, now).insert(), *seated(table, [chair.person for chair in state.chairs]), *more]
        public = plan.created.settings.public and bool(person)
        if public:
            beside = [*(both := waits_at_most(person, self._public_tables))[:1], *beside, *both[1:]]
        try:
            await self.deps.store.log.append(table, rows, beside)
        except Conflict:
            if public:
                await self._check_public(person)
            raise Refused(reason("table.name-used")) from None
        self.deps.metrics.entries.inc(len(rows))
        await self.deps.names.fetch(chair.person for chair in state.chairs)
        self._keep(host, mine=True)
        return TableRef(table=table, code=state.code, seat=state.seat_of(person))

    # Rematches

    async def _rematch(self, table: str, person: str | None, command: ask.Rematch) -> Ack | Refusal:
        """Return the first request creates the table; everybody who asks sits down there, one seat further."""
        actor = await self.find(table)
        state, fresh = actor.state, new_table(self._key, self.deps.time.now())
        try:
            secret = table_secret(self._key, fresh)
            plan = actor.host.rematch(person, command, new_code(), secret, self.deps.time.now())
            if plan is not None:
                await self.pay(person or "")
                await self._make(fresh, plan, "")
                await actor.in_turn(lambda: actor.take(lambda now: actor.host.rematched(fresh, now)))
        except Refused as refused:
            reply = actor.host.refused(command, refused).reply
            assert reply is not None
            return reply
        following = actor.state.rematch
        assert following is not None
        seat = state.seat_of(person)
        assert seat is not None
        wish = create.sit_again(state, seat, command)
        there = await self.find(following)
        if there.state.seat_of(person) is None:
            answer = await there.command(person, wish)
            if isinstance(answer, Refusal):
                return answer
        return Ack(client_id=command.client_id, seq=actor.state.seq, table=following)


def stored(state: State, rows: Sequence[LogRow], now: int) -> list[Statement]:
    """Return what stores a new table: its log, its row in lists, and who sits there."""
    log = [Statement(APPEND, (state.table, row.seq, row.at, row.body, row.client)) for row in rows]
    return [*log, summary.row(state, now).insert(), *seated(state.table, [chair.person for chair in state.chairs])]

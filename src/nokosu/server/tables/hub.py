"""All tables of this process: loads them from their logs when they are needed, forgets them when they are not."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from nokosu.core.errors import reason
from nokosu.record.fairness import commitment
from nokosu.server.ids import new_code, new_table, table_secret, was_issued
from nokosu.server.payers import HourlyBudget
from nokosu.server.store import Change, Conflict, StoreFailed
from nokosu.server.store.database import MISSED, PERSON
from nokosu.server.store.log import LogRow
from nokosu.server.store.tables import seated
from nokosu.server.tables import summary
from nokosu.server.tables.actor import Actor
from nokosu.server.tables.dependencies import Dependencies
from nokosu.table import create
from nokosu.table.create import NewTable
from nokosu.table.decide import Decision, decide
from nokosu.table.entries import Created, Rematched, decode, encode
from nokosu.table.refusal import Refused
from nokosu.table.state import State, apply, start
from nokosu.wire import commands as ask
from nokosu.wire.base import wire_reason
from nokosu.wire.lobby import CreateTable, PlayNow, Reservation, TableRef
from nokosu.wire.updates import Ack, Refusal

LOG: Final = logging.getLogger("nokosu.server.tables")
_SWEEP_ABOVE: Final = 2_000


class Hub:
    """Tables by id."""

    def __init__(self, deps: Dependencies, key: str, budget: HourlyBudget, public_tables: int) -> None:
        self.deps = deps
        self._budget = budget
        self._public_tables = public_tables
        self._key = key
        self._actors: dict[str, Actor] = {}
        self._loading: dict[str, asyncio.Task[Actor | None]] = {}
        deps.rematch = self._rematch
        deps.store.database.listen(self._heard)

    # Finding

    async def find(self, table: str) -> Actor:
        """Return a table; refuse an unknown one."""
        actor = self._actors.get(table)
        if actor is None:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
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
            state = replay(table, rows)
            state.begin_no_later_than(self.deps.time.now())
            await self.deps.names.fetch(chair.person for chair in state.chairs)
            return self._keep(state)
        finally:
            self._loading.pop(table, None)

    def _keep(self, state: State, *, mine: bool = False) -> Actor:
        if len(self._actors) > _SWEEP_ABOVE:
            self._sweep()
        actor = Actor(self.deps, state)
        actor.mine = actor.mine or mine
        self._actors[state.table] = actor
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

    async def wake_all(self) -> None:
        """After a start: tables where a clock runs or a bot is to move go on.

        A thousand logs take seconds to replay: half of that time is left to those who come back meanwhile.
        """
        loop = asyncio.get_running_loop()
        for table in await self.deps.store.tables.playing():
            began = loop.time()
            try:
                await self.find(table)
            except StoreFailed as error:
                self.deps.failed(error)
                return
            except Exception:
                LOG.exception("table %s", table)
            await asyncio.sleep(loop.time() - began)

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
        """A name and the commitment to its secret; nothing is stored."""
        table = new_table(self._key, self.deps.time.now())
        return Reservation(table=table, commitment=commitment(table_secret(self._key, table)).hex())

    async def create(self, form: CreateTable, person: str) -> TableRef:
        """Create a table with these settings."""
        now = self.deps.time.now()
        if form.table is not None and not was_issued(self._key, form.table, now):
            raise Refused(reason("table.name-not-issued"))
        table = form.table or new_table(self._key, now)
        secret = table_secret(self._key, table)
        if form.settings.public and await self.deps.store.tables.waiting(person) >= self._public_tables:
            raise Refused(reason("table.many-public", most=str(self._public_tables)))
        plan = create.from_form(form, person, new_code(), secret, self.deps.circumstances.bots)
        await self._pay(person)
        return await self._make(table, plan, person)

    async def _pay(self, person: str) -> None:
        if self.deps.disk_full:
            raise Refused(reason("server.disk-full"))
        if not await self._budget.allow(self.deps.payers.of(person)):
            raise Refused(reason("table.many-tables"))

    async def play_now(self, wish: PlayNow, person: str) -> TableRef:
        return await self.create(create.form_for_bots(wish, self.deps.circumstances), person)

    async def _make(self, table: str, plan: NewTable, person: str) -> TableRef:
        now = self.deps.time.now()
        state = start(table, plan.created, now)
        rows = [LogRow(1, now, encode(plan.created))]
        for entry in plan.rest:
            apply(state, entry, now)
            rows.append(LogRow(state.seq, now, encode(entry)))
        beside = [summary.row(state, now).insert(), *seated(table, [chair.person for chair in state.chairs])]
        try:
            await self.deps.store.log.append(table, rows, beside)
        except Conflict:
            raise Refused(reason("table.name-used")) from None
        self.deps.metrics.entries.inc(len(rows))
        await self.deps.names.fetch(chair.person for chair in state.chairs)
        self._keep(state, mine=True)
        return TableRef(table=table, code=state.code, seat=state.seat_of(person))

    # Rematches

    async def _rematch(self, table: str, person: str | None, command: ask.Rematch) -> Ack | Refusal:
        """The first request creates the table; everybody who asks sits down there, one seat further."""
        actor = await self.find(table)
        state = actor.state
        try:
            decide(state, person, command, self.deps.circumstances, self.deps.time.now())
            if state.rematch is None:
                await self._pay(person or "")
                await self._make_rematch(actor)
        except Refused as refused:
            return Refusal(client_id=command.client_id, seq=state.seq, reason=wire_reason(refused.why))
        following = actor.state.rematch
        assert following is not None
        seat = state.seat_of(person)
        assert seat is not None
        wish = ask.Sit(client_id=command.client_id, seat=create.next_seat(seat, len(state.chairs)), nonce=command.nonce)
        there = await self.find(following)
        if there.state.seat_of(person) is None:
            answer = await there.command(person, wish)
            if isinstance(answer, Refusal):
                return answer
        return Ack(client_id=command.client_id, seq=actor.state.seq, table=following)

    async def _make_rematch(self, actor: Actor) -> None:
        table = new_table(self._key, self.deps.time.now())
        plan = create.rematch_of(actor.state, new_code(), table_secret(self._key, table), self.deps.circumstances.bots)
        await self._make(table, plan, "")

        def unless_made(state: State) -> Decision:
            return Decision([] if state.rematch else [Rematched(table=table)])

        await actor.in_turn(lambda: actor.append(unless_made))


def replay(table: str, rows: list[LogRow]) -> State:
    """The state that a log leads to."""
    first = decode(rows[0].body)
    if not isinstance(first, Created):
        raise TypeError(f"the log of {table} does not begin with its creation")
    state = start(table, first, rows[0].at)
    for row in rows[1:]:
        apply(state, decode(row.body), row.at)
    return state

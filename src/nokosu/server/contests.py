"""Contests on a server: what people ask for. What follows from it, contest_rounds.py does step by step.

A contest is looked at whenever one of its tables ends, when something is due, and after a start.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Final, Literal
from weakref import WeakValueDictionary

from nokosu.core.errors import reason
from nokosu.events import tables as events
from nokosu.events.results import RoundScore
from nokosu.server.background import Background
from nokosu.server.contest_check import check_contest
from nokosu.server.contest_rounds import Rounds, active
from nokosu.server.damage import reading
from nokosu.server.ids import new_id
from nokosu.server.people.blocklist import admit_beside
from nokosu.server.store import StoreFailed
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow
from nokosu.server.tables.registry import TableRegistry
from nokosu.table.refusal import Refused
from nokosu.wire.contests import CreateContest
from nokosu.wire.lobby import TableRef
from nokosu.wire.struct import encode

LOG: Final = logging.getLogger("nokosu.server.contests")
_ATTEMPTS: Final = 5
"""So often a change is tried where other processes change the same contest."""


class Contests:
    """The contests of this server."""

    def __init__(self, tables: TableRegistry, key: str, champion: str | None) -> None:
        self._rounds = Rounds(tables, key, champion)
        self._tables = tables
        self._deps = tables.deps
        self._store = tables.deps.store
        self._background = Background()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: set[str] = set()
        """Contests that will be looked at, and names of reads that find some."""

    @property
    def offered(self) -> bool:
        """Return whether the bots of contests play here."""
        return set(events.BOTS) <= set(self._deps.policy.bots)

    async def find(self, contest: str) -> ContestRow:
        """Return a contest; refuse an unknown or a damaged one."""
        row = await self._store.contests.find(contest)
        if row is None:
            raise Refused(reason("contest.unknown"))
        with reading(self._deps.metrics, "contests", contest):
            check_contest(row)
        return row

    async def scores(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> list[dict[int, RoundScore]]:
        """Return what everybody scored, as far as it is open."""
        return await self._rounds.scores(row, tables)

    # What people ask for

    async def create(self, form: CreateContest, name: str, person: str) -> str:
        """Make a contest with a checked name and return its id."""
        settings, now = form.settings, self._deps.time.now()
        if not self.offered or (settings.form == "champion" and self._rounds.champion is None):
            raise Refused(reason("contest.not-here"))
        events.check_settings(settings, now)
        await self._tables.pay(person)
        contest, alone = new_id(), settings.form == "champion"
        row = ContestRow(
            id=contest,
            name=name,
            host=person,
            settings=encode(settings).decode(),
            secret=secrets.token_hex(32),
            status="playing" if alone else "open",
            round=0,
            opened=0,
            due=settings.closes or settings.starts,
            created=now,
        )
        entered = [EntrantRow(contest, 0, person, now).insert()] if form.enter or alone else []
        await self._store.database.write([row.insert(), *entered])
        return contest

    async def enter(self, contest: str, person: str) -> None:
        """Take part, or take part again. A new entrant is counted like a new table: there will be one for them."""
        paid = False

        async def entered(row: ContestRow, entrants: Sequence[EntrantRow]) -> bool:
            mine = next((each for each in entrants if each.person == person), None)
            if mine is not None and mine.withdrawn is None:
                return True
            if not may_enter(row):
                raise Refused(reason("contest.closed"))
            if mine is None and len(entrants) >= events.MOST:
                raise Refused(reason("contest.full", most=str(events.MOST)))
            nonlocal paid
            if mine is None and not paid:
                await self._tables.pay(person)
                paid = True
            if row.rules.form not in events.ALONE:
                others = [each.person for each in active(entrants) if each.person and each.person != person]
                await self._deps.names.fetch(others)
                await admit_beside(self._store.blocks, self._deps.names, others, person)
            new = EntrantRow(contest, len(entrants), person, self._deps.time.now())
            change = mine.withdrawn_at(None) if mine else new.insert()
            return await self._rounds.written([row.changed(), change])

        await self._change(contest, entered)

    async def withdraw(self, contest: str, person: str, entrant: int | None) -> None:
        """Withdraw oneself; or, as the host, somebody who does not come. A bot plays on at the table of this round."""

        async def withdrawn(row: ContestRow, entrants: Sequence[EntrantRow]) -> bool:
            who = next((each for each in entrants if _is(each, person, entrant)), None)
            if entrant is not None and row.host != person and (who is None or who.person != person):
                raise Refused(reason("contest.not-host"))
            if who is None:
                raise Refused(reason("contest.no-entrant"))
            _not_over(row)
            gone = who.withdrawn is not None
            if not gone and not await self._rounds.written([row.changed(), who.withdrawn_at(self._deps.time.now())]):
                return False
            # Asked again, it does what was left undone.
            await self._leave(row, who)
            return True

        await self._change(contest, withdrawn)
        self.look(contest)

    async def _leave(self, row: ContestRow, who: EntrantRow) -> None:
        """Let a bot play on. Where somebody plays alone, nobody waits for them."""
        if row.rules.form in events.ALONE:
            return
        for table in await self._store.contests.tables(row.id):
            if table.ended is None and who.entrant in table.players:
                with suppress(Refused):  # a damaged table, which nobody plays on
                    actor = await self._tables.find(table.table_id)
                    await actor.in_turn(partial(actor.take, partial(actor.host.withdrawn, who.person)))

    async def start(self, contest: str, person: str) -> None:
        """Begin the first round or the next one; or, where people play when they like, let nobody enter any more."""

        async def started(row: ContestRow, entrants: Sequence[EntrantRow]) -> bool:
            _host_only(row, person)
            asked, people = may_start(row), active(entrants)
            if asked is None:
                raise Refused(reason("contest.not-now"))
            if asked == "start" and len(people) < (fewest := events.FEWEST[row.rules.kind]):
                raise Refused(reason("contest.few", fewest=str(fewest)))
            if asked == "close":
                return await self._rounds.written([row.changed(status="playing")])
            return await self._rounds.begin(row, people)

        await self._change(contest, started)
        self.look(contest)

    async def end(self, contest: str, person: str) -> None:
        """End a contest now: what is being played does not count."""

        async def ended(row: ContestRow, _: Sequence[EntrantRow]) -> bool:
            _host_only(row, person)
            _not_over(row)
            return await self._rounds.written([row.changed(status="ending")])

        await self._change(contest, ended)
        await self._look_at(contest)

    async def play(self, contest: str, person: str) -> TableRef:
        """Return one's own table; where people play when they like, it is made now."""
        found: list[TableRef] = []

        async def playing(row: ContestRow, entrants: Sequence[EntrantRow]) -> bool:
            me = next((each for each in active(entrants) if each.person == person), None)
            if me is None:
                raise Refused(reason("contest.not-entered"))
            tables = await self._store.contests.tables(contest)
            with reading(self._deps.metrics, "contests", contest):
                mine = [each for each in tables if me.entrant in each.players]
            current = next((each for each in mine if each.ended is None), None)
            if current is not None:
                found.append(await self.table_of(current, person))
                return True
            settings, number = row.rules, len(mine)
            over = row.status not in {"open", "playing"} or (settings.closes or 1 << 62) <= self._deps.time.now()
            if settings.form not in events.ALONE or over or number >= settings.rounds:
                raise Refused(reason("contest.nothing-to-play"))
            await self._tables.pay(person)
            seats = events.alone_round(settings, number, me.entrant)
            await self._rounds.make(row, number, [(me.entrant, seats)], [me], row.changed())
            return False

        await self._change(contest, playing)
        return found[-1]

    async def table_of(self, table: ContestTableRow, person: str | None) -> TableRef:
        """Return a person's way to their table."""
        state = (await self._tables.find(table.table_id)).state
        return TableRef(table=table.table_id, code=state.code, seat=state.seat_of(person))

    async def _change(
        self, contest: str, change: Callable[[ContestRow, Sequence[EntrantRow]], Awaitable[bool]]
    ) -> None:
        """Change a contest as it is now; again, if another process has changed it meanwhile."""
        async with self._lock(contest):
            for _ in range(_ATTEMPTS):
                row = await self.find(contest)
                if await change(row, await self._store.contests.entrants(contest)):
                    return
        raise Refused(reason("server.busy"))

    # What happens by itself

    def look(self, contest: str) -> None:
        """Let happen what is due in a contest."""
        if contest not in self._looking:
            self._looking.add(contest)
            self._background.start(self._look_at(contest))

    def look_at_due(self) -> None:
        """Let happen what is due in all contests."""
        self._look_for("due", lambda: self._store.contests.due(self._deps.time.now()))

    def look_at_running(self) -> None:
        """Look at all contests in which something may have been left undone, by this process or another."""
        self._look_for("running", self._store.contests.running)

    def glance(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> None:
        """Look at a contest if it seems to wait: the process that should have gone on may be gone."""
        done = row.opened < row.round and all(each.ended is not None for each in tables)
        due = row.due is not None and row.due <= self._deps.time.now()
        if row.status != "over" and (due or done or row.status == "ending"):
            self.look(row.id)

    def stop(self) -> None:
        """Let nothing more happen."""
        for task in self._background.tasks:
            task.cancel()

    def _look_for(self, name: str, read: Callable[[], Awaitable[list[str]]]) -> None:
        if name not in self._looking:
            self._looking.add(name)
            self._background.start(self._look_at_found(name, read))

    async def _look_at_found(self, name: str, read: Callable[[], Awaitable[list[str]]]) -> None:
        """Look at one after the other: thousands at once would be asked about before anybody else's question."""
        try:
            for contest in await read():
                if contest not in self._looking:
                    self._looking.add(contest)
                    await self._look_at(contest)
        except StoreFailed as error:
            self._deps.failed(error)
        finally:
            self._looking.discard(name)

    async def _look_at(self, contest: str) -> None:
        try:
            async with self._lock(contest):
                # What happens from here on is looked at again.
                self._looking.discard(contest)
                while await self._rounds.step(await self.find(contest)):
                    pass
        except StoreFailed as error:
            self._deps.failed(error)
        except Exception:
            LOG.exception("contest %s", contest)
        finally:
            self._looking.discard(contest)

    def _lock(self, contest: str) -> AbstractAsyncContextManager[None]:
        lock = self._locks.get(contest)
        if lock is None:
            lock = self._locks[contest] = asyncio.Lock()
        return lock


def may_enter(row: ContestRow) -> bool:
    """Return whether people may still come: late, too, where another round is to begin."""
    settings = row.rules
    if row.status == "open" or settings.form in events.ALONE:
        return row.status == "open"
    return row.status == "playing" and row.round < settings.rounds


def may_start(row: ContestRow) -> Literal["start", "next", "close"] | None:
    """Return what the host would begin now; None where there is nothing to begin."""
    if row.rules.form == "days":
        return "close" if row.status == "open" else None
    if row.status == "open":
        return "start"
    more = row.status == "playing" and row.rules.form != "champion"
    return "next" if more and row.opened == row.round < row.rules.rounds else None


def _is(each: EntrantRow, person: str, entrant: int | None) -> bool:
    return each.person == person if entrant is None else each.entrant == entrant


def _host_only(row: ContestRow, person: str) -> None:
    if row.host != person:
        raise Refused(reason("contest.not-host"))


def _not_over(row: ContestRow) -> None:
    if row.status in {"ending", "over"}:
        raise Refused(reason("contest.over"))

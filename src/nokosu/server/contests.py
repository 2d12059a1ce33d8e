"""Contests on a server: enter, begin rounds, open their results, end. What happens is stored before it takes effect.

A contest is looked at whenever one of its tables ends, when something is due, and after a start: what has to happen
next follows from what is stored, so a server that dies at any moment goes on where it was.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Final, Literal
from weakref import WeakValueDictionary

from nokosu.bots.base import BotFailure
from nokosu.core.errors import reason
from nokosu.events import tables as events
from nokosu.events.pairing import Round
from nokosu.events.results import CHAMPION, Played, RoundScore, round_scores, standings
from nokosu.server.background import Background
from nokosu.server.bots.play_out import play_out
from nokosu.server.ids import new_code, new_id, new_table
from nokosu.server.store import Conflict, Statement, StoreFailed
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow, seats_text, unsealed
from nokosu.server.tables.registry import TableRegistry, stored
from nokosu.server.tables.results import closing_statements
from nokosu.table.create import NewTable
from nokosu.table.refusal import Refused
from nokosu.wire.contests import CreateContest
from nokosu.wire.entries import Seated
from nokosu.wire.lobby import TableRef
from nokosu.wire.struct import encode

LOG: Final = logging.getLogger("nokosu.server.contests")
_ATTEMPTS: Final = 5


class Contests:
    """The contests of this server."""

    def __init__(self, tables: TableRegistry, key: str, champion: str | None) -> None:
        self.champion = champion
        self._tables = tables
        self._deps = tables.deps
        self._store = tables.deps.store
        self._key = key
        self._background = Background()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: set[str] = set()
        self._scores: dict[tuple[str, int], dict[int, RoundScore]] = {}
        """Of each round that is open: it does not change any more."""

    @property
    def offered(self) -> bool:
        """Return whether the bots of contests play here."""
        return set(events.BOTS) <= set(self._deps.policy.bots)

    async def find(self, contest: str) -> ContestRow:
        """Return a contest; refuse an unknown one."""
        row = await self._store.contests.find(contest)
        if row is None:
            raise Refused(reason("contest.unknown"))
        return row

    # What people ask for

    async def create(self, form: CreateContest, name: str, person: str) -> str:
        """Make a contest with a checked name and return its id."""
        settings, now = form.settings, self._deps.time.now()
        if not self.offered or (settings.form == "champion" and self.champion is None):
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
        """Take part, or take part again."""
        for _ in range(_ATTEMPTS):
            row = await self.find(contest)
            entrants = await self._store.contests.entrants(contest)
            mine = next((each for each in entrants if each.person == person), None)
            if mine is not None and mine.withdrawn is None:
                return
            if not may_enter(row):
                raise Refused(reason("contest.closed"))
            now = self._deps.time.now()
            if mine is not None:
                change = mine.withdrawn_at(None)
            elif len(entrants) >= events.MOST:
                raise Refused(reason("contest.full", most=str(events.MOST)))
            else:
                change = EntrantRow(contest, len(entrants), person, now).insert()
            if await self._written([row.changed(), change]):
                return
        raise Refused(reason("server.busy"))

    async def withdraw(self, contest: str, person: str, entrant: int | None) -> None:
        """Withdraw oneself; or, as the host, somebody who does not come. A bot plays on at the table of this round."""
        for _ in range(_ATTEMPTS):
            row = await self.find(contest)
            entrants = await self._store.contests.entrants(contest)
            who = next((each for each in entrants if _is(each, person, entrant)), None)
            if entrant is not None and row.host != person and (who is None or who.person != person):
                raise Refused(reason("contest.not-host"))
            if who is None:
                raise Refused(reason("contest.no-entrant"))
            if row.status == "over":
                raise Refused(reason("contest.over"))
            if who.withdrawn is not None:
                return
            if await self._written([row.changed(), who.withdrawn_at(self._deps.time.now())]):
                await self._leave(row, who)
                self.look(contest)
                return
        raise Refused(reason("server.busy"))

    async def _leave(self, row: ContestRow, who: EntrantRow) -> None:
        """Let a bot play on. Where somebody plays alone, nobody waits for them."""
        if row.rules.form in events.ALONE:
            return
        for table in await self._store.contests.tables(row.id):
            if table.ended is None and who.entrant in table.players:
                actor = await self._tables.find(table.table_id)
                await actor.in_turn(partial(actor.take, partial(actor.host.withdrawn, who.person)))

    async def start(self, contest: str, person: str) -> None:
        """Begin the first round or the next one; or, where people play when they like, let nobody enter any more."""
        async with self._lock(contest):
            for _ in range(_ATTEMPTS):
                row = await self.find(contest)
                if row.host != person:
                    raise Refused(reason("contest.not-host"))
                asked = may_start(row)
                if asked is None:
                    raise Refused(reason("contest.not-now"))
                people = self._active(await self._store.contests.entrants(contest))
                if asked == "start" and len(people) < (fewest := events.FEWEST[row.rules.kind]):
                    raise Refused(reason("contest.few", fewest=str(fewest)))
                if asked == "close":
                    done = await self._written([row.changed(status="playing")])
                else:
                    done = await self._begin(row, people)
                if done:
                    break
            else:
                raise Refused(reason("server.busy"))
        self.look(contest)

    async def end(self, contest: str, person: str) -> None:
        """End a contest now: what is being played does not count."""
        row = await self.find(contest)
        if row.host != person:
            raise Refused(reason("contest.not-host"))
        if row.status == "over":
            raise Refused(reason("contest.over"))
        await self._close(contest)

    async def play(self, contest: str, person: str) -> TableRef:
        """Return one's own table; where people play when they like, it is made now."""
        for _ in range(_ATTEMPTS):
            row = await self.find(contest)
            entrants = await self._store.contests.entrants(contest)
            me = next((each for each in entrants if each.person == person and each.withdrawn is None), None)
            if me is None:
                raise Refused(reason("contest.not-entered"))
            tables = await self._store.contests.tables(contest)
            mine = [each for each in tables if me.entrant in each.players]
            current = next((each for each in mine if each.ended is None), None)
            if current is not None:
                return await self._ref(current, person)
            settings = row.rules
            over = row.status == "over" or (settings.closes or 1 << 62) <= self._deps.time.now()
            if settings.form not in events.ALONE or over or len(mine) >= settings.rounds:
                raise Refused(reason("contest.nothing-to-play"))
            await self._make(
                row,
                len(mine),
                [(me.entrant, events.alone_round(settings, len(mine), me.entrant))],
                {me.entrant: person},
            )
        raise Refused(reason("server.busy"))

    async def _ref(self, table: ContestTableRow, person: str) -> TableRef:
        state = (await self._tables.find(table.table_id)).state
        return TableRef(table=table.table_id, code=state.code, seat=state.seat_of(person))

    # What happens by itself

    def look(self, contest: str | None = None) -> None:
        """Let happen what is due in a contest, or in all that are running."""
        if contest is None:
            if "" not in self._looking:
                self._looking.add("")
                self._background.start(self._look_at_all())
        elif contest not in self._looking:
            self._looking.add(contest)
            self._background.start(self._look_at(contest))

    def stop(self) -> None:
        """Let nothing more happen."""
        for task in self._background.tasks:
            task.cancel()

    async def _look_at_all(self) -> None:
        try:
            for contest in await self._store.contests.running(self._deps.time.now()):
                self.look(contest)
        except StoreFailed as error:
            self._deps.failed(error)
        finally:
            self._looking.discard("")

    async def _look_at(self, contest: str) -> None:
        try:
            async with self._lock(contest):
                # What happens from here on is looked at again.
                self._looking.discard(contest)
                while await self._step(await self.find(contest)):
                    pass
        except StoreFailed as error:
            self._deps.failed(error)
        except Exception:
            LOG.exception("contest %s", contest)
        finally:
            self._looking.discard(contest)

    async def _step(self, row: ContestRow) -> bool:
        """Do the next thing that is due; return whether something was."""
        if row.status == "over":
            return False
        if row.rules.form in events.ALONE:
            return await self._step_alone(row)
        due = row.due is not None and row.due <= self._deps.time.now()
        if row.opened < row.round:
            return not await self._store.contests.unfinished(row.id) and await self._open(row)
        if not due:
            return False
        people = self._active(await self._store.contests.entrants(row.id))
        if row.round == 0 and len(people) < events.FEWEST[row.rules.kind]:
            # Too few have come: the host may still begin when more are there.
            return await self._written([row.changed(due=None)])
        await self._begin(row, people)
        return True

    async def _begin(self, row: ContestRow, people: Sequence[EntrantRow]) -> bool:
        """Begin the next round, or end the contest where nobody is left to play with."""
        if len(people) < events.FEWEST["duplicate"]:
            return await self._written([row.changed(status="over", due=None, ended=self._deps.time.now())])
        settings, number = row.rules, row.round
        tables = await self._store.contests.tables(row.id)
        past: list[Round] = [
            tuple(each.players for each in tables if each.round == number) for number in range(row.round)
        ]
        order = [each.player for each in standings([each.entrant for each in people], self.scores(row, tables))]
        paired = await asyncio.to_thread(
            events.next_round,
            settings,
            [each.entrant for each in people],
            past,
            f"{row.id} {number}",
            order,
        )
        persons = {each.entrant: each.person or "" for each in people}
        change = row.changed(status="playing", round=number + 1, due=None)
        return await self._make(row, number, list(enumerate(paired)), persons, [change])

    async def _make(
        self,
        row: ContestRow,
        number: int,
        tables: Sequence[tuple[int, tuple[int, ...]]],
        persons: dict[int, str],
        more: Sequence[Statement] = (),
    ) -> bool:
        """Create tables of a round by their numbers; False if somebody else was first."""
        plans = [self._plan(row, number, table, players, persons) for table, players in tables]

        def beside(names: Sequence[str]) -> list[Statement]:
            rows = [
                ContestTableRow(name, row.id, number, table, seats_text(players)).insert()
                for name, (table, players) in zip(names, tables, strict=True)
            ]
            return [*more, *rows]

        try:
            await self._tables.make_together(plans, beside)
        except Conflict:
            return False
        return True

    def _plan(
        self, row: ContestRow, number: int, table: int, players: Sequence[int], persons: dict[int, str]
    ) -> NewTable:
        settings = row.rules
        secret = events.secret_of(bytes.fromhex(row.secret), number, None if settings.same_deals else table)
        seats = [
            Seated(seat=seat, person=persons[player])
            if player >= 0
            else Seated(seat=seat, bot=self.champion if player == CHAMPION else events.bot_of(player))
            for seat, player in enumerate(players)
        ]
        return events.table_of(settings, row.id, number, seats, new_code(), secret)

    async def _open(self, row: ContestRow) -> bool:
        """Open the results of a round all of whose tables are over."""
        settings, now = row.rules, self._deps.time.now()
        people = self._active(await self._store.contests.entrants(row.id))
        last = row.round >= settings.rounds or len(people) < events.FEWEST["duplicate"]
        change = row.changed(
            opened=row.round,
            status="over" if last else "playing",
            due=None if last else now + settings.break_s * 1_000,
            ended=now if last else None,
        )
        return await self._written([change, unsealed(row.id, row.round - 1)])

    async def _step_alone(self, row: ContestRow) -> bool:
        tables = await self._store.contests.tables(row.id)
        people = self._active(await self._store.contests.entrants(row.id))
        done = row.status == "playing" and all(
            sum(each.ended is not None and each.number == one.entrant for each in tables) >= row.rules.rounds
            for one in people
        )
        if row.rules.form == "champion" and done and people:
            return await self._champion_plays(row, tables)
        if done or (row.due is not None and row.due <= self._deps.time.now()):
            await self._close(row.id)
            return True
        return False

    async def _champion_plays(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> bool:
        """Let the champion play each of a person's seats; then open everything."""
        for number in range(row.rules.rounds):
            if any(each.champion and each.round == number for each in tables):
                continue
            players = events.alone_round(row.rules, number, CHAMPION)
            now = self._deps.time.now()
            name = new_table(self._key, now)
            try:
                rows, state, _ = await play_out(self._deps.chooser, name, self._plan(row, number, 0, players, {}), now)
            except BotFailure as failure:
                LOG.warning("the champion in contest %s: %s", row.id, failure.why)
                break
            table = ContestTableRow(name, row.id, number, 1, seats_text(players), self.champion)
            statements = [*stored(state, rows, now), table.insert(), *closing_statements(state, now)]
            await self._written(statements)
            if (await self.find(row.id)).status == "over":
                return False
        await self._close(row.id)
        return True

    async def _close(self, contest: str) -> None:
        """End a contest: what is being played is over, what was played is open."""
        for _ in range(_ATTEMPTS):
            row = await self.find(contest)
            for table in await self._store.contests.tables(contest):
                if table.ended is None:
                    actor = await self._tables.find(table.table_id)
                    await actor.in_turn(partial(actor.take, actor.host.closed))
            rounds = row.rules.rounds if row.rules.form in events.ALONE else row.round
            change = row.changed(status="over", round=rounds, opened=rounds, due=None, ended=self._deps.time.now())
            opened = [unsealed(contest, number) for number in range(rounds)]
            if row.status == "over" or await self._written([change, *opened]):
                return
        raise Refused(reason("server.busy"))

    # Results

    def scores(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> list[dict[int, RoundScore]]:
        """Return what everybody scored in each round that is open."""
        found = []
        for number in range(row.opened):
            known = self._scores.get((row.id, number))
            if known is None:
                if len(self._scores) > 1_000:
                    self._scores.clear()
                known = self._scores[row.id, number] = round_scores(played(tables, number), row.rules.scoring)
            found.append(known)
        return found

    # Small things

    @staticmethod
    def _active(entrants: Sequence[EntrantRow]) -> list[EntrantRow]:
        return [each for each in entrants if each.withdrawn is None]

    def _lock(self, contest: str) -> AbstractAsyncContextManager[None]:
        lock = self._locks.get(contest)
        if lock is None:
            lock = self._locks[contest] = asyncio.Lock()
        return lock

    async def _written(self, statements: Sequence[Statement]) -> bool:
        """Write these; False if somebody else has changed the contest meanwhile."""
        try:
            await self._store.database.write(statements)
        except Conflict:
            return False
        return True


def played(tables: Sequence[ContestTableRow], number: int) -> list[Played]:
    """Return the tables of a round that were played to their end."""
    return [done for each in tables if each.round == number and (done := each.played) is not None]


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
    if row.rules.form == "champion" or row.status == "over":
        return None
    if row.status == "open":
        return "start"
    return "next" if row.opened == row.round < row.rules.rounds else None


def _is(each: EntrantRow, person: str, entrant: int | None) -> bool:
    return each.person == person if entrant is None else each.entrant == entrant

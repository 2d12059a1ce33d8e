"""The rounds of contests: begin them, open their results, end. What happens is stored before it takes effect.

Each step follows from what is stored, so a server that dies at any moment goes on where it was. Every step counts up
the version of its contest: of two processes that take the same one, the second finds a Conflict.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from nokosu.bots.base import BotFailure
from nokosu.events import tables as events
from nokosu.events.pairing import Round
from nokosu.events.results import CHAMPION, Played, RoundScore, round_scores, standings
from nokosu.server.bots.play_out import play_out
from nokosu.server.door import in_thread
from nokosu.server.ids import new_code, new_table
from nokosu.server.store import Conflict, Statement
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow, finished, seats_text, unsealed
from nokosu.server.tables.registry import TableRegistry, stored
from nokosu.server.tables.results import closing_statements
from nokosu.table.create import NewTable
from nokosu.table.refusal import Refused
from nokosu.wire.entries import Seated

LOG: Final = logging.getLogger("nokosu.server.contests")
_KNOWN: Final = 1_000


class Rounds:
    """What happens in the contests of this server, step by step."""

    def __init__(self, tables: TableRegistry, key: str, champion: str | None) -> None:
        self.champion = champion
        self._tables = tables
        self._deps = tables.deps
        self._store = tables.deps.store
        self._key = key
        self._scores: dict[tuple[str, int], dict[int, RoundScore]] = {}
        """Of each round that is open: it does not change any more."""

    async def step(self, row: ContestRow) -> bool:
        """Do the next thing that is due in a contest; return whether something was."""
        if row.status == "over":
            return False
        if row.status == "ending":
            return await self._close(row)
        if row.rules.form in events.ALONE:
            return await self._step_alone(row)
        if row.opened < row.round:
            return not await self._store.contests.unfinished(row.id) and await self._open(row)
        if row.due is None or row.due > self._deps.time.now():
            return False
        people = active(await self._store.contests.entrants(row.id))
        if row.round == 0 and len(people) < events.FEWEST[row.rules.kind]:
            # Too few have come: the host may still begin when more are there.
            return await self.written([row.changed(due=None)])
        await self.begin(row, people)
        return True

    async def begin(self, row: ContestRow, people: Sequence[EntrantRow]) -> bool:
        """Begin the next round, or end the contest where nobody is left to play with."""
        if len(people) < events.FEWEST["duplicate"]:
            return await self.written([row.changed(status="over", due=None, ended=self._deps.time.now())])
        settings, number = row.rules, row.round
        tables = await self._store.contests.tables(row.id)
        past: list[Round] = [
            tuple(each.players for each in tables if each.round == number) for number in range(row.round)
        ]
        scores = await self.scores(row, tables)
        order = [each.player for each in standings([each.entrant for each in people], scores)]
        paired = await in_thread(
            events.next_round, settings, [each.entrant for each in people], past, f"{row.id} {number}", order
        )
        change = row.changed(status="playing", round=number + 1, due=None)
        return await self.make(row, number, list(enumerate(paired)), people, change)

    async def make(
        self,
        row: ContestRow,
        number: int,
        tables: Sequence[tuple[int, tuple[int, ...]]],
        people: Sequence[EntrantRow],
        change: Statement,
    ) -> bool:
        """Create tables of a round by their numbers, and change the contest; False if somebody else was first."""
        persons = {each.entrant: each.person or "" for each in people}
        plans = [self._plan(row, number, table, players, persons) for table, players in tables]

        def beside(names: Sequence[str]) -> list[Statement]:
            rows = [
                ContestTableRow(name, row.id, number, table, seats_text(players)).insert()
                for name, (table, players) in zip(names, tables, strict=True)
            ]
            return [change, *rows]

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
            Seated(seat=seat, person=persons[player]) if player >= 0 else Seated(seat=seat, bot=bot or self.champion)
            for seat, (player, bot) in enumerate(zip(players, events.bots_of(players), strict=True))
        ]
        return events.table_of(settings, row.id, number, seats, new_code(), secret)

    async def _open(self, row: ContestRow) -> bool:
        """Open the results of a round all of whose tables are over."""
        settings, now = row.rules, self._deps.time.now()
        people = active(await self._store.contests.entrants(row.id))
        counted = round_scores(played(await self._store.contests.tables(row.id), row.round - 1), settings.scoring)
        # Where no result counts, nobody is there: bots alone do not play on.
        last = row.round >= settings.rounds or len(people) < events.FEWEST["duplicate"] or not counted
        change = row.changed(
            opened=row.round,
            status="over" if last else "playing",
            due=None if last else now + settings.break_s * 1_000,
            ended=now if last else None,
        )
        return await self.written([change, unsealed(row.id, row.round - 1)])

    async def _step_alone(self, row: ContestRow) -> bool:
        """Open everything when all have played alone, or when the time is over."""
        tables = await self._store.contests.tables(row.id)
        people = active(await self._store.contests.entrants(row.id))
        done = row.status == "playing" and all(
            sum(each.ended is not None and each.number == one.entrant for each in tables) >= row.rules.rounds
            for one in people
        )
        if not done and (row.due is None or row.due > self._deps.time.now()):
            return False
        if row.rules.form == "champion" and people:
            return await self._champion_plays(row, tables)
        return await self.written([row.changed(status="ending")])

    async def _champion_plays(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> bool:
        """Let the champion play one of a person's seats; then open everything."""
        had = {each.round for each in tables if each.champion}
        number = next((each for each in range(row.rules.rounds) if each not in had), None)
        if number is None:
            return await self.written([row.changed(status="ending")])
        players = events.alone_round(row.rules, number, CHAMPION)
        now = self._deps.time.now()
        name = new_table(self._key, now)
        try:
            plan = self._plan(row, number, 0, players, {})
            # The host asked for it: their share of the bots, and no part of the day's.
            payer = self._deps.quotas.of(row.host or row.id)
            rows, state, _ = await play_out(self._deps.chooser, name, plan, now, payer)
        except BotFailure as failure:
            LOG.warning("the champion in contest %s: %s", row.id, failure.why)
            return await self.written([row.changed(status="ending")])
        table = ContestTableRow(name, row.id, number, 1, seats_text(players), self.champion)
        await self.written([row.changed(), *stored(state, rows, now), table.insert(), *closing_statements(state, now)])
        return True

    async def _close(self, row: ContestRow) -> bool:
        """End a contest that makes no tables any more: what is being played is over, what was played is open."""
        for table in await self._store.contests.tables(row.id):
            if table.ended is None:
                await self._end(table)
        rounds = row.rules.rounds if row.rules.form in events.ALONE else row.round
        change = row.changed(status="over", round=rounds, opened=rounds, due=None, ended=self._deps.time.now())
        return await self.written([change, *(unsealed(row.id, number) for number in range(rounds))])

    async def _end(self, table: ContestTableRow) -> None:
        try:
            actor = await self._tables.find(table.table_id)
        except Refused:
            # A damaged log, which has been reported: the others go on.
            await self.written([finished(table.table_id, self._deps.time.now(), None)])
            return
        await actor.in_turn(partial(actor.take, actor.host.closed))

    async def scores(self, row: ContestRow, tables: Sequence[ContestTableRow]) -> list[dict[int, RoundScore]]:
        """Return what everybody scored in each round that is open; tables with other deals open one by one.

        Between two rounds others have their turn: forty people and twenty deals take milliseconds.
        """
        found = []
        for number in range(row.opened):
            known = self._scores.get((row.id, number))
            if known is None:
                if len(self._scores) > _KNOWN:
                    self._scores.clear()
                known = self._scores[row.id, number] = round_scores(played(tables, number), row.rules.scoring)
                await asyncio.sleep(0)
            found.append(known)
        if row.opened < row.round and not row.rules.same_deals:
            begun = round_scores(played(tables, row.opened), row.rules.scoring)
            found += [begun] if begun else []
        return found

    async def written(self, statements: Sequence[Statement]) -> bool:
        """Write these; False if somebody else has changed the contest meanwhile."""
        try:
            await self._store.database.write(statements)
        except Conflict:
            return False
        return True


def active(entrants: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return the people who have not withdrawn."""
    return [each for each in entrants if each.withdrawn is None]


def played(tables: Sequence[ContestTableRow], number: int) -> list[Played]:
    """Return the tables of a round that were played to their end."""
    return [done for each in tables if each.round == number and (done := each.played) is not None]

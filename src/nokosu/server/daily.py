"""The deal of the day on a server: begin an attempt, once per person; after midnight end, count and open the day.

The secrets of the days are a hash chain: each is the commitment to the next (docs/fairness.md). The key `daily` holds
its first day and its last secret; from that all others follow, and nothing leads back.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from nokosu.bots.base import BotFailure
from nokosu.bots.characters import CHARACTERS
from nokosu.core.errors import reason
from nokosu.record.fairness import chained
from nokosu.server.background import Background
from nokosu.server.bots.play_out import play_out
from nokosu.server.daily_check import check_attempt
from nokosu.server.daily_count import Count
from nokosu.server.damage import readable
from nokosu.server.ids import new_code, new_table
from nokosu.server.store import Conflict, Statement, StoreFailed
from nokosu.server.store.daily import SEPARATOR, Attempt, CountedDay, unsealed
from nokosu.server.tables.registry import TableRegistry, stored
from nokosu.server.tables.results import closing_statements
from nokosu.table import daily
from nokosu.table.days import day_at
from nokosu.table.refusal import Refused
from nokosu.wire.daily import ChampionLine
from nokosu.wire.entries import Seated
from nokosu.wire.lobby import TableRef
from nokosu.wire.struct import encode

LOG: Final = logging.getLogger("nokosu.server.daily")
COUNT_MS: Final = 10_000
"""So long after midnight a day is counted: what was played in time is stored by then."""
_PAGE: Final = 200
_PRACTICE: Final = "nokosu/1/practice/"


class _Champion(NamedTuple):
    """How the champion played a day: its line, its own actions, and its table, to be stored."""

    line: ChampionLine | None
    own: Sequence[str]
    statements: Sequence[Statement]


_NO_CHAMPION: Final = _Champion(None, (), ())


class Days:
    """The days of this server."""

    def __init__(self, tables: TableRegistry, key: str, chain: str, restored: str | None) -> None:
        first, _, last = chain.partition(" ")
        self.first = int(first)
        self._last = bytes.fromhex(last)
        self._key = key
        self._restored = None if restored is None else int(restored)
        self._tables = tables
        self._deps = tables.deps
        self._secrets: dict[int, bytes] = {}
        self._background = Background()
        self._counted_until = 0

    @staticmethod
    def new_chain(now: int) -> str:
        """Return a chain that begins today."""
        return f"{day_at(now)} {secrets.token_hex(32)}"

    # Today

    @property
    def today(self) -> int:
        """Return the number of the day."""
        return day_at(self._deps.time.now())

    @property
    def offered(self) -> bool:
        """Return whether the bots of the daily play here, and the chain has a secret for today."""
        return set(daily.OPPONENTS) <= set(self._deps.policy.bots) and self.number(self.today) <= daily.CHAIN_DAYS

    def number(self, day: int) -> int:
        """Return how many days this server has dealt, this one included."""
        return day - self.first + 1

    def commitment(self, day: int) -> bytes:
        """Return the commitment to a day's secret, which is the secret of the day before."""
        return self._secret(day - 1)

    @property
    def anchor(self) -> bytes:
        """Return the commitment to the secret of the first day."""
        return self.commitment(self.first)

    def _secret(self, day: int) -> bytes:
        """Return a day's secret. Nothing but the table of an attempt and the count of a day that is over gets it."""
        found = self._secrets.get(day)
        if found is None:
            self._secrets = {each: value for each, value in self._secrets.items() if abs(each - day) <= 1}
            found = self._secrets[day] = chained(self._last, daily.CHAIN_DAYS - self.number(day))
        return found

    def _practice(self, day: int) -> bytes:
        return hmac.digest(bytes.fromhex(self._key), f"{_PRACTICE}{day}".encode(), hashlib.sha256)

    async def ranked_for(self, person: str) -> bool:
        """Return whether this person plays the ranked deal: a passkey makes second accounts dear, if not impossible."""
        return self._restored != self.today and bool(await self._deps.store.people.passkeys_of(person))

    async def begin(self, person: str) -> TableRef:
        """Return the table of a person's attempt at today's deal; it is made once."""
        if not self.offered:
            raise Refused(reason("daily.not-here"))
        day, ranked = self.today, await self.ranked_for(person)
        if found := await self._found(person, day, ranked=ranked):
            return found
        secret = self._secret(day) if ranked else self._practice(day)
        player = Seated(seat=daily.seat_of(day), person=person)
        began = self._deps.time.now()
        try:
            return await self._tables.begin_event(
                person,
                lambda _, code: daily.table_of(day, player, code, secret, ranked=ranked),
                lambda table: Attempt(table, day, ranked, person, began).insert(),
            )
        except Refused:
            # Asked twice at the same moment: the first made it.
            if found := await self._found(person, day, ranked=ranked):
                return found
            raise

    async def _found(self, person: str, day: int, *, ranked: bool) -> TableRef | None:
        attempt = await self._deps.store.daily.attempt(person, day, ranked=ranked)
        if attempt is None:
            return None
        state = (await self._tables.find(attempt.table_id)).state
        return TableRef(table=attempt.table_id, code=state.code, seat=state.seat_of(person))

    # Days that are over

    def look(self) -> None:
        """Count what is over and has not been counted; nothing happens while that is under way."""
        if self._counted_until < self.over and not self._background.tasks:
            self._background.start(self._count())

    def stop(self) -> None:
        """Count no more."""
        for task in self._background.tasks:
            task.cancel()

    async def _count(self) -> None:
        over = self.over
        try:
            for day in await self._deps.store.daily.uncounted(over):
                await self._close(day)
        except StoreFailed as error:
            self._deps.failed(error)
        except Exception:
            LOG.exception("the results of a day cannot be counted")
        else:
            self._counted_until = over

    @property
    def over(self) -> int:
        """Return the first day that is not over, or has not been for long enough to be counted."""
        return day_at(self._deps.time.now() - COUNT_MS)

    async def _close(self, day: int) -> None:
        """End what is still being played, count what was, and open the day: records, secret, the champion's line."""
        store = self._deps.store
        for table in await store.daily.unfinished(day):
            try:
                actor = await self._tables.find(table)
            except Refused:  # a damaged log, which has been reported: the others count
                continue
            await actor.in_turn(lambda actor=actor: actor.take(actor.host.closed))  # type: ignore[misc]  # bound now
        count = Count()
        async for attempt in self.results(day):
            if line := attempt.line:
                count.add(line, (attempt.own or "").split(SEPARATOR))
            await asyncio.sleep(0)
        champion = await self._champion(day) or _NO_CHAMPION
        text = encode(count.summary(champion.line, champion.own)).decode()
        row = CountedDay(day, self._secret(day).hex(), champion.line.table if champion.line else None, text)
        try:
            await store.database.write([row.insert(), *unsealed(day), *champion.statements])
        except Conflict:
            LOG.info("another process has counted day %d", day)

    async def results(self, day: int) -> AsyncIterator[Attempt]:
        """Yield all results of a day that can be read."""
        last = (-1, "")
        while rows := await self._deps.store.daily.page(day, last, _PAGE):
            for row in readable(rows, check_attempt, self._deps.metrics, "daily"):
                yield row
            newest = rows[-1]
            assert newest.points is not None  # what has none is on no page
            last = (newest.points, newest.table_id)

    @property
    def champion(self) -> str | None:
        """Return the strongest bot that plays here."""
        return next((name for name in reversed(CHARACTERS) if name in self._deps.policy.bots), None)

    async def _champion(self, day: int) -> _Champion | None:
        """Let the champion play a day's deal from everybody's seat."""
        bot, seat, secret = self.champion, daily.seat_of(day), self._secret(day)
        if bot is None:
            return None
        now = self._deps.time.now()
        table = new_table(self._key, now)
        # Nothing is sealed of it: it is made when the day is over.
        plan = daily.table_of(day, Seated(seat=seat, bot=bot), new_code(), secret, ranked=False)
        try:
            rows, state, match = await play_out(self._deps.chooser, table, plan, now)
        except BotFailure as failure:
            LOG.warning("the champion's line of day %d: %s", day, failure.why)
            return None
        played = daily.line_of(match, seat)
        statements = [*stored(state, rows, now), *closing_statements(state, now)]
        return _Champion(ChampionLine(bot=bot, line=played.figures, table=table), played.own, statements)

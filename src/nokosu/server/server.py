"""The running server: everything that handlers need, made at the start and ended at the stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from nokosu.bots.characters import CHARACTERS, DEFAULT_BOT
from nokosu.bots.kernel_rules import can_play
from nokosu.bots.registry import FALLBACKS
from nokosu.server.background import Background
from nokosu.server.bots.pool import BotPool, Chooser
from nokosu.server.bots.thinking import ThinkingTimes
from nokosu.server.config import Config
from nokosu.server.contests import Contests
from nokosu.server.daily import Days
from nokosu.server.disk import Reserve
from nokosu.server.fair_queue import FairQueue
from nokosu.server.hints import COACH_CALLS, Hints
from nokosu.server.ids import new_id
from nokosu.server.job_worker import JobWorker
from nokosu.server.limits import HourlyRate, Rate
from nokosu.server.memory import tidy
from nokosu.server.names import Names
from nokosu.server.people.account import Accounts
from nokosu.server.people.open_sockets import OpenSockets
from nokosu.server.people.sessions import Sessions
from nokosu.server.quotas import Budget, HourlyBudget, SharedPlaces
from nokosu.server.ratings.book import RatingBook
from nokosu.server.store import Store, StoreFailed, open_store
from nokosu.server.store.daily import CHAIN, RESTORED
from nokosu.server.store.database import POSTGRESQL
from nokosu.server.store.dump import TABLES_KEY
from nokosu.server.tables.dependencies import Dependencies
from nokosu.server.tables.registry import TableRegistry
from nokosu.server.time import RealTime, Time, Timer
from nokosu.table.clocks import Downtimes
from nokosu.table.policy import HostPolicy

if TYPE_CHECKING:
    from nokosu.server.people.passkeys import Passkeys
    from nokosu.server.people.push import Pusher

LOG: Final = logging.getLogger("nokosu.server")
BEAT_S: Final = 2.0
HEARTBEAT_LOST_MS: Final = 10_000
_LAG_S: Final = 0.1
_TIDY_MS: Final = 600_000
_COMPUTERS: Final = 2
"""Processes for jobs; the second is started when the first is busy."""
_MOST_WAITING: Final = 10
"""Jobs of one person that wait to be computed."""


@dataclass(slots=True)
class Server:
    """One process of a server."""

    config: Config
    store: Store
    tables: TableRegistry
    days: Days
    contests: Contests
    ratings: RatingBook
    deps: Dependencies
    sessions: Sessions
    accounts: Accounts
    rate: Rate
    address_rate: Rate
    guests: HourlyRate
    recoveries: HourlyRate
    guesses: HourlyRate
    named_guesses: HourlyBudget
    """Wrong codes of people: strangers who share their address do not use them up."""
    logins: HourlyRate
    reports: HourlyBudget
    puzzle_answers: HourlyRate
    puzzle_reports: HourlyRate
    puzzle_once: HourlyRate
    """The same address is counted once about the same puzzle."""
    places: SharedPlaces
    hints: Hints
    imports: HourlyBudget
    exports: HourlyBudget
    job_worker: JobWorker
    sockets: OpenSockets
    push_key: str | None
    stop: Callable[[], None]
    """Ends the process in an orderly way; for when the store can no longer be written."""
    reserve: Reserve
    stopping: bool = False
    banned: frozenset[str] = frozenset()
    _tasks: tuple[asyncio.Task[None], ...] = ()
    _passkeys: Passkeys | None = None
    _pusher: Pusher | None = None
    _store_away: bool = False
    _ping: asyncio.Task[None] | None = None
    _watch: Timer | None = None
    _background: Background = field(default_factory=Background)
    _guessing: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @classmethod
    async def start(
        cls, config: Config, stop: Callable[[], None], time: Time | None = None, chooser: Chooser | None = None
    ) -> Server:
        """Open the store, learn how long the server was down, resume tables."""
        reserve = Reserve(
            Path(config.store), 0 if config.store.startswith(POSTGRESQL) else config.limits.disk_reserve_mb
        )
        if reserve.prepare():
            LOG.error("the disk is full: starting on the reserve")
        store = await open_store(config.store, alone=True)
        try:
            return await cls._over(store, config, stop, time or RealTime(), chooser, reserve)
        except BaseException:
            await store.close()
            raise

    @classmethod
    async def _over(
        cls,
        store: Store,
        config: Config,
        stop: Callable[[], None],
        time: Time,
        chooser: Chooser | None,
        reserve: Reserve,
    ) -> Server:
        process = f"{os.getpid()}-{new_id()}"
        await store.uptime.start(process, time.now(), HEARTBEAT_LOST_MS if store.presence.shared else 0)
        key = await store.keys.get(TABLES_KEY, secrets.token_hex(32))
        bots, limits = config.known(), config.limits
        times = ThinkingTimes(bots)
        deps = Dependencies(
            store=store,
            time=time,
            chooser=chooser or BotPool(bots, config.bot_processes, limits=limits, time=time, times=times),
            names=Names(store),
            policy=HostPolicy(
                bots=config.accepted(),
                default_bot=config.default_bot,
                fallback_bot=next((name for name in (DEFAULT_BOT, *FALLBACKS) if name in bots), next(iter(bots))),
                levels=config.levels(),
                talkers=CHARACTERS.keys() - config.bots.keys(),
                downtimes=Downtimes(await store.uptime.downtimes()),
                thinking_ms=times,
                can_play=lambda name, rules: can_play(bots.get(name, name), rules),
                bot_delay_ms=config.bot_delay_ms,
                log_entries=limits.log_entries,
            ),
            process=process,
        )
        deps.metrics.describe(store.database.kind)
        if isinstance(deps.chooser, BotPool):
            pool = deps.chooser
            deps.metrics.bots_waiting.set_function(lambda: pool.waiting)
        push_key, pusher = None, None
        if config.push_contact:
            push = import_module("nokosu.server.people.push")
            private = await store.keys.get("push", import_module("nokosu.server.people.web_push").new_key())
            pusher = push.Pusher(store, private, config.push_contact, config.push_services)
            deps.turn_came = pusher.turn_came
            push_key = pusher.public_key
        people = limits.people_per_address
        secret = await store.keys.get("allowances", secrets.token_hex(32))

        def hourly(what: str, count: int) -> HourlyRate:
            return HourlyRate(store.allowances, time, f"{what} {secret}", count)

        def hourly_budget(what: str, count: int) -> HourlyBudget:
            return HourlyBudget(hourly(what, count), hourly(f"{what} address", count * people))

        tables = TableRegistry(deps, key, hourly_budget("table", limits.tables_an_hour), limits.public_tables)
        chain = await store.keys.get(CHAIN, Days.new_chain(time.now()))
        days = Days(tables, key, chain, await store.keys.find(RESTORED))
        server = cls(
            config=config,
            store=store,
            tables=tables,
            days=days,
            contests=Contests(tables, key, days.champion),
            ratings=RatingBook(deps),
            deps=deps,
            sessions=Sessions(store, time),
            accounts=Accounts(store, time, deps.metrics),
            rate=Rate(time, limits.rate, limits.burst),
            address_rate=Rate(time, limits.rate * people, limits.burst * people),
            guests=hourly("guest", limits.guests_an_hour),
            recoveries=hourly("recover", limits.recoveries_an_hour),
            guesses=hourly("code", limits.wrong_codes_an_hour),
            named_guesses=hourly_budget("code of a person", limits.wrong_codes_an_hour),
            logins=hourly("login", limits.logins_an_hour),
            reports=hourly_budget("report", limits.reports_an_hour),
            puzzle_answers=hourly("puzzle answer", limits.puzzle_answers_an_hour),
            puzzle_reports=hourly("puzzle report", limits.puzzle_reports_an_hour),
            puzzle_once=hourly("puzzle once", 1),
            places=SharedPlaces(limits.sockets, people),
            hints=Hints(
                Budget(time, limits.hints_a_minute, people, 60),
                Budget(time, COACH_CALLS * limits.hints_a_minute, people, 60),
                JobWorker(FairQueue(time, 1, limits.thinking_s_a_minute, people)),
            ),
            imports=hourly_budget("import", limits.imports_an_hour),
            exports=hourly_budget("export", limits.exports_an_hour),
            job_worker=JobWorker(
                FairQueue(time, _COMPUTERS, limits.computing_s_a_minute, people, _MOST_WAITING), _COMPUTERS
            ),
            sockets=OpenSockets(store),
            push_key=push_key,
            stop=stop,
            reserve=reserve,
            _pusher=pusher,
        )
        deps.failed = server.store_failed
        deps.match_rated = server.ratings.look
        deps.contest_table_over = server.contests.look
        await server.renew_bans()
        server._watch = time.watch(server.stalled)
        server.days.look()
        server.contests.look_at_running()
        server.ratings.look()
        await server.look_at_disk()
        work = (server._wake(), server._beat(), server._measure_lag(), tidy(server.sockets.none))
        server._tasks = tuple(asyncio.create_task(each) for each in work)
        return server

    async def _wake(self) -> None:
        """Load the tables; then, when nobody waits for them any more, measure the bots."""
        await self.tables.wake_all()
        if isinstance(self.deps.chooser, BotPool):
            await self.deps.chooser.measure()

    def allows(self, session: str, address: str) -> bool:
        """Count a request or a message; return False if there were too many."""
        return self.rate.allow(session) and self.address_rate.allow(address)

    def guessing(self, address: str) -> asyncio.Lock:
        """Return the lock of an address that looks up a code."""
        return self._guessing.setdefault(address, asyncio.Lock())

    def passkeys(self) -> Passkeys:
        """Loaded when first asked for: a server that comes back after a crash is there sooner without it."""
        if self._passkeys is None:
            module = import_module("nokosu.server.people.passkeys")
            self._passkeys = module.Passkeys(self.store, self.deps.time)
        return self._passkeys

    def stalled(self, began: int, ended: int) -> None:
        """Record that this process stood still: no clock of its tables ran meanwhile."""
        LOG.warning("this process stood still for %.1f s", (ended - began) / 1000)
        self.deps.policy.downtimes.spans.append((began, ended))
        if not self.store.presence.shared:
            # Others would have served meanwhile; alone, it has to be known after a restart too.
            self._background.start(self._record_stall(began, ended))

    async def _record_stall(self, began: int, ended: int) -> None:
        with contextlib.suppress(StoreFailed):
            await self.store.uptime.stalled(began, ended)

    async def renew_bans(self) -> None:
        """Learn whom the operator keeps out; their sockets end now."""
        before, self.banned = self.banned, frozenset(await self.store.bans.active(self.deps.time.now()))
        for subject in self.banned - before:
            self.sockets.banned(subject)

    async def store_answers(self, within_s: float) -> bool:
        """Return whether the store answers in time. One question serves all who ask meanwhile; it is never given up."""
        asked = self._ping
        if asked is None or asked.done():
            asked = self._ping = asyncio.create_task(self.store.ping())
            # Its failure counts as seen, even if it comes after everybody's time is up.
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())
        # Another caller may have asked again meanwhile: the answer is that of our own question.
        done, _ = await asyncio.wait({asked}, timeout=within_s)
        return bool(done) and asked.exception() is None

    def store_failed(self, error: Exception) -> None:
        """Do not trust a file that failed once: stop, and let the supervisor restart this process.

        A PostgreSQL that is away comes back: until then everything is refused.
        """
        if self.store.database.kind == "sqlite":
            if not self.stopping:
                LOG.critical("the store cannot be written: %s", error)
                self.stopping = True
                self.stop()
        elif not self._store_away and not self.stopping:
            LOG.error("the store cannot be reached: %s", error)
            self._store_away = True

    async def close(self) -> None:
        """Stop in an orderly way."""
        self.stopping = True
        if self._watch:
            self._watch.cancel()
        self.days.stop()
        self.contests.stop()
        self.ratings.stop()
        for task in (*self._tasks, *([self._ping] if self._ping else [])):
            task.cancel()
        self.tables.close()
        await asyncio.gather(self.hints.close(), self.job_worker.close())
        if isinstance(self.deps.chooser, BotPool):
            await self.deps.chooser.close()
        if self._pusher:
            await self._pusher.close()
        with contextlib.suppress(StoreFailed):
            await self.store.uptime.beat(self.deps.process, self.deps.time.now())
        await self.store.close()

    async def _beat(self) -> None:
        """Record regularly that the server is up: clocks stop while it is down."""
        tidy_at = 0
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                now = self.deps.time.now()
                with self.deps.metrics.database.time():
                    await self.store.uptime.beat(self.deps.process, now)
                await self.renew_bans()
                self.days.look()
                self.contests.look_at_due()
                if now > tidy_at:
                    tidy_at = now + _TIDY_MS
                    self.contests.look_at_running()
                    await self.store.allowances.drop_full(now)
            except StoreFailed as error:
                self.store_failed(error)
            else:
                if self._store_away:
                    LOG.info("the store is back")
                self._store_away = False
                await self.look_at_disk()

    async def look_at_disk(self) -> None:
        """Begin nothing new while the disk is nearly full; say so once."""
        reusable = await self.store.reusable_bytes()
        full = await asyncio.to_thread(self.reserve.full, reusable)
        if full and not self.deps.disk_full:
            LOG.error("the disk is nearly full: matches go on, but new tables, guests and imports are refused")
        elif self.deps.disk_full and not full:
            LOG.warning("there is space on the disk again")
        self.deps.disk_full = full

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LAG_S
            await asyncio.sleep(_LAG_S)
            self.deps.metrics.lag.observe(max(0.0, loop.time() - due))

"""A server in this process, on a real port, with a clock that tests move by hand and bots that answer at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

import uvicorn

from nokosu.server.app import make_app
from nokosu.server.bots.pool import Question
from nokosu.server.config import Config, Limits
from nokosu.server.http.connections import ServingConfig
from nokosu.server.http.guarded import GuardedProtocol
from nokosu.server.time import Timer

GENEROUS = Limits(
    rate=100_000,
    burst=100_000,
    guests_an_hour=100_000,
    recoveries_an_hour=100_000,
    logins_an_hour=100_000,
    sockets=1_000,
    connections=10_000,
    loop_ms_a_second=1_000_000,
    bytes_in_a_second=10**9,
    bytes_out_a_second=10**10,
    connects_a_second=100_000,
    broken_a_minute=10**6,
    disk_reserve_mb=0,
    computing_s_a_minute=1e6,
    thinking_s_a_minute=1e6,
    tables_an_hour=100_000,
    public_tables=1_000,
    imports_an_hour=100_000,
    exports_an_hour=100_000,
)


@dataclass
class _Alarm:
    at: int
    call: Callable[[], None]
    off: bool = False

    def cancel(self) -> None:
        self.off = True


@dataclass
class HandTime:
    """Time that passes when a test says so."""

    at: int = 1_700_000_000_000
    _alarms: list[_Alarm] = field(default_factory=list)
    _stalled: list[Callable[[int, int], None]] = field(default_factory=list)

    def now(self) -> int:
        return self.at

    def call_in(self, ms: int, call: Callable[[], None]) -> Timer:
        alarm = _Alarm(self.at + ms, call)
        self._alarms.append(alarm)
        return alarm

    def watch(self, stalled: Callable[[int, int], None]) -> Timer:
        self._stalled.append(stalled)
        return _Alarm(self.at, lambda: None)

    def stand_still(self, ms: int) -> None:
        """Nothing happens for a while, as if the process were stopped; then all that is due comes at once."""
        began, self.at = self.at, self.at + ms
        for each in self._stalled:
            each(began, self.at)
        self.pass_by(0)

    def pass_by(self, ms: int) -> None:
        """Let time pass; whatever is due happens in its order."""
        end = self.at + ms
        while due := [alarm for alarm in self._alarms if not alarm.off and alarm.at <= end]:
            first = min(due, key=lambda alarm: alarm.at)
            self.at = max(self.at, first.at)
            self._alarms.remove(first)
            first.call()
        self._alarms = [alarm for alarm in self._alarms if not alarm.off]
        self.at = end


class FirstLegal:
    """Bots that do the first legal thing, at once."""

    async def choose(self, question: Question) -> str:
        return str((question.view.legal or ())[0])

    def release(self, table: str) -> None:
        """Nothing is held."""


@dataclass
class Running:
    """A server that runs."""

    address: str
    url: str


class _Quiet(uvicorn.Server):
    """Signals belong to the test runner."""

    def install_signal_handlers(self) -> None:
        return

    def capture_signals(self) -> Any:
        return nullcontext()


@asynccontextmanager
async def serving(store: str, **more: Any) -> AsyncIterator[Running]:
    """Serve from this store on a free port. `time` and `chooser` replace the clock and the bots; the rest is Config.

    `on_the_way`: so many bytes may be with the network that a client has not taken yet.
    """
    time, chooser = more.pop("time", None), more.pop("chooser", FirstLegal())
    on_the_way, most = more.pop("on_the_way", None), more.pop("most_connections", 10_000)
    config = replace(Config(store=store, limits=GENEROUS, bot_delay_ms=1), **more)
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    if on_the_way:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, on_the_way)
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = make_app(config, stop=lambda: None, time=time, chooser=chooser)
    settings = ServingConfig(
        app,
        config,
        most,
        log_config=None,
        ws=GuardedProtocol,
        lifespan="on",
        ws_per_message_deflate=False,
        ws_max_size=config.limits.message_bytes * 4,
        timeout_graceful_shutdown=1,
        # Longer than clients keep a connection: whichever ends it first, the other must not be using it.
        timeout_keep_alive=60,
    )
    server = _Quiet(settings)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if running.done():
            await running
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.005)
    try:
        yield Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}")
    finally:
        server.should_exit = True
        await running

"""Attacks on the process itself: more requests, bytes, headers, connections and nonsense than one address may send."""

from __future__ import annotations

import asyncio
import json
import logging
from asyncio.subprocess import PIPE
from collections import Counter
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nokosu.server.app import make_app
from nokosu.server.config import Config
from nokosu.server.door import Cost, Door, Metered
from nokosu.server.http.timed import TimedRequests
from nokosu.server.log_budget import LINES, WINDOW_S, LogBudget
from tests.abuse.test_connections import closed, opened
from tests.abuse.test_shares import elsewhere, limits
from tests.server.people import client
from tests.server.programs import kill, started
from tests.server.serving import Running, serving
from tests.server.store.postgres_server import free_port


async def answer(running: Running, request: bytes) -> tuple[bytes, bytes]:
    """The head of the answer and what follows it, up to the end of the connection."""
    reader, writer = await opened(running)
    writer.write(request)
    found = await closed(reader)
    writer.close()
    head, _, body = found.partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 6_000,
        b"GET /health HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /health HTTP/1.1\nHost: x\n" + b"A: b\n" * 200 + b"\n",
    ],
    ids=["many", "endless", "long", "long path", "bare line feeds"],
)
async def test_headers_are_few_and_short(tmp_path: Path, request_: bytes) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        head, body = await answer(running, request_)
        assert head.startswith(b"HTTP/1.1 431")
        assert json.loads(body)["reason"]["message"] == "server.headers-too-large"
        # Behind a proxy with TLS this may be the only answer that a browser gets.
        for header in (b"cache-control: no-store", b"strict-transport-security: max-age=", b"nosniff"):
            assert header in head
        await ann.get("/api/me")


async def test_many_headers_in_small_pieces_are_counted_too(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running:
        reader, writer = await opened(running)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n")
        for _ in range(100):
            writer.write(b"A: b\r\n")
            await asyncio.sleep(0)
        assert (await closed(reader)).startswith(b"HTTP/1.1 431")
        writer.close()


async def test_a_long_body_is_not_taken_for_headers(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        answer = await ann.http.post("/api/records", content=b"[" + b"\r\n" * 50_000 + b"]")
        assert answer.status_code == 409, answer.text


def walked(app: Litestar) -> list[tuple[str, str]]:
    """Every method and path that the application knows, and some that it does not."""
    routes = [
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in sorted(route.methods - {"OPTIONS"})
    ]
    sockets = [("SOCKET", route.path_format) for route in app.routes if isinstance(route, WebSocketRoute)]
    return [*routes, *sockets, ("GET", "/api/nothing"), ("GET", "/assets/none.js"), ("BREW", "/"), ("GET", "/a.b")]


@pytest.mark.parametrize("hops", [0, 1], ids=["direct", "behind a proxy"])
async def test_every_route_is_metered(tmp_path: Path, hops: int) -> None:
    timed = make_app(Config(store=f"{tmp_path}/y.db"))._app
    assert isinstance(timed, TimedRequests)
    app = timed._app
    assert isinstance(app, Litestar)
    routes = walked(app)
    assert len(routes) > 40
    wanted = limits(loop_ms_a_second=0)
    async with (
        serving(f"{tmp_path}/x.db", limits=wanted, trusted_proxies=hops) as running,
        httpx.AsyncClient(base_url=running.url, limits=httpx.Limits(max_keepalive_connections=0)) as http,
    ):
        # The first request is still free.
        await http.get("/health", headers={"x-forwarded-for": "192.0.2.1"})
        for method, path in routes:
            where = path.replace("{table}", "a" * 16).replace("{record}", "b" * 16)
            if method == "SOCKET":
                with pytest.raises((WebSocketException, OSError)):
                    await connect(f"ws://{running.address}{where}", additional_headers={"x-forwarded-for": "192.0.2.1"})
                continue
            found = await http.request(method, where, headers={"x-forwarded-for": "192.0.2.1"})
            assert found.status_code == 429, (method, where)


async def test_an_address_that_asks_for_too_much_waits_while_others_do_not(tmp_path: Path) -> None:
    wanted = limits(loop_ms_a_second=20)
    async with serving(f"{tmp_path}/x.db", limits=wanted) as running:
        ann = elsewhere(running)
        async with ann.http:
            await ann.post("/api/me", {"name": "Ann"})

            async def ask() -> bytes:
                request = b"GET /api/offer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                return (await answer(running, request))[0][9:12]

            asked = [asyncio.create_task(ask()) for _ in range(300)]
            done = 0
            while not any(each.done() and each.result() == b"429" for each in asked):
                # She is served while the flood waits; how fast is a matter of bench/abuse.py.
                await ann.get("/api/me")
                done += 1
            assert done
            statuses = {await each for each in asked}
            assert statuses == {b"200", b"429"}


async def test_answers_cost_their_bytes(tmp_path: Path) -> None:
    wanted = limits(bytes_out_a_second=1_000)
    async with (
        serving(f"{tmp_path}/x.db", limits=wanted) as running,
        httpx.AsyncClient(base_url=running.url, timeout=30) as http,
    ):
        first = await http.get("/api/openapi.json")
        assert len(first.content) > 20_000
        assert (await http.get("/api/openapi.json")).status_code == 429


async def test_requests_are_not_answered_by_the_dozen(tmp_path: Path) -> None:
    """Pipelining would let one connection ask for thousands of answers with one packet."""
    async with serving(f"{tmp_path}/x.db") as running:
        one = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        head, rest = await answer(running, one * 300)
        assert head.startswith(b"HTTP/1.1 200")
        assert rest.count(b"HTTP/1.1") == 0, "one answer, and the connection is closed"


async def test_an_address_opens_only_so_many_connections_a_second(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(connects_a_second=1)) as running:
        request = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answers = await asyncio.gather(*(answer(running, request) for _ in range(100)))
        statuses = Counter(head[9:12] for head, _ in answers)
        assert statuses[b"200"] >= 10
        assert statuses[b""] >= 10


async def test_nonsense_is_answered_a_few_times_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(f"{tmp_path}/x.db", limits=limits(broken_a_minute=20)) as running:
        with caplog.at_level(logging.WARNING):
            answers = [(await answer(running, b"\x16\x03\x01 nonsense\r\n\r\n"))[0] for _ in range(12)]
        assert answers[0].startswith(b"HTTP/1.1 400")
        assert answers.count(b"") >= 4


# The mechanism


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_account_is_paid_off_at_its_rate() -> None:
    clock = Clock()
    account = Door(limits(bytes_in_a_second=100), clock).account("192.0.2.1")
    account.spend(Cost.BYTES_IN, 400)
    assert account.wait() <= 0
    account.spend(Cost.BYTES_IN, 100)
    assert account.wait() == pytest.approx(1)
    assert account.wait(Cost.LOOP) < 0
    clock.now += 1
    assert account.wait() <= 0
    clock.now += 1_000
    account.spend(Cost.BYTES_IN, 500)
    assert account.wait() == pytest.approx(1), "nothing is saved up beyond what may be spent at once"


def test_accounts_that_are_paid_off_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.server.door._MOST_ACCOUNTS", 10)
    clock = Clock()
    door = Door(limits(), clock)
    door.account("held").connections = 1
    door.account("busy").spend(Cost.BYTES_OUT, 10**12)
    for number in range(100):
        door.account(str(number))
    assert door.account("held").connections == 1
    assert door.account("busy").wait() > 0
    assert len(door._accounts) <= 12


async def test_a_metered_handler_pays_for_its_time_and_passes_everything_on() -> None:
    account = Door(limits(loop_ms_a_second=1), Clock()).account("192.0.2.1")
    seen: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(0)
            sum(range(200_000))
            seen.append("worked")
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def run() -> None:
        await Metered(work(), account)

    task = asyncio.create_task(run())
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["worked", "cancelled"]
    assert account.wait(Cost.LOOP) > 0


def test_lines_that_say_the_same_are_counted() -> None:
    clock, written = Clock(), list[str]()

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(record.getMessage())

    handler = Keep()
    handler.addFilter(LogBudget(handler.emit, clock))
    log = logging.getLogger("tests.abuse.test_door")
    log.addHandler(handler)
    for number in range(10_000):
        log.warning("request %d is not HTTP", number)
    log.error("something else")
    assert len(written) == LINES + 1
    clock.now += WINDOW_S
    log.warning("request %d is not HTTP", 0)
    assert written[LINES + 1 :] == ["9995 more of these in 60 s: request %d is not HTTP", "request 0 is not HTTP"]


async def test_a_flood_of_nonsense_writes_a_few_lines(tmp_path: Path) -> None:
    """Garbage wrote 1.45 GB of log an hour once, and attempts to upgrade to HTTP/2 nearly as much."""
    port, most = free_port(), 12
    running = Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}")
    process = await started("--data", str(tmp_path), port=port, stderr=PIPE)
    upgrade = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"
    try:
        for _ in range(most):
            await answer(running, b"\x16\x03\x01 nonsense\r\n\r\n")
            await answer(running, upgrade)
    finally:
        await kill(process)
    # Without a built web client, a line for people comes first.
    said = [json.loads(line) for line in (await process.communicate())[1].splitlines() if line.startswith(b"{")]
    written = Counter(line["logger"] for line in said if line["level"] != "info")
    assert 0 < sum(written.values()) <= 2 * LINES

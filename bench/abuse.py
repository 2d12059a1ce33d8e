"""A noisy neighbour: what honest people notice while one guest does everything up to its limit at once.

    python bench/abuse.py            a minute of quiet, a minute with the guest
    python bench/abuse.py --json     the same, as JSON
    python bench/abuse.py --write    writes docs/benchmarks/abuse.json

Three honest people play with each other, and one of them against bots, from 127.0.0.1. The guest, from 127.0.0.2, has
matches against the strongest bots, open sockets, silent connections, imports, hints, replays and downloads. Both
phases run on the same server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

import httpx
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.load import percentile
from bench.server_process import ROOT, ServerProcess
from bench.timing import origin
from nokosu.wire.updates import Update
from tests.server.people import Client, Seat
from tests.server.serving import Running
from tests.server.test_records import a_record

_EVE: Final = "127.0.0.2"
_TABLES: Final = 12
_SILENT: Final = 100
_TO_DO: Final = ("lobby", "events", "advice", "import", "hint", "export")


class Plain(ServerProcess):
    """`nokosu serve` with the limits that it has."""

    def start(self) -> None:
        port = self.host.split(":")[1]
        place = ["--data", str(Path(self._store).parent), "--port", port]
        self._process = subprocess.Popen([sys.executable, "-m", "nokosu", "serve", *place], cwd=ROOT)


class Heard:
    """How long moves and bots' replies took."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.replies: list[float] = []

    def figures(self) -> dict[str, object]:
        return {
            "moves": len(self.moves),
            "move_p50_ms": percentile(self.moves, 0.5),
            "move_p99_ms": percentile(self.moves, 0.99),
            "replies": len(self.replies),
            "reply_p50_ms": percentile(self.replies, 0.5),
            "reply_p99_ms": percentile(self.replies, 0.99),
        }


async def play(seat: Seat, heard: Heard, until: float) -> None:
    """Play at once whenever it is our turn, and watch the clock in between."""
    since = time.perf_counter()
    while time.perf_counter() < until:
        view = seat.update.view if seat.update else None
        if view is not None and view.phase == "over":
            return
        if view is not None and view.legal and seat.update is not None:
            await seat.move()
            since = time.perf_counter()
            continue
        if seat.update is not None and seat.update.table is not None and seat.update.table.between_rounds:
            await seat.send("continue")
        message = await seat.next()
        if isinstance(message, Update) and message.entries:
            heard.replies.append(time.perf_counter() - since)
            since = time.perf_counter()


async def between_people(people: Sequence[Client], heard: Heard, until: float) -> None:
    """A table of three people who move twenty times a second: from a move to the last who hears of it."""
    form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    while time.perf_counter() < until:
        table = (await people[0].post("/api/tables", form, 201))["table"]
        for each in people[1:]:
            await each.post(f"/api/tables/{table}/join", {})
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(each.at(table)) for each in people]
            for seat in seats:
                await seat.until(lambda update: update.view is not None)
            while time.perf_counter() < until and (to_act := [seat for seat in seats if _to_act(seat)]):
                since = time.perf_counter()
                answer = await to_act[0].move()
                for seat in seats:
                    await seat.until_seq(answer.seq)
                heard.moves.append(time.perf_counter() - since)
                await asyncio.sleep(0.05)


def _to_act(seat: Seat) -> bool:
    return seat.update is not None and seat.update.view is not None and bool(seat.update.view.legal)


async def measured(people: Sequence[Client], seconds: float) -> Heard:
    """Both kinds of tables at once."""
    heard, until = Heard(), time.perf_counter() + seconds
    await asyncio.gather(against_bots(people[0], heard, until), between_people(people, heard, until))
    return heard


async def against_bots(ann: Client, heard: Heard, until: float) -> None:
    """Matches of one person against the usual bots, one after the other."""
    while time.perf_counter() < until:
        table = (await ann.post("/api/play", {"players": 4}, 201))["table"]
        async with ann.at(table) as seat:
            await seat.until(lambda update: update.view is not None)
            await play(seat, heard, until)


class Guest:
    """One guest who does everything, as often as the server lets them."""

    def __init__(self, running: Running) -> None:
        self.client = Client(running)
        transport = httpx.AsyncHTTPTransport(local_address=_EVE)
        self.client.http = httpx.AsyncClient(base_url=running.url, timeout=30, transport=transport)
        self.answers: Counter[str] = Counter()

    async def asked(self, what: str, table: str, record: str) -> int:
        http = self.client.http
        match what:
            case "lobby":
                answer = await http.get("/api/lobby")
            case "events":
                answer = await http.get(f"/api/tables/{table}/events?after=0")
            case "advice":
                answer = await http.get(f"/api/records/{record}/rounds/0/advice/5")
            case "import":
                answer = await http.post("/api/records", content=a_record())
            case "hint":
                answer = await http.post(f"/api/tables/{table}/hint")
            case _:
                answer = await http.get("/api/me/export")
        return answer.status_code

    async def requests(self, table: str, record: str) -> None:
        for what in itertools.cycle(_TO_DO):
            with contextlib.suppress(httpx.HTTPError):
                self.answers[f"{what} {await self.asked(what, table, record)}"] += 1

    async def match(self, table: str) -> None:
        with contextlib.suppress(WebSocketException, OSError, TimeoutError, AssertionError):
            async with self.client.at(table) as seat:
                await seat.until(lambda update: update.view is not None)
                await seat.ask("set_bot_pace", pace="instant")
                await play(seat, Heard(), time.perf_counter() + 3600)

    @contextlib.asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Do all of it while this is open."""
        host, port = self.client.running.address.split(":")
        async with self.client.http, contextlib.AsyncExitStack() as stack:
            await self.client.post("/api/me", {"name": "Eve"})
            strongest = (await self.client.get("/api/offer"))["bots"][-1]["name"]
            wish = {"players": 4, "bot": strongest}
            tables = [(await self.client.post("/api/play", wish, 201))["table"] for _ in range(_TABLES)]
            record = (await self.client.http.post("/api/records", content=a_record())).json()["record"]
            for _ in range(_SILENT):
                _, writer = await asyncio.open_connection(host, int(port), local_addr=(_EVE, 0))
                stack.callback(writer.close)
            work = [asyncio.create_task(self.match(table)) for table in tables]
            work += [asyncio.create_task(self.requests(tables[0], record)) for _ in range(4)]
            try:
                yield
            finally:
                for each in work:
                    each.cancel()
                await asyncio.gather(*work, return_exceptions=True)


async def compare(server: ServerProcess, seconds: float) -> dict[str, object]:
    """Quiet, then not."""
    running = Running(server.host, server.url)
    people, guest = [Client(running) for _ in range(3)], Guest(running)
    async with contextlib.AsyncExitStack() as stack:
        for number, each in enumerate(people):
            await stack.enter_async_context(each.http)
            await each.post("/api/me", {"name": f"Ann {number}"})
        quiet = await measured(people, seconds)
        async with guest.busy():
            noisy = await measured(people, seconds)
    return {
        "seconds": seconds,
        "quiet": quiet.figures(),
        "noisy": noisy.figures(),
        "guest_answers": dict(sorted(guest.answers.items())),
    }


def main() -> None:
    """Start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of each phase (60)")
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/abuse.json")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Plain(f"{folder}/nokosu.db")
        server.start()
        try:
            server.await_healthy()
            found = asyncio.run(compare(server, wanted.seconds))
        finally:
            server.stop()
    report = {**origin(), **found}
    text = json.dumps(report, indent=1)
    print(text)
    if wanted.write:
        (ROOT / "docs" / "benchmarks" / "abuse.json").write_text(text + "\n", encoding="utf-8")
    if not wanted.json:
        print("figure: noisy p99 at most twice the quiet p99, for moves and replies")


if __name__ == "__main__":
    main()

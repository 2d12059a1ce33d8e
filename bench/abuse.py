"""A noisy neighbour: what honest people notice while one guest does everything up to its limit at once.

    python bench/abuse.py            a minute of quiet, a minute with the guest
    python bench/abuse.py --json     the same, as JSON
    python bench/abuse.py --search 10    ten minutes in search of the mix of requests that hurts most, from one address
    python bench/abuse.py --write    writes docs/benchmarks/abuse.json

Three honest people play with each other, and one of them against bots, from 127.0.0.1. The guest (bench/abuse_guest.py)
comes from 127.0.0.2. Both phases run on the same server, which has its usual limits.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import chain, cycle
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx

from bench.abuse_guest import play
from bench.abuse_search import search
from bench.load import percentile
from bench.server_process import ROOT, ServerProcess
from bench.timing import provenance
from nokosu.server.config import Limits
from tests.server.people import Client, Seat
from tests.server.serving import Running

MEASURES: Final = (
    "src/nokosu/server",
    "src/nokosu/table",
    "src/nokosu/wire",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

_LAGS: Final = ("0.005", "0.01", "0.025")
_GROUPS: Final = 10
"""Of honest people, who take turns in a search: one person makes sixty tables an hour at most."""


class Plain(ServerProcess):
    """`nokosu serve` with the limits that it has."""

    def start(self) -> None:
        port = self.host.split(":")[1]
        place = ["--data", str(Path(self._store).parent), "--port", port]
        command = [sys.executable, "-m", "nokosu", "serve", *place]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)


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


async def against_bots(ann: Client, heard: Heard, until: float) -> None:
    """Matches of one person against the usual bots, one after the other."""
    while time.perf_counter() < until:
        table = (await ann.post("/api/play", {"players": 4}, 201))["table"]
        async with ann.at(table) as seat:
            await seat.until(lambda update: update.view is not None)
            await play(seat, heard.replies, until)


async def between_people(people: Sequence[Client], heard: Heard, until: float) -> None:
    """Measure a table of three people who move twenty times a second: from a move to the last who hears of it."""
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


async def measured(server: ServerProcess, people: Sequence[Client], seconds: float) -> dict[str, object]:
    """Return both kinds of tables at once, and how late the server's event loop was meanwhile."""
    heard, until, before = Heard(), time.perf_counter() + seconds, lags(server)
    await asyncio.gather(against_bots(people[0], heard, until), between_people(people, heard, until))
    after = lags(server)
    looks = after["+Inf"] - before["+Inf"]
    late = {f"loop_late_{float(s) * 1000:g}_ms": int(looks - (after[s] - before[s])) for s in _LAGS}
    return {**heard.figures(), "loop_looks": int(looks), **late}


def lags(server: ServerProcess) -> dict[str, float]:
    """Return how often the event loop was at most so many seconds late, since its start."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    found = [line.split('"') for line in lines if line.startswith("nokosu_loop_lag_seconds_bucket")]
    return {most: float(count.strip("} ")) for _, most, count in found}


@contextlib.asynccontextmanager
async def noise(server: ServerProcess, answers: dict[str, int]) -> AsyncIterator[None]:
    """Keep the guest busy while this is open."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "bench/abuse_guest.py", server.host]
    guest = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert guest.stdin is not None
    assert guest.stdout is not None
    if await guest.stdout.readline() != b"ready\n":
        raise SystemExit("the guest could not begin")
    try:
        yield
    finally:
        guest.stdin.close()
        answers.update(json.loads(await guest.stdout.read()))
        await guest.wait()


def reached(answers: Mapping[str, int]) -> dict[str, bool]:
    """Return which limits the guest was at."""
    limits = Limits()

    def refused(*those: str) -> bool:
        return all(answers.get(each, 0) > 0 for each in those)

    return {
        "rate": refused("lobby: server.too-many"),
        "tables_an_hour": refused("table: table.many-tables"),
        "public_tables": refused("public table: table.many-public"),
        "sockets": refused("long poll: server.too-many"),
        "connections": refused("connection: refused"),
        "hints_a_minute": refused("hint: table.many-hints"),
        "imports_an_hour": refused("import: record.many-imports"),
        "exports_an_hour": answers.get("export: done", 0) >= limits.exports_an_hour,
        "computing": refused("advice: server.too-many", "replay: server.too-many"),
    }


async def _moves(people: Sequence[Client], seconds: float) -> dict[str, object]:
    """Measure a table of three people alone."""
    heard = Heard()
    await between_people(people, heard, time.perf_counter() + seconds)
    return heard.figures()


async def compare(server: Plain, seconds: float, minutes: float) -> dict[str, object]:
    """Quiet, then not."""
    running = Running(server.host, server.url)
    groups, answers = [[Client(running) for _ in range(3)] for _ in range(_GROUPS)], dict[str, int]()
    people, turns = groups[0], cycle(groups)
    async with contextlib.AsyncExitStack() as stack:
        for number, each in enumerate(chain(*groups)):
            await stack.enter_async_context(each.http)
            await each.post("/api/me", {"name": f"Ann {number}"})
        worst: dict[str, object] = {}
        if minutes:
            found = await search(server, server.pid, lambda span: _moves(next(turns), span), minutes, 4)
            worst = {"search": found}
        quiet = await measured(server, people, seconds)
        async with noise(server, answers):
            noisy = await measured(server, people, seconds)
    return {
        **worst,
        "seconds": seconds,
        "quiet": quiet,
        "noisy": noisy,
        "limits_reached": reached(answers),
        "guest_answers": answers,
    }


def main() -> None:
    """Start a server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of each phase (60)")
    parser.add_argument("--search", type=float, default=0, metavar="MINUTES", help="look for the worst mix first (0)")
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/abuse.json")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Plain(f"{folder}/nokosu.db")
        server.start()
        try:
            server.await_healthy()
            found = asyncio.run(compare(server, wanted.seconds, wanted.search))
        finally:
            server.stop()
    report = {**provenance(), **found}
    text = json.dumps(report, indent=1)
    print(text)
    if wanted.write:
        (ROOT / "docs" / "benchmarks" / "abuse.json").write_text(text + "\n", encoding="utf-8")
    if not wanted.json:
        print("figure: noisy p99 at most twice the quiet p99, for moves and replies")


if __name__ == "__main__":
    main()

"""How fast the server is under load: real sockets, legal moves, from a move to the last socket that hears of it.

    python bench/server.py                           200 moves/s, then a burst of 1,000 moves/s, with SQLite
    python bench/server.py --tables 100 --seconds 10 --json
    python bench/server.py --database postgresql://… the same with PostgreSQL
    python bench/server.py --peer none               ours alone; `files` for boardgame.io's other store

Each table has four people and a spectator. A move counts when it is durable: the server tells nobody before. The same
load then goes to a boardgame.io server (bench/boardgame.py), which tells everybody first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import httpx
import msgspec
import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench import boardgame
from bench.load_client import LoadSocket
from nokosu.server.config import Config, Limits
from nokosu.server.run import serve_here
from tools.web import WebError

SEATS = 4
LIMITS = Limits(rate=1e9, burst=10**9, guests_an_hour=10**9, sockets=10**6)


class SeenView(msgspec.Struct):
    """What a load client reads of a view."""

    to_act: int | None = None
    legal: list[str] = []


class Seen(msgspec.Struct):
    """What a load client reads of a frame."""

    type: str
    seq: int = 0
    seat: int | None = None
    view: SeenView | None = None
    stale: bool = False
    happenings: list[msgspec.Raw] = []


DECODE = msgspec.json.Decoder(Seen).decode


@dataclass
class Figures:
    """What was measured."""

    sent: int = 0
    acknowledged: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list)


class Loaded(Protocol):
    """A table that takes moves, of ours or of the peer."""

    sockets: list[LoadSocket]

    @property
    def ready(self) -> bool: ...

    def move(self) -> None: ...


class LoadTable:
    """One table with its sockets; knows whose turn it is and what is legal."""

    def __init__(self, name: str, figures: Figures) -> None:
        self.name = name
        self.figures = figures
        self.sockets: list[LoadSocket] = []
        self.seq = 0
        self.turn: tuple[int, str] | None = None
        self.over = False
        self._sent_at = 0.0
        self._waiting = 0
        self._moves = 0

    def received(self, number: int, frame: bytes) -> None:
        """What socket `number` does with a frame."""
        seen = DECODE(frame)
        if seen.type == "ack":
            self.figures.acknowledged += 1
        elif seen.type == "refusal":
            self.figures.refused += 1
        elif seen.type == "update" and seen.view is not None:
            self._updated(number, seen)

    def _updated(self, number: int, seen: Seen) -> None:
        self.seq = max(self.seq, seen.seq)
        view = seen.view
        assert view is not None
        if view.legal:
            self.turn = (number, random.choice(view.legal))
        self.over = view.to_act is None
        if self._waiting and seen.happenings:
            self._waiting -= 1
            if not self._waiting:
                self.figures.latencies.append(time.perf_counter() - self._sent_at)

    @property
    def ready(self) -> bool:
        return self.turn is not None and not self._waiting and not self.over

    def move(self) -> None:
        """Whoever is to act does something legal."""
        assert self.turn is not None
        seat, action = self.turn
        self.turn = None
        self._moves += 1
        self._sent_at = time.perf_counter()
        self._waiting = len(self.sockets)
        self.figures.sent += 1
        command = {"type": "move", "client_id": f"{self._moves}", "expected_seq": self.seq, "action": action}
        self.sockets[seat].send(msgspec.json.encode(command))


async def make_tables(url: str, count: int, figures: Figures) -> list[LoadTable]:
    """Tables with four people each; the same people sit at many."""
    host = url.removeprefix("http://")
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        cookies = []
        for number in range(SEATS):
            http.cookies.clear()
            answer = await http.post("/api/me", json={"name": f"Load {number}"})
            cookies.append(f"nokosu={answer.cookies['nokosu']}")
        http.cookies.clear()
        tables = []
        form = {"settings": {}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
        for _ in range(count):
            made = await http.post("/api/tables", json=form, headers={"cookie": cookies[0]})
            name = made.json()["table"]
            for cookie in cookies[1:]:
                await http.post(f"/api/tables/{name}/join", json={}, headers={"cookie": cookie})
            tables.append(LoadTable(name, figures))
    loop = asyncio.get_running_loop()
    port = int(host.split(":")[1])
    for table in tables:
        for number, cookie in enumerate([*cookies, ""]):
            _, made_socket = await loop.create_connection(
                lambda number=number, cookie=cookie, table=table: LoadSocket(  # type: ignore[misc]  # the loop's values, now
                    f"/api/tables/{table.name}/socket",
                    host,
                    cookie,
                    lambda frame, number=number, table=table: table.received(number, frame),  # type: ignore[misc]  # the same
                ),
                "127.0.0.1",
                port,
            )
            table.sockets.append(made_socket)
    await asyncio.gather(*(each.opened.wait() for table in tables for each in table.sockets))
    return tables


async def play(tables: Sequence[Loaded], rate: float, seconds: float) -> dict[str, float]:
    """So many moves a second, at tables chosen at random, whatever the server takes."""
    start = time.perf_counter()
    due, missed = 0, 0
    while (now := time.perf_counter() - start) < seconds:
        while due < now * rate:
            due += 1
            for _ in range(20):
                table = random.choice(tables)
                if table.ready:
                    table.move()
                    break
            else:
                missed += 1
        await asyncio.sleep(0.001)
    return {"seconds": seconds, "asked": due, "not_ready": missed}


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")


async def measure(
    url: str,
    process: psutil.Process,
    wanted: argparse.Namespace,
    make: Callable[[str, int, Figures], Awaitable[Sequence[Loaded]]],
) -> list[dict[str, object]]:
    """All phases."""
    figures = Figures()
    tables = await make(url, wanted.tables, figures)
    rows: list[dict[str, object]] = []
    for name, rate, seconds in (("live", wanted.rate, wanted.seconds), ("burst", wanted.burst, wanted.seconds)):
        figures.latencies.clear()
        figures.sent = figures.acknowledged = figures.refused = 0
        before = process.cpu_times()
        asked = await play(tables, rate, seconds)
        await asyncio.sleep(1.5)
        after = process.cpu_times()
        cpu = after.user + after.system - before.user - before.system
        rows.append(
            {
                "phase": name,
                "tables": len(tables),
                "sockets": sum(len(table.sockets) for table in tables),
                "moves_per_s": round(figures.acknowledged / seconds, 1),
                "sent": figures.sent,
                "acknowledged": figures.acknowledged,
                "refused": figures.refused,
                "closed": sum(each.closed for table in tables for each in table.sockets),
                "p50_ms": round(percentile(figures.latencies, 0.5), 2),
                "p99_ms": round(percentile(figures.latencies, 0.99), 2),
                "mean_ms": round(statistics.fmean(figures.latencies) * 1000, 2) if figures.latencies else None,
                "server_cpu": round(cpu / seconds, 2),
                "cpu_ms_per_move": round(cpu * 1000 / figures.acknowledged, 3) if figures.acknowledged else None,
                "server_mb": round(process.memory_info().rss / 1e6),
                **asked,
            }
        )
    for table in tables:
        for each in table.sockets:
            each.close()
    return rows


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def main() -> None:
    """Start a server, load it, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--burst", type=float, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--database")
    parser.add_argument("--peer", choices=["memory", "files", "none"], default="memory", help="boardgame.io's store")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        config = Config(
            store=wanted.database or str(Path(folder) / "load.db"), port=port, limits=LIMITS, bot_processes=1
        )
        server = multiprocessing.get_context("spawn").Process(target=serve_here, args=(config,))
        server.start()
        try:
            wait_for(port)
            rows = asyncio.run(measure(f"http://127.0.0.1:{port}", psutil.Process(server.pid), wanted, make_tables))
        finally:
            server.terminate()
            server.join()
    git = shutil.which("git") or "git"
    commit = subprocess.run([git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    report: dict[str, object] = {
        "commit": commit.stdout.strip(),
        "store": "postgresql" if wanted.database else "sqlite",
        "durable_before_acknowledged": True,
        "durability": "told after the commit is synced to disk",
        "cores": os.cpu_count(),
        "phases": rows,
    }
    peer = None if wanted.peer == "none" else measure_peer(wanted)
    if peer is not None:
        report["peer"] = peer
    if wanted.json:
        print(json.dumps(report, indent=2))
        return
    show("Nokosu", report)
    if peer is not None:
        show(str(peer["server"]), peer)


def measure_peer(wanted: argparse.Namespace) -> dict[str, object] | None:
    """The same load for boardgame.io, where it can be fetched."""
    try:
        with boardgame.running(wanted.peer) as (url, process):
            phases = asyncio.run(measure(url, process, wanted, boardgame.make_tables))
    except WebError as error:
        print(f"no peer: {error}", file=sys.stderr)
        return None
    return {**boardgame.described(wanted.peer), "phases": phases}


def show(name: str, report: dict[str, object]) -> None:
    """A table of the phases, and what an acknowledgement is worth."""
    columns = (
        "phase",
        "sockets",
        "moves_per_s",
        "p50_ms",
        "p99_ms",
        "cpu_ms_per_move",
        "server_mb",
        "refused",
        "closed",
    )
    print(f"{name}, {report['store']}: {report['durability']}")
    print(" ".join(f"{column:>15}" for column in columns))
    phases = report["phases"]
    assert isinstance(phases, list)
    for row in phases:
        print(" ".join(f"{row[column]!s:>15}" for column in columns))


if __name__ == "__main__":
    main()

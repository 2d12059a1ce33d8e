"""Ten days of mixed load with churn, in an hour: does memory grow, do descriptors leak, is anything lost?

    python bench/soak.py                   an hour, in which ten days pass
    python bench/soak.py --minutes 5       less of it
    python bench/soak.py --json            as JSON; --write writes docs/benchmarks/soak.json and its chart, soak.svg

People come, play against bots and against each other, reload, watch, read too slowly, leave in the middle and delete
themselves. Every 72 seconds all of them go, and six hours without people pass in some seconds: the server's
clock (bench/clock.c) is put ahead by minutes, so that all that is due in that time happens. Memory and descriptors are
sampled; a straight line through the second half says how fast they grow. Every acknowledged move is looked for in its
table's log when its player leaves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import mmap
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import psutil
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.server_process import ROOT, ServerProcess
from bench.timing import provenance
from nokosu.wire.updates import Ack
from tests.server.people import Client, Seat, client, my_turn
from tests.server.serving import Running

MEASURES: Final = (
    "src/nokosu/server",
    "src/nokosu/table",
    "src/nokosu/wire",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""
_SAMPLE_S: Final = 5.0
_PAUSE_S: Final = 0.02
_DAY_S: Final = 72.0
"""How long people come before the next six hours without them."""
_NIGHT_H: Final = 6
_STEP_S: Final = 120
_PATIENCE_S: Final = 8.0
"""How long people wait for a player who has left."""
_SETTLE_S: Final = 0.04
"""For what is due after a step."""
_GONE: Final = (httpx.HTTPError, WebSocketException, OSError, TimeoutError, AssertionError)
_FORM: Final = {
    "settings": {"players": 3, "public": True, "rounds": 1},
    "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2],
}


class Ahead(ServerProcess):
    """A server whose clock can be put ahead."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"{folder}/nokosu.db", nights=True)
        self._shim, clock = Path(folder) / "clock.so", Path(folder) / "clock"
        source = ROOT / "bench" / "clock.c"
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", "-o", self._shim, source], check=True)
        clock.write_bytes(bytes(8))
        self.environment |= {"LD_PRELOAD": str(self._shim), "NOKOSU_CLOCK": str(clock)}
        with clock.open("r+b") as file:
            self._clock = mmap.mmap(file.fileno(), 8)
        self.passed_s = 0

    async def night(self) -> None:
        """Let hours pass."""
        for _ in range(_NIGHT_H * 3600 // _STEP_S):
            self.passed_s += _STEP_S
            struct.pack_into("q", self._clock, 0, self.passed_s * 10**9)
            await asyncio.sleep(_SETTLE_S)


class Soak:
    """The people, and what they saw."""

    def __init__(self, server: ServerProcess, pause: float) -> None:
        self.running = Running(server.host, server.url)
        self.pause = pause
        self.until = 0.0
        self.count: Counter[str] = Counter()

    async def keep(self, number: int) -> None:
        """Be one visitor after the other, until evening."""
        chance = random.Random(f"{number} {self.until}")
        while time.perf_counter() < self.until:
            visit = chance.choice([self.alone, self.alone, self.together, self.watch, self.slow, self.read])
            try:
                async with client(self.running, f"Soak {number}") as who:
                    who.http.event_hooks = {"response": [self._look]}
                    await visit(who, chance)
                    if chance.random() < 0.3:
                        await who.post("/api/me/delete", {"name": f"Soak {number}"})
            except _GONE as error:
                self.count[f"gave up: {type(error).__name__}"] += 1
                if isinstance(error, AssertionError):
                    sys.stderr.write(f"{error}\n")

    async def _look(self, answer: httpx.Response) -> None:
        self.count["requests"] += 1
        self.count["5xx"] += answer.status_code >= 500

    async def alone(self, who: Client, chance: random.Random) -> None:
        """Play against bots, reload now and then, and leave before the end or not."""
        table = (await who.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
        acknowledged: list[int] = []
        await self._stay(who, table, chance, acknowledged)
        await self._check(who, table, acknowledged)

    async def _stay(self, who: Client, table: str, chance: random.Random, acknowledged: list[int]) -> None:
        """Sit down again after each reload."""
        while not await self._sit(who, table, chance, acknowledged):
            self.count["reloads"] += 1

    async def _sit(self, who: Client, table: str, chance: random.Random, acknowledged: list[int]) -> bool:
        """Play until the end, or until one reloads; return whether it is over for this visitor."""
        async with who.at(table) as seat:
            while True:
                try:
                    async with asyncio.timeout(_PATIENCE_S):
                        update = await seat.until(my_turn)
                except TimeoutError:
                    self.count["tired of waiting"] += 1
                    return True
                if update.view is None or update.view.phase == "over":
                    self.count["matches"] += 1
                    return True
                await self._move(seat, acknowledged)
                if chance.random() < 0.05:
                    return False
                if chance.random() < 0.01 or time.perf_counter() > self.until:
                    self.count["left"] += 1
                    return True
                await asyncio.sleep(self.pause)

    async def _move(self, seat: Seat, acknowledged: list[int]) -> None:
        answer = await seat.move()
        if isinstance(answer, Ack):
            self.count["moves"] += 1
            acknowledged.append(answer.seq)
            await seat.until_seq(answer.seq)

    async def _check(self, who: Client, table: str, acknowledged: Sequence[int]) -> None:
        entries = (await who.get(f"/api/tables/{table}/events?after=0"))["entries"]
        logged = {each["seq"] for each in entries}
        self.count["lost"] += len([seq for seq in acknowledged if seq >= min(logged) and seq not in logged])

    async def together(self, who: Client, chance: random.Random) -> None:
        """Make a public table for three, and play it with two others."""
        async with client(self.running, "Bea") as bea, client(self.running, "Cai") as cai:
            table = (await who.post("/api/tables", _FORM, 201))["table"]
            for each in (bea, cai):
                await each.post(f"/api/tables/{table}/join", {})
            acknowledged: list[int] = []
            await asyncio.gather(
                *(self._stay(each, table, random.Random(chance.random()), acknowledged) for each in (who, bea, cai))
            )
            await self._check(who, table, acknowledged)

    async def _listed(self, who: Client) -> str | None:
        tables = (await who.get("/api/lobby"))["tables"]
        return str(tables[0]["table"]) if tables else None

    async def watch(self, who: Client, chance: random.Random) -> None:
        """Watch a public table for a while."""
        table = await self._listed(who)
        if table is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(chance.uniform(0.5, 3)), who.at(table) as seat:
                while True:
                    await seat.next()

    async def slow(self, who: Client, chance: random.Random) -> None:
        """Watch without reading, and hang up."""
        table = await self._listed(who)
        if table is not None:
            async with who.at(table):
                await asyncio.sleep(chance.uniform(0.5, 3))

    async def read(self, who: Client, _chance: random.Random) -> None:
        """Look around."""
        for path in (
            "/",
            "/api/offer",
            "/api/lobby",
            "/api/me/matches",
            "/api/me/statistics",
            "/api/me/export",
            "/api/daily",
            "/api/ratings",
            "/rules",
        ):
            await who.http.get(path)


def slope(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the rise per hour of a line through samples (seconds, value), and its standard error."""
    n = len(samples)
    mean_x, mean_y = (sum(each[axis] for each in samples) / n for axis in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in samples)
    rise = sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread
    error = sum((y - mean_y - rise * (x - mean_x)) ** 2 for x, y in samples) / max(1, n - 2)
    return rise * 3600, (error / spread) ** 0.5 * 3600


async def soaked(server: Ahead, minutes: float, people: int, pause: float) -> dict[str, Any]:
    """Load the server and sample it."""
    process, began = psutil.Process(server.pid), time.perf_counter()
    end, soak = began + minutes * 60, Soak(server, pause)
    memory: list[tuple[float, float]] = []
    descriptors: list[tuple[float, float]] = []

    async def sample() -> None:
        while True:
            await asyncio.sleep(_SAMPLE_S)
            at = time.perf_counter() - began
            memory.append((at, process.memory_info().rss / 1e6))
            descriptors.append((at, process.num_fds()))

    sampling, nights = asyncio.create_task(sample()), 0
    while time.perf_counter() < end:
        soak.until = min(end, time.perf_counter() + _DAY_S)
        await asyncio.gather(*(soak.keep(number) for number in range(people)))
        await server.night()
        nights += 1
    await asyncio.sleep(2 * _SAMPLE_S)
    sampling.cancel()
    half = len(memory) // 2
    rows: dict[str, Any] = {
        "minutes": minutes,
        "visitors_at_once": people,
        "pause_s": pause,
        "days_passed": round(server.passed_s / 86_400, 2),
        "nights": nights,
        "counts": {"requests": 0, "moves": 0, "5xx": 0, "lost": 0, **dict(soak.count.most_common())},
    }
    for name, samples in (("memory_mb", memory), ("descriptors", descriptors)):
        rise, error = slope(samples[half:])
        rows[name] = {
            "samples": [round(value, 1) for _, value in samples],
            "per_hour": round(rise, 2),
            "error": round(error, 2),
        }
    rows["descriptors_at_the_end"] = process.num_fds()
    rows["cpu_s"] = round(sum(process.cpu_times()[:2]), 1)
    return rows


def chart(report: Mapping[str, Any]) -> str:
    """Draw memory over time as SVG."""
    values = report["memory_mb"]["samples"]
    top, width, height = max(values) * 1.1, 720, 240
    points = " ".join(
        f"{60 + i * 640 / max(1, len(values) - 1):.1f},{20 + 190 * (1 - v / top):.1f}" for i, v in enumerate(values)
    )
    box = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n<path d="M60 20V210H700" fill="none" stroke="#555"/>\n'
        f'<polyline points="{points}" fill="none" stroke="#1a6" stroke-width="2"/>\n'
        f'<text x="6" y="26">{top:.0f} MB</text><text x="30" y="214">0</text>'
        f'<text x="560" y="232">{report["minutes"]:g} minutes</text>\n</svg>\n'
    )


def main() -> None:
    """Start a server, load it, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--people", type=int, default=12, help="visitors at a time (12)")
    parser.add_argument("--pause", type=float, default=_PAUSE_S, help=f"seconds between moves ({_PAUSE_S})")
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/soak.json and soak.svg")
    wanted = parser.parse_args()
    measured = provenance()
    with tempfile.TemporaryDirectory() as folder:
        server = Ahead(folder)
        server.start()
        try:
            server.await_healthy()
            found = asyncio.run(soaked(server, wanted.minutes, wanted.people, wanted.pause))
        finally:
            server.stop()
    report = {**measured, "load_at_the_end": provenance()["load"], **found}
    print(json.dumps(report, indent=1))
    if wanted.write:
        place = ROOT / "docs" / "benchmarks"
        (place / "soak.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        (place / "soak.svg").write_text(chart(report), encoding="utf-8")
    if not wanted.json:
        print("figure: 0 lost, 0 answers with 5xx, growth within its error")


if __name__ == "__main__":
    main()

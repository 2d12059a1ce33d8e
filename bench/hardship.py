"""Two hardships for a server: it is killed under load, and bots take all the processors."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any, Final

import httpx
import msgspec

from bench.load import Phase, percentile, play
from bench.load_client import LoadSocket
from bench.load_tables import DECODE, ENCODE, SEATS, LoadTable, people
from bench.server_process import ServerProcess

_BEFORE_S: Final = 3.0
_LAST_WORDS_S: Final = 0.2
_PING_S: Final = 0.01
_LOADED_S: Final = 0.05


async def killed(
    server: ServerProcess, tables: Sequence[LoadTable], rate: float, chance: random.Random
) -> dict[str, Any]:
    """Kill the server with moves in flight and restart it at once; every client reconnects as soon as it can."""
    playing = asyncio.create_task(play(tables, Phase("before", rate, 10 * _BEFORE_S), chance))
    await asyncio.sleep(_BEFORE_S)
    while not (in_flight := sum(table.waiting for table in tables)):  # noqa: ASYNC110  until there is something to lose
        await asyncio.sleep(0)
    server.kill()
    playing.cancel()
    # Acknowledgements of the killed server may still be in flight; wait for them before counting what it promised.
    await asyncio.sleep(_LAST_WORDS_S)
    promised = [table.acknowledged for table in tables]
    begin = time.perf_counter()
    server.start()
    back: list[float] = []

    async def come_back(table: LoadTable) -> None:
        table.seq = 0
        table.seen.clear()
        await table.connect(server.host)
        back.append(time.perf_counter() - begin)

    returning = [asyncio.create_task(come_back(table)) for table in tables]
    healthy = await _healthy(server, begin)
    await asyncio.gather(*returning)
    await asyncio.gather(*(table.seen.wait() for table in tables))
    lost = sum(table.seq < before for table, before in zip(tables, promised, strict=True))
    return {
        "tables": len(tables),
        "sockets": len(tables) * (SEATS + 1),
        "in_flight": in_flight,
        "health_s": round(healthy, 2),
        "first_table_s": round(back[0], 2),
        "all_tables_s": round(back[-1], 2),
        "tables_with_lost_moves": lost,
    }


async def restarted(server: ServerProcess, tables: int) -> dict[str, Any]:
    """Kill the server once more and restart it without clients: when was every table loaded, and at what cost?"""
    server.kill()
    begin = time.perf_counter()
    server.start()
    healthy = await _healthy(server, begin)
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        while loaded((await http.get("/metrics")).text) < tables:  # noqa: ASYNC110  another process loads them
            await asyncio.sleep(_LOADED_S)
    ready, cpu = time.perf_counter() - begin, server.watched.cpu_s()
    return {"tables": tables, "health_s": round(healthy, 2), "tables_s": round(ready, 2), "cpu_s": round(cpu, 2)}


def loaded(metrics: str) -> int:
    """Return how many tables a server has loaded since its start. It keeps few of them while nobody is there."""
    name = "nokosu_woken_tables_total "
    return next(int(float(line.split()[1])) for line in metrics.splitlines() if line.startswith(name))


async def _healthy(server: ServerProcess, begin: float) -> float:
    """Wait for the first answer from /health while the clients reconnect."""
    await asyncio.to_thread(server.await_healthy)
    return time.perf_counter() - begin


class Pinger:
    """A person at a table with bots: plays at once when it is their turn, and pings the server now and then."""

    def __init__(self, chance: random.Random) -> None:
        self.times: list[float] = []
        self.moves = 0
        self.socket: LoadSocket | None = None
        self._chance = chance
        self._asked: dict[str, float] = {}

    def received(self, frame: bytes) -> None:
        seen = DECODE(frame)
        if seen.type == "ack":
            client = msgspec.json.decode(frame)["client_id"]
            if client in self._asked:
                self.times.append(time.perf_counter() - self._asked.pop(client))
        elif seen.type == "update" and seen.view is not None and seen.view.legal:
            assert self.socket is not None
            self.moves += 1
            action = self._chance.choice(seen.view.legal)
            move = {"type": "move", "client_id": f"m{self.moves}", "expected_seq": seen.seq, "action": action}
            self.socket.send(ENCODE(move))

    def ping(self, number: int) -> None:
        assert self.socket is not None
        self._asked[f"p{number}"] = time.perf_counter()
        self.socket.send(ENCODE({"type": "ping", "client_id": f"p{number}"}))


async def beside_bots(server: ServerProcess, bots: int, seconds: float, chance: random.Random) -> dict[str, Any]:
    """Measure pings while bots think. A round trip takes longer than the event loop's own delay."""
    pingers = [Pinger(chance) for _ in range(bots)]
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        cookies = await people(http)
        for pinger in pingers:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "thinker"}] * (SEATS - 1)]
            form = {"settings": {}, "seats": seats}
            made = await http.post("/api/tables", json=form, headers={"cookie": cookies[0]})
            made.raise_for_status()
            name, port = server.host.split(":")
            path = f"/api/tables/{made.json()['table']}/socket"
            _, pinger.socket = await asyncio.get_running_loop().create_connection(
                lambda pinger=pinger, path=path: LoadSocket(path, server.host, cookies[0], pinger.received),  # type: ignore[misc]  # the loop's values, now
                name,
                int(port),
            )
            await pinger.socket.opened.wait()
        # The processes of the bots start when they are first asked.
        await asyncio.sleep(min(seconds, 5))
        for pinger in pingers:
            pinger.times.clear()
        until, number = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            number += 1
            pingers[number % bots].ping(number)
            await asyncio.sleep(_PING_S)
        metrics = (await http.get("/metrics")).text
    times = [each for pinger in pingers for each in pinger.times]
    for pinger in pingers:
        assert pinger.socket is not None
        pinger.socket.close()
    return {
        "bots": bots,
        "seconds": seconds,
        "pings": len(times),
        "ping_p50_ms": percentile(times, 0.5),
        "ping_p99_ms": percentile(times, 0.99),
        "loop_lag_p99_ms": lag_p99(metrics),
    }


def lag_p99(metrics: str) -> float | None:
    """Return the upper bound of the histogram bucket with the server's 99th percentile."""
    counts = [
        (float(line.split('le="')[1].split('"')[0]), float(line.rsplit(" ", 1)[1]))
        for line in metrics.splitlines()
        if line.startswith("nokosu_loop_lag_seconds_bucket")
    ]
    if not counts:
        return None
    return next(bound * 1000 for bound, count in counts if count >= 0.99 * counts[-1][1])

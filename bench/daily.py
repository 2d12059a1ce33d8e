"""`python bench/daily.py`: the deal of the day under load, and its result page over very many results.

People come at the rate of so many an hour, each with a passkey and a socket, look for some seconds before each move,
and play to the end against the server's bots. The server is also asked for the results of a day with 100,000 of them.

Beside the times that people wait is the server's processor time, without that of its bots: it depends less on what else
the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sqlite3
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx

from bench.load import Host, percentile
from bench.load_client import LoadSocket
from bench.server_process import ServerProcess
from nokosu.bots.registry import make
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream
from nokosu.core.view import view
from nokosu.record.fairness import chained
from nokosu.server.ids import hashed
from nokosu.table import daily
from nokosu.table.bot_seed import bot_seed
from nokosu.table.days import day_at, day_text
from nokosu.table.host import new_rows, replay
from nokosu.wire.entries import Seated

MEASURES: Final = ("src/nokosu/server", "src/nokosu/table", "src/nokosu/bots/club")
"""The code that these figures are about."""
LAST: Final = bytes(range(32))
YEAR_MS: Final = 366 * 86_400_000
LOOKS_S: Final = (1.0, 5.0)
"""How long people look before a move."""


@dataclass
class Figures:
    """What everybody together has seen."""

    moves: list[float] = field(default_factory=list)
    finished: int = 0
    refused: int = 0
    playing: int = 0
    most: int = 0


class Player:
    """Somebody who plays today's deal."""

    def __init__(self, server: ServerProcess, token: str, figures: Figures, chance: random.Random) -> None:
        self._server = server
        self._cookie = f"nokosu={token}"
        self._figures = figures
        self._chance = chance
        self._news = asyncio.Event()
        self._update: dict[str, Any] = {}
        self._sent: dict[str, float] = {}

    def _received(self, frame: bytes) -> None:
        said = json.loads(frame)
        if said["type"] == "update":
            self._update = said
            self._news.set()
        elif said.get("client_id") in self._sent:
            self._figures.moves.append(time.perf_counter() - self._sent.pop(said["client_id"]))
            self._figures.refused += said["type"] == "refused"

    async def play(self, http: httpx.AsyncClient) -> None:
        """Play from the first decision to the last."""
        self._figures.playing += 1
        self._figures.most = max(self._figures.most, self._figures.playing)
        answer = await http.post("/api/daily", headers={"cookie": self._cookie})
        table = answer.json()["table"]
        address, port = self._server.host.split(":")
        socket = LoadSocket(f"/api/tables/{table}/socket", self._server.host, self._cookie, self._received)
        await asyncio.get_running_loop().create_connection(lambda: socket, address, int(port))
        await socket.opened.wait()
        number = 0
        while True:
            await self._news.wait()
            self._news.clear()
            seen = self._update["view"]
            if seen["phase"] == "over":
                break
            if seen.get("legal") and seen["to_act"] == self._update["seat"]:
                await asyncio.sleep(self._chance.uniform(*LOOKS_S))
                number += 1
                action = self._chance.choice(seen["legal"])
                move = {
                    "type": "move",
                    "client_id": f"m{number}",
                    "expected_seq": self._update["seq"],
                    "action": action,
                }
                self._sent[f"m{number}"] = time.perf_counter()
                socket.send(json.dumps(move).encode())
        socket.close()
        self._figures.finished += 1
        self._figures.playing -= 1


def people(database: Path, count: int) -> list[str]:
    """Write people with passkeys into a store; the tokens of their sessions."""
    now = int(time.time() * 1000)
    tokens = [secrets.token_urlsafe(32) for _ in range(count)]
    with sqlite3.connect(database) as connection:
        for number, token in enumerate(tokens):
            person = f"person{number:010}"
            connection.execute(
                "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)", (person, f"P{number}", now, now)
            )
            connection.execute(
                "INSERT INTO sessions (token, person, created, expires, seen, verified) VALUES (?, ?, ?, ?, ?, ?)",
                (hashed(token), person, now, now + YEAR_MS, now, now),
            )
            connection.execute("INSERT INTO passkeys VALUES (?, ?, 'k', 0, ?)", (f"c{number}", person, now))
    return tokens


def a_line(day: int, chance: random.Random) -> daily.PlayedLine:
    """Play a day at random."""
    seat, secret = daily.seat_of(day), chained(LAST, daily.CHAIN_DAYS - 1)
    plan = daily.table_of(day, Seated(seat=seat, person="p"), "CODE1234", secret, ranked=True)
    match = replay("t", new_rows([plan.created, *plan.rest], 0)).match
    assert match is not None
    bots = {each.seat: make(each.bot) for each in plan.rest if isinstance(each, Seated) and each.bot}
    while (to_act := match.to_act) is not None:
        seen = view(match, to_act)
        stream = Stream(bot_seed(secret.hex(), seen), "bot")
        action = chance.choice(match.legal()) if to_act == seat else bots[to_act].choose(seen, stream)
        match = match.apply(parse_action(str(action), match.round.phase))
    return daily.line_of(match, seat)


def results(database: Path, count: int, lines: int, chance: random.Random) -> str:
    """Write so many results of yesterday, of so many different lines; the day."""
    day = day_at(int(time.time() * 1000)) - 1
    played = [a_line(day, chance) for _ in range(lines)]
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM keys WHERE name = 'daily'")
        connection.execute("INSERT INTO keys VALUES ('daily', ?)", (f"{day} {LAST.hex()}",))
        for number in range(count):
            line = played[number % lines]
            figures = line.figures
            won = "".join("x" if each else "-" for each in figures.won)
            connection.execute(
                "INSERT INTO daily VALUES (?, ?, 1, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(f"t{number:015}", day, f"person{number:010}", figures.points, figures.tricks, figures.target),
                    *(int(figures.made), won, ",".join(line.own), ",".join(line.actions)),
                ),
            )
    return day_text(day)


async def under_load(
    server: ServerProcess, tokens: list[str], an_hour: int, seconds: float, chance: random.Random
) -> dict[str, object]:
    """Let people come at a rate, for a while; wait until all of them have played."""
    figures, host, begun, cpu = Figures(), Host(), time.perf_counter(), server.watched.cpu_s()
    tasks: list[asyncio.Task[None]] = []
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=500)) as http:
        for number, token in enumerate(tokens):
            due = begun + number * 3600 / an_hour
            if due - begun > seconds:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.append(asyncio.create_task(Player(server, token, figures, chance).play(http)))
        await asyncio.gather(*tasks)
    cpu = server.watched.cpu_s() - cpu
    return {
        "people": len(tasks),
        "people_an_hour": an_hour,
        "finished": figures.finished,
        "moves": len(figures.moves),
        "refused": figures.refused,
        "at_once": figures.most,
        "move_ms_p50": percentile(figures.moves, 0.5),
        "move_ms_p99": percentile(figures.moves, 0.99),
        "move_ms_most": percentile(figures.moves, 1.0),
        "stolen_percent": host.took_percent(),
        "server_cpu_ms_a_person": round(1000 * cpu / max(len(tasks), 1), 1),
        "processors_at_this_rate": round(cpu / max(len(tasks), 1) * an_hour / 3600, 3),
    }


async def result_pages(server: ServerProcess, day: str, token: str, requests: int) -> dict[str, object]:
    """Ask for the results of a day, as somebody who played it and as a stranger."""
    took: list[float] = []
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        began = time.perf_counter()
        while (found := (await http.get(f"/api/daily/{day}")).json())["state"] != "closed":  # noqa: ASYNC110  as a page does
            await asyncio.sleep(0.1)
        counted = time.perf_counter() - began
        cpu = server.watched.cpu_s()
        for number in range(requests):
            headers = {"cookie": f"nokosu={token}"} if number % 2 else {}
            began = time.perf_counter()
            await http.get(f"/api/daily/{day}", headers=headers)
            took.append(time.perf_counter() - began)
        cpu = server.watched.cpu_s() - cpu
    return {
        "results": found["people"],
        "counted_s": round(counted, 1),
        "server_cpu_ms_a_page": round(1000 * cpu / requests, 1),
        "page_ms_p50": percentile(took, 0.5),
        "page_ms_p99": percentile(took, 0.99),
    }


def main(arguments: list[str]) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people-an-hour", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=1_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    chance = random.Random(33)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "nokosu.db"
        server = ServerProcess(str(database), characters=True)
        server.start()
        server.await_healthy()
        server.kill()
        tokens = people(database, int(options.people_an_hour * options.seconds / 3600) + 2)
        day = results(database, options.results, options.lines, chance)
        server.start()
        server.await_healthy()
        try:
            page = asyncio.run(result_pages(server, day, tokens[0], 200))
            load = asyncio.run(under_load(server, tokens, options.people_an_hour, options.seconds, chance))
        finally:
            server.kill()
    figures = {"format": "nokosu-bench-daily/1", "load": load, "page": page}
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for part in (load, page):
        for name, value in part.items():
            sys.stdout.write(f"{name:18} {value}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

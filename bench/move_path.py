"""The path of one move through the server: which files and functions it passes, and what it costs.

    python bench/move_path.py            a table for people
    python bench/move_path.py --json     for programs
    python bench/move_path.py --list     every function, in the order in which it was first called

Four people and a spectator sit at sockets of a server with SQLite. One play in the middle of each trick is traced, from
the bytes of the command to the frames of all five; the walk of median length is shown. What core, record and the
standard library do is not counted. CPU is that of the server's threads over whole matches, the smallest of several.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from time import clock_gettime, pthread_getcpuclockid
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from nokosu.server.app import make_app
from nokosu.server.config import Config, Limits
from nokosu.server.http.guarded import GuardedProtocol

SOURCE = Path(__file__).parent.parent / "src" / "nokosu"
COUNTED = ("server", "wire", "table")
MATCHES = 8
BACKGROUND = ("Server._measure_lag", "Server._beat", "_Watch._tick", "_Watch._look_again")
BOTS = ("server/bots/", "server/fair_queue.py")
"""Bots are measured when the server starts; no bot plays at this table."""
_CODE_TYPES = ("<lambda>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<module>")


Walk = Counter[tuple[str, str]]
"""How often a move calls each function of a file, in the order of the first calls."""


class Trace:
    """Functions that are called while it is on."""

    def __init__(self) -> None:
        self.on = False
        self._walks: list[Walk] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.on and event == "call" and frame.f_code.co_filename.startswith(str(SOURCE)):
            file = str(Path(frame.f_code.co_filename).relative_to(SOURCE))
            self._walks[-1][file, frame.f_code.co_qualname] += 1

    def begin(self) -> None:
        """Trace another move."""
        self._walks.append(Counter())
        self.on = True

    def median(self) -> Walk:
        """Return the walk of median length: how many functions it is depends on the cards."""
        return sorted(self._walks, key=lambda walk: len(counted(walk)))[len(self._walks) // 2]


def counted(walk: Walk) -> list[tuple[str, str]]:
    """Return the functions of the server; what is written inside of one belongs to it."""
    named = dict.fromkeys(
        (file, name.split(".<locals>")[0].removesuffix(".__init__"))
        for file, name in walk
        if file.split("/")[0] in COUNTED and not file.startswith(BOTS) and name not in (*_CODE_TYPES, *BACKGROUND)
    )
    return list(named)


class ServerThread:
    """A server with its own event loop."""

    def __init__(self, store: str, trace: Trace | None) -> None:
        limits = Limits(
            rate=1e9, burst=10**9, guests_an_hour=10**9, sockets=10**6, loop_ms_a_second=10**6, tables_an_hour=10**9
        )
        app = make_app(Config(store=store, limits=limits), stop=lambda: None)
        settings = uvicorn.Config(app, port=0, log_config=None, ws=GuardedProtocol, ws_per_message_deflate=False)
        self._server = uvicorn.Server(settings)
        before = set(threading.enumerate())
        threading.setprofile(trace)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        threading.setprofile(None)
        self._threads = [each for each in threading.enumerate() if each not in before]
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def cpu_s(self) -> float:
        """CPU time of all its threads."""
        return sum(clock_gettime(pthread_getcpuclockid(each.ident)) for each in self._threads if each.ident)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


class Seat:
    """A socket, with the newest update."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.update: dict[str, Any] = {"seq": 0}

    async def until(self, seq: int) -> None:
        while self.update["seq"] < seq:
            message = json.loads(await self.socket.recv())
            if message["type"] == "update":
                self.update = message


async def sit_down(stack: AsyncExitStack, port: int) -> list[Seat]:
    """Return a table of four, and a spectator."""
    url, cookies = f"http://127.0.0.1:{port}", []
    table = ""
    for number in range(4):
        async with httpx.AsyncClient(base_url=url) as person:
            await person.post("/api/me", json={"name": f"Player {number}"})
            if not table:
                form = {"settings": {"rounds": 1}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
                table = (await person.post("/api/tables", json=form)).json()["table"]
            else:
                await person.post(f"/api/tables/{table}/join", json={})
            cookies.append("; ".join(f"{name}={value}" for name, value in person.cookies.items()))
    seats = []
    for cookie in [*cookies, ""]:
        headers = {"cookie": cookie} if cookie else {}
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        seats.append(Seat(await stack.enter_async_context(connect(address, additional_headers=headers))))
    for seat in seats:
        await seat.until(1)
    return seats


async def play(seats: list[Seat], trace: Trace | None = None) -> int:
    """Play a whole match and return its number of moves. The third play of each trick is traced."""
    moves = 0
    while (mover := seats[4].update["view"]["to_act"]) is not None:
        update, view = seats[mover].update, seats[4].update["view"]
        action = update["view"]["legal"][0]
        command = {"type": "move", "client_id": f"m{moves}", "expected_seq": update["seq"], "action": action}
        traced = trace is not None and view["phase"] == "play" and len(view["trick"]["plays"]) == 2
        if trace is not None and traced:
            trace.begin()
        await seats[mover].socket.send(json.dumps(command))
        for seat in seats:
            await seat.until(update["seq"] + 1)
        if trace is not None and trace.on:
            while json.loads(await seats[mover].socket.recv())["type"] != "ack":
                pass
            trace.on = False
        moves += 1
    return moves


async def matches(port: int, trace: Trace | None, server: ServerThread, count: int) -> list[float]:
    """CPU per move, in microseconds, a figure a match."""
    figures = []
    for _ in range(count):
        async with AsyncExitStack() as stack:
            seats = await sit_down(stack, port)
            began = server.cpu_s()
            moves = await play(seats, trace)
            figures.append((server.cpu_s() - began) / moves * 1e6)
    return figures


def served(trace: Trace | None, count: int) -> list[float]:
    """CPU per move of so many matches at a new server."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerThread(f"{folder}/tables.db", trace)
        try:
            return asyncio.run(matches(server.port, trace, server, count))
        finally:
            server.stop()


def _passed(functions: list[tuple[str, str]], part: str) -> dict[str, int]:
    """Count the files and functions of one part of the source that a move passes."""
    within = [file for file, _ in functions if file.startswith(part)]
    return {"files": len(set(within)), "functions": len(within)}


def main() -> None:
    """Trace a move, then measure some matches without the trace."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    trace = Trace()
    served(trace, 1)
    walk = trace.median()
    passed = counted(walk)
    figures = {
        **{f"{part} {what}": count for part in COUNTED for what, count in _passed(passed, part).items()},
        "calls": sum(count for (file, _), count in walk.items() if file.split("/")[0] in COUNTED),
        "parsed": walk["core/notation.py", "parse_action"],
        "applied": walk["core/match.py", "Match.apply"],
        "CPU in µs": round(min(served(None, MATCHES))),
    }
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    if options.list:
        sys.stdout.writelines(f"{file}: {name}\n" for file, name in passed)
    sys.stdout.writelines(f"{name:16} {value}\n" for name, value in figures.items())


if __name__ == "__main__":
    main()

"""A boardgame.io server with a trivial game (bench/peer) as the peer of ours; bench/server.py loads both alike.

Its lobby makes the matches, its own socket.io carries the moves. It has no acknowledgements: a move counts as
acknowledged when its player hears of it. It broadcasts a move before it stores it, and never syncs. Its file store
reads all files every two minutes; under load it finds one that is half written, and the server exits.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import msgspec
import psutil

from bench.load_client import LoadSocket
from tools.web import WebError, tool

if TYPE_CHECKING:
    from bench.load import Figures

PEER: Final = Path(__file__).parent / "peer"
SEATS: Final = 4
GAME: Final = "pieces"
SOCKET: Final = "/socket.io/?EIO=4&transport=websocket"
# engine.io's frames begin with a digit (0 open, 2 ping, 3 pong, 4 message), socket.io's with another (0 join, 2 event).
OPEN, PING, PONG = b"0", b"2", b"3"
JOIN: Final = f"40/{GAME},".encode()
EVENT: Final = f"42/{GAME},".encode()
UPDATE: Final = EVENT + b'["update",'
SYNC: Final = EVENT + b'["sync",'

DURABILITY: Final = {
    "memory": "told before anything is stored; matches live in memory, a restart loses all of them",
    "files": "told before anything is stored; files are written afterwards, rewritten in place, never synced",
}


class Hands(msgspec.Struct):
    """The part of the game that a load client reads: its own hand, and the size of the others'."""

    hands: list[list[int] | int]


class Turn(msgspec.Struct):
    """The player to act."""

    currentPlayer: str  # noqa: N815  boardgame.io's name


class State(msgspec.Struct):
    """The part of a state that a load client reads."""

    G: Hands
    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The message that a client receives first."""

    state: State


decode_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
decode_sync = msgspec.json.Decoder(tuple[str, str, Synced]).decode


class PeerTable:
    """One match with its sockets, with what bench/server.py asks of a table."""

    def __init__(self, match: str, credentials: list[str], figures: Figures) -> None:
        self.match = match
        self.figures = figures
        self.sockets: list[LoadSocket] = []
        self.synced = asyncio.Event()
        self._credentials = credentials
        self._state = -1
        self._turn: tuple[int, int] | None = None
        self._syncing = SEATS + 1
        self._waiting = 0
        self._sent_at = 0.0
        self._mover = 0

    def received(self, number: int, frame: bytes) -> None:
        """Handle a frame on socket `number`."""
        if frame.startswith(UPDATE):
            self._updated(number, decode_update(frame[len(EVENT) :])[2])
        elif frame == PING:
            self.sockets[number].send(PONG)
        elif frame.startswith(OPEN):
            self.sockets[number].send(JOIN)
        elif frame.startswith(JOIN):
            self.sockets[number].send(EVENT + msgspec.json.encode(["sync", self.match, *self._who(number), SEATS]))
        elif frame.startswith(SYNC):
            self._read(number, decode_sync(frame[len(EVENT) :])[2].state)
            self._syncing -= 1
            if not self._syncing:
                self.synced.set()

    def _who(self, number: int) -> tuple[str, str] | tuple[None, None]:
        """Return a seat, or the spectator."""
        return (str(number), self._credentials[number]) if number < SEATS else (None, None)

    def _read(self, number: int, state: State) -> None:
        self._state = state.number
        if state.ctx.currentPlayer == str(number):
            hand = state.G.hands[number]
            assert isinstance(hand, list)
            self._turn = (number, random.choice(hand))

    def _updated(self, number: int, state: State) -> None:
        self._read(number, state)
        if not self._waiting:
            return
        if number == self._mover:
            self.figures.acknowledged += 1
        self._waiting -= 1
        if not self._waiting:
            self.figures.latencies.append(time.perf_counter() - self._sent_at)

    @property
    def ready(self) -> bool:
        return self._turn is not None and not self._waiting

    def move(self) -> None:
        """Play a piece for the player to act."""
        assert self._turn is not None
        self._mover, piece = self._turn
        self._turn = None
        seat, credentials = self._who(self._mover)
        payload = {"type": "play", "args": [piece], "playerID": seat, "credentials": credentials}
        event = ["update", {"type": "MAKE_MOVE", "payload": payload}, self._state, self.match, seat]
        self._sent_at = time.perf_counter()
        self._waiting = len(self.sockets)
        self.figures.sent += 1
        self.sockets[self._mover].send(EVENT + msgspec.json.encode(event))


async def make_tables(url: str, count: int, figures: Figures) -> list[PeerTable]:
    """Matches with four people and a spectator each."""
    tables = []
    async with httpx.AsyncClient(base_url=f"{url}/games/{GAME}", timeout=60) as http:
        for _ in range(count):
            match = (await http.post("/create", json={"numPlayers": SEATS})).json()["matchID"]
            credentials = []
            for seat in range(SEATS):
                who = {"playerID": str(seat), "playerName": f"Load {seat}"}
                answer = await http.post(f"/{match}/join", json=who)
                credentials.append(answer.json()["playerCredentials"])
            tables.append(PeerTable(match, credentials, figures))
    host = url.removeprefix("http://")
    for table in tables:
        for number in range(SEATS + 1):
            await _connect(host, table, number)
    await asyncio.gather(*(table.synced.wait() for table in tables))
    return tables


async def _connect(host: str, table: PeerTable, number: int) -> None:
    name, port = host.split(":")
    _, made = await asyncio.get_running_loop().create_connection(
        lambda: LoadSocket(SOCKET, host, "", lambda frame: table.received(number, frame)), name, int(port)
    )
    table.sockets.append(made)


def packages() -> None:
    """Install what bench/peer/package-lock.json names into bench/peer/node_modules."""
    stamp = PEER / "node_modules/.installed"
    wanted = hashlib.sha256((PEER / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    print("fetching boardgame.io", file=sys.stderr, flush=True)
    command = [*tool("npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=PEER, env=_environment(), stdout=sys.stderr, check=False).returncode:
        raise WebError("boardgame.io could not be fetched")
    stamp.write_text(wanted, "utf-8")


def _environment() -> dict[str, str]:
    node = Path(tool("node")[0]).parent
    return {**os.environ, "NODE_ENV": "production", "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}


def version() -> str:
    """Return the locked version."""
    locked = json.loads((PEER / "package-lock.json").read_text("utf-8"))
    return str(locked["packages"]["node_modules/boardgame.io"]["version"])


@contextmanager
def running(store: str) -> Iterator[tuple[str, psutil.Process]]:
    """Provide the peer's server: its address and its process."""
    packages()
    with tempfile.TemporaryDirectory() as folder:
        command = [*tool("node"), "server.js", *([folder] if store == "files" else [])]
        with subprocess.Popen(command, cwd=PEER, env=_environment(), stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = server.stdout.readline().strip()
                if not port:
                    raise WebError("the boardgame.io server did not start")
                yield f"http://127.0.0.1:{port}", psutil.Process(server.pid)
                if server.poll() is not None:
                    raise WebError(f"the boardgame.io server ended by itself under load, with {server.returncode}")
            finally:
                server.terminate()


def described(store: str) -> dict[str, object]:
    """Describe how the peer was measured."""
    return {
        "server": f"boardgame.io {version()}",
        "store": store,
        "durable_before_acknowledged": False,
        "durability": DURABILITY[store],
    }

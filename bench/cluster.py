"""Three servers over one PostgreSQL, each in a network namespace; one is killed and one upgraded while people play.

    python bench/cluster.py                        300 tables; as root
    python bench/cluster.py --tables 3000 --json   at full size
    python bench/cluster.py --tables 3 --rate 6 --seconds 1

The servers reach PostgreSQL through a proxy. People whose server is killed go to another one; those of the server that
is upgraded come back to it. What was acknowledged must still be there. On two cores throughput says nothing, so CPU per
move is what is compared: with one, two and three servers, PostgreSQL not counted. All traffic stays in the namespaces.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import httpx
import psutil

from bench.load import Figures, Phase, Watched, measure, play, settled
from bench.load_tables import SEATS, LoadTable, make_tables
from bench.timing import provenance
from tests.server.store.postgres_server import postgres

ROOT: Final = Path(__file__).parent.parent
MEASURES: Final = ("src/nokosu/server", "src/nokosu/table", "src/nokosu/wire")
"""The code that the figures are about."""
IP: Final = shutil.which("ip") or "ip"
SERVERS: Final = 3
PORT: Final = 8000
PROXY: Final = 5432
_POLL_S: Final = 0.05
_START_S: Final = 120.0


def ip(*words: str) -> None:
    """Run the program of this name."""
    subprocess.run([IP, *words], check=True, capture_output=True)


@contextlib.contextmanager
def namespaces() -> Iterator[str]:
    """Make a namespace for each server and one in the middle, joined by a bridge; return the name of that one."""
    name = f"nokosu{os.getpid()}"
    made: list[str] = []
    try:
        for each in (name, *(f"{name}-{number}" for number in range(SERVERS))):
            ip("netns", "add", each)
            made.append(each)
            ip("-n", each, "link", "set", "lo", "up")
        ip("-n", name, "link", "add", "middle", "type", "bridge")
        ip("-n", name, "addr", "add", "10.77.0.1/24", "dev", "middle")
        ip("-n", name, "link", "set", "middle", "up")
        for number in range(SERVERS):
            there = f"{name}-{number}"
            ip("-n", name, "link", "add", f"to{number}", "type", "veth", "peer", "name", "out", "netns", there)
            ip("-n", name, "link", "set", f"to{number}", "master", "middle", "up")
            ip("-n", there, "addr", "add", f"10.77.0.{number + 2}/24", "dev", "out")
            ip("-n", there, "link", "set", "out", "up")
        yield name
    finally:
        for each in made:
            ip("netns", "del", each)


class ClusterServer:
    """One server in its namespace."""

    def __init__(self, namespace: str, number: int, store: str) -> None:
        self.host = f"10.77.0.{number + 2}:{PORT}"
        self.url = f"http://{self.host}"
        address = self.host.split(":", maxsplit=1)[0]
        serve = [sys.executable, "bench/serve.py", store, str(PORT), "--host", address]
        self._command = [IP, "netns", "exec", f"{namespace}-{number}", *serve]
        self.process = subprocess.Popen(self._command, cwd=ROOT)

    def again(self) -> None:
        """Start it once more."""
        self.process.wait()
        self.process = subprocess.Popen(self._command, cwd=ROOT)

    async def healthy(self) -> None:
        """Wait until it answers."""
        async with asyncio.timeout(_START_S), httpx.AsyncClient() as http:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"{self.url}/health", timeout=5)).status_code == 200:
                        return
                await asyncio.sleep(_POLL_S)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on until one side ends."""
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def proxy(port: int) -> None:
    """Stand before PostgreSQL, where the servers can reach it, as long as this process runs."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, to_behind = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(forward(reader, to_behind), forward(behind, writer))

    async with await asyncio.start_server(connected, "10.77.0.1", PROXY) as standing:
        await standing.serve_forever()


async def moved(tables: Sequence[LoadTable], host: str) -> dict[str, Any]:
    """Let everybody at these tables connect to `host`; say how long it took and what was lost."""
    promised = [table.acknowledged for table in tables]
    began = time.perf_counter()

    async def come(table: LoadTable) -> None:
        table.seq = 0
        table.seen.clear()
        await table.connect(host)
        await table.seen.wait()

    await asyncio.gather(*(come(table) for table in tables))
    lost = sum(table.seq < before for table, before in zip(tables, promised, strict=True))
    seconds = round(time.perf_counter() - began, 2)
    return {"sockets": len(tables) * (SEATS + 1), "back_s": seconds, "tables_with_lost_moves": lost}


async def run(wanted: argparse.Namespace, namespace: str, url: str) -> dict[str, Any]:
    """Play with one, two and three servers; then kill one and upgrade another while the rest goes on."""
    port = int(url.rpartition(":")[2].partition("/")[0])
    store = url.replace(f"127.0.0.1:{port}", f"10.77.0.1:{PROXY}")
    # In a separate thread: the generator of load sleeps in this one.
    threading.Thread(target=asyncio.run, args=(proxy(port),), daemon=True).start()
    figures, chance = Figures(), random.Random(wanted.seed)
    servers: list[ClusterServer] = []
    groups: list[list[LoadTable]] = []
    everybody: list[LoadTable] = []
    scale: list[dict[str, Any]] = []
    try:
        for number in range(SERVERS):
            servers.append(ClusterServer(namespace, number, store))
            await servers[-1].healthy()
            groups.append(await make_tables(servers[-1].url, max(1, wanted.tables // SERVERS), figures, chance))
            everybody = [table for group in groups for table in group]
            watched = Watched(*(psutil.Process(each.process.pid) for each in servers))
            phase = Phase(f"{number + 1} servers", wanted.rate, wanted.seconds)
            scale.append({"servers": number + 1, **await measure(everybody, figures, watched, phase, chance)})
        playing = asyncio.create_task(play(everybody, Phase("meanwhile", wanted.rate, _START_S), chance))
        await asyncio.sleep(wanted.seconds / 2)
        servers[0].process.kill()
        killed = await moved(groups[0], servers[1].host)
        servers[2].process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(servers[2].again)
        upgrading = time.perf_counter()
        await servers[2].healthy()
        upgraded = {"start_s": round(time.perf_counter() - upgrading, 2), **await moved(groups[2], servers[2].host)}
        await asyncio.sleep(wanted.seconds / 2)
        playing.cancel()
        await settled(figures)
        return {"tables": len(everybody), "scale": scale, "killed": killed, "upgraded": upgraded}
    finally:
        for each in servers:
            each.stop()


def main() -> None:
    """Make the namespaces and start again inside; there, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300, help="in all (300)")
    parser.add_argument("--rate", type=float, default=100, help="moves a second (100)")
    parser.add_argument("--seconds", type=float, default=20, help="of each phase (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if not wanted.inside:
        try:
            with namespaces() as name:
                again = [sys.executable, __file__, *sys.argv[1:], "--inside", name]
                sys.exit(subprocess.run([IP, "netns", "exec", name, *again], check=False, cwd=ROOT).returncode)
        except (OSError, subprocess.CalledProcessError):
            sys.exit("network namespaces cannot be made here: run it as root, with ip(8) installed")
    with postgres() as url:
        found = {**provenance(), "seed": wanted.seed, **asyncio.run(run(wanted, wanted.inside, url))}
    if wanted.json:
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
        return
    for row in found["scale"]:
        sys.stdout.write(f"{row['servers']} servers: {row['cpu_ms_per_move']} ms of CPU a move\n")
    for what in ("killed", "upgraded"):
        sys.stdout.write(f"{what}: {found[what]}\n")


if __name__ == "__main__":
    main()

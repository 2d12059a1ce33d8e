"""How fast the server is under load: real sockets, legal moves, from a move to the last socket that hears of it.

    python bench/server.py                            200 moves/s, then a burst of 1,000 moves/s, with SQLite
    python bench/server.py --database postgresql      the same with its own PostgreSQL; or postgresql://… for yours
    python bench/server.py --database postgresql --workers 2
    python bench/server.py --tables 100 --seconds 10 --json --peer none
    python bench/server.py --write                    writes docs/benchmarks/server.*, what was measured with this store

Each table has four people and a spectator. A move counts when it is durable: the server tells nobody before. Then the
server is killed under load, and eight bots take all the processors. The same load goes to a boardgame.io server
(bench/boardgame.py), which tells everybody first.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import uvloop
from rich.console import Console
from rich.table import Table

from bench import boardgame, hardship
from bench.load import Figures, Loaded, Phase, Watched, measure
from bench.load_tables import LoadTable, make_tables
from bench.server_process import ServerProcess, database, running
from bench.timing import provenance, sentence
from bench.watch import longest
from tools.pages import server as server_page
from tools.web import WebError

MEASURES: Final = (
    "src/nokosu/server",
    "src/nokosu/table",
    "src/nokosu/wire",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

BOTS: Final = 8
T = TypeVar("T")
Make = Callable[[Figures], Awaitable[Sequence[Loaded]]]


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on the fastest event loop: the generator shares two cores with the server."""
    return uvloop.run(work)


def phases_wanted(wanted: argparse.Namespace) -> list[Phase]:
    """Live, then a burst."""
    return [Phase("live", wanted.rate, wanted.seconds), Phase("burst", wanted.burst, wanted.seconds)]


async def load(wanted: argparse.Namespace, server: Watched, make: Make) -> list[dict[str, object]]:
    """Return all phases, for any server."""
    figures, chance = Figures(), random.Random(wanted.seed)
    tables = await make(figures)
    rows = [await measure(tables, figures, server, phase, chance) for phase in phases_wanted(wanted)]
    for table in tables:
        for each in table.sockets:
            each.close()
    return rows


async def _watched(
    tables: Sequence[LoadTable], figures: Figures, server: ServerProcess, phase: Phase, chance: random.Random
) -> dict[str, object]:
    """Measure a phase, with the longest steps of the event loop and of the collector."""
    began, before = time.time(), server.watched.memory_mb()
    row = await measure(tables, figures, server.watched, phase, chance)
    seen = longest(server.watch, began, time.time()) if server.watch else {}
    return {**row, "server_mb_before": before, **seen}


async def load_ours(wanted: argparse.Namespace, server: ServerProcess) -> dict[str, object]:
    """Return all phases, then a kill under load."""
    figures, chance = Figures(), random.Random(wanted.seed)
    tables = await make_tables(server.url, wanted.tables, figures, chance)
    rows = [await _watched(tables, figures, server, phase, chance) for phase in phases_wanted(wanted)]
    killed = await hardship.killed(server, tables, wanted.burst, chance)
    played = sum(not table.over for table in tables)
    for table in tables:
        table.close()
    return {"phases": rows, "killed": killed, "restarted": await hardship.restarted(server, played)}


def ours(wanted: argparse.Namespace) -> dict[str, object]:
    """Return everything about our server."""
    with database(wanted.database) as store:
        with running(store, workers=wanted.workers) as server:
            found = run(load_ours(wanted, server))
        with running(store, bots=BOTS) as server:
            bots = run(hardship.beside_bots(server, BOTS, wanted.seconds / 2, random.Random(wanted.seed)))
    return {
        "server": "Nokosu",
        "store": wanted.database.partition(":")[0],
        "workers": wanted.workers,
        "durable_before_acknowledged": True,
        "durability": "told after the commit is synced to disk",
        **found,
        "beside_bots": bots,
    }


def peer(wanted: argparse.Namespace) -> dict[str, object] | None:
    """Return the same load for boardgame.io, where it can be fetched."""
    try:
        with boardgame.running(wanted.peer) as (url, process):
            rows = run(
                load(wanted, Watched(process), lambda figures: boardgame.make_tables(url, wanted.tables, figures))
            )
    except WebError as error:
        print(f"no peer: {error}", file=sys.stderr)
        return None
    return {**boardgame.described(wanted.peer), "phases": rows}


def options() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200, help="moves a second (200)")
    parser.add_argument("--burst", type=float, default=1000, help="moves a second in the burst (1000)")
    parser.add_argument(
        "--seconds", type=float, default=60, help="of each phase (60); 600 or 3600 show whether memory stays flat"
    )
    parser.add_argument("--seed", type=int, default=1, help="which tables move, and how (1)")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or postgresql://…")
    parser.add_argument("--workers", type=int, default=1, help="server processes, with PostgreSQL")
    parser.add_argument("--peer", choices=["memory", "files", "none"], default="memory", help="boardgame.io's store")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/server.*")
    return parser.parse_args()


def main() -> None:
    """Start a server, load it, print."""
    wanted = options()
    # On SIGTERM, stop the server and its PostgreSQL too.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))
    found = ours(wanted)
    beside = None if wanted.peer == "none" else peer(wanted)
    report = {**provenance(), "seed": wanted.seed, **found, **({"peer": beside} if beside else {})}
    if wanted.json:
        print(json.dumps(report, indent=1))
    else:
        table = Table("", "seen", "figure")
        for row in server_page.rows(report):
            table.add_row(*row)
        Console().print(table, sentence(report))
    if wanted.write:
        server_page.write(report)


if __name__ == "__main__":
    main()

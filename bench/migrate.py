"""How long each step of the schema takes on a database with many finished matches, with SQLite and PostgreSQL.

    python bench/migrate.py                         a million matches in both
    python bench/migrate.py --matches 1000 --json   fewer, for programs
    python bench/migrate.py --write                 docs/benchmarks/migrate.json

The database has the oldest schema, a real record, the rows of a table and three results for every match, and one entry
of its log: no step reads logs. The steps are applied by the code that does it when a server starts. Wall-clock time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
import apsw
import psycopg

from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.record.codec import encode
from nokosu.server.store import migrations, postgresql, sqlite
from tests.server.store.postgres_server import postgres

MEASURES: Final = ("src/nokosu/server/store/migrations",)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SEED: Final = 2030
PLAYERS: Final = 3
PEOPLE_A_MATCH: Final = 0.05
AT_ONCE: Final = 10_000
Rows = dict[str, list[tuple[object, ...]]]
COLUMNS: Final = {"people": 6, "sessions": 4, "tables": 8, "seats": 3, "log": 5, "records": 6, "results": 12}


def rows(matches: int) -> Iterator[Rows]:
    """Yield everything that this many matches leave in the oldest schema, some thousand rows at a time."""
    rules = editions.ruleset(editions.DEFAULT, PLAYERS)
    body = encode(play_match(rules, seed_from_number(SEED), [make("random")] * PLAYERS))
    people = max(PLAYERS, int(matches * PEOPLE_A_MATCH))
    for some in _parts(people):
        yield {
            "people": [(f"p{n}", f"Player {n}", "en", n, n, None) for n in some],
            "sessions": [(f"s{n}", f"p{n}", n, 9 * 10**12) for n in some],
        }
    for some in _parts(matches):
        at = [[(n, seat, f"p{(n * 7 + seat) % people}") for seat in range(PLAYERS)] for n in some]
        yield {
            "tables": [(f"t{n}", f"c{n}", "over", 0, '{"players":3}', n, n, None) for n in some],
            "seats": [(f"t{n}", seat, person) for each in at for n, seat, person in each],
            "log": [(f"t{n}", 1, n, '{"made":{}}', None) for n in some],
            "records": [(f"t{n}", None, "finished", 1, n, body) for n in some],
            "results": [
                (f"t{n}", seat, person, "second", PLAYERS, 4, seat == 0, 2, 1, 0, 30, n)
                for each in at
                for n, seat, person in each
            ],
        }


def _parts(number: int) -> Iterator[range]:
    return (range(at, min(at + AT_ONCE, number)) for at in range(0, number, AT_ONCE))


@contextmanager
def only(number: int) -> Iterator[None]:
    """Let the store know no more than this many steps."""
    known = migrations.migrations()[:number]
    with mock.patch.object(migrations, "migrations", return_value=known):
        yield


def in_sqlite(folder: Path, matches: int) -> dict[str, Any]:
    """Fill a file, then migrate it step by step."""
    path = folder / "matches.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=OFF")
    with only(1):
        sqlite.migrate(connection)
    for some in rows(matches):
        with connection:
            for table, each in some.items():
                connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * COLUMNS[table])})", each)  # noqa: S608
    connection.close()
    steps = []
    for number in range(2, len(migrations.migrations()) + 1):
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous=FULL")
        began = monotonic()
        with only(number):
            sqlite.migrate(connection)
        steps.append(round(monotonic() - began, 3))
        connection.close()
    return _found(steps, path.stat().st_size)


async def in_postgresql(url: str, matches: int) -> dict[str, Any]:
    """Fill a database, then migrate it step by step."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        with only(1):
            await postgresql._migrate(connection)
        for some in rows(matches):
            for table, each in some.items():
                async with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                    for row in each:
                        await copy.write_row([int(value) if isinstance(value, bool) else value for value in row])
        steps = []
        for number in range(2, len(migrations.migrations()) + 1):
            began = monotonic()
            with only(number):
                await postgresql._migrate(connection)
            steps.append(round(monotonic() - began, 3))
        (size,) = await (await connection.execute("SELECT pg_database_size(current_database())")).fetchone() or (0,)
        return _found(steps, size)


def _found(steps: list[float], size: int) -> dict[str, Any]:
    newest = {f"{number:04}": seconds for number, seconds in enumerate(steps, 2)}
    return {"bytes": size, "total_s": round(sum(steps), 3), "longest_s": max(steps), "steps_s": newest}


def measure(matches: int, folder: str | None) -> dict[str, Any]:
    """Do both."""
    about = {**provenance(), "first": SEED, "matches": matches, "schema": len(migrations.migrations())}
    with tempfile.TemporaryDirectory(dir=folder) as name:
        about["sqlite"] = in_sqlite(Path(name), matches)
    with postgres(folder) as url:
        about["postgresql"] = asyncio.run(in_postgresql(url, matches))
    return about


def main() -> None:
    """Measure; print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--folder", help="where there is room: 10 GB for a million matches")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="docs/benchmarks/migrate.json")
    options = parser.parse_args()
    data = measure(options.matches, options.folder)
    if options.write:
        (DOCS / "migrate.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    if options.json:
        print(json.dumps(data))
        return
    for store in ("sqlite", "postgresql"):
        found = data[store]
        print(f"{store}: {found['bytes'] / 1e9:.1f} GB, {found['total_s']} s, the longest step {found['longest_s']} s")


if __name__ == "__main__":
    main()

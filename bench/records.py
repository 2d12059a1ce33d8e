"""How long files of records take to read: `nokosu.records` and `nokosu.rows`.

    python bench/records.py                 a table
    python bench/records.py --json          the same for programs
    python bench/records.py --write         docs/benchmarks/records.json

Some hundred matches between random players are written to a file again and again until it has as many as asked for.
CPU time is measured: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.record.codec import encode
from nokosu.record.data import records
from nokosu.record.rows import rows

MEASURES: Final = ("src/nokosu/record",)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SEED: Final = 2028
DIFFERENT: Final = 200
READINGS: Final[dict[str, Callable[[Path], int]]] = {
    "records": lambda file: sum(1 for _ in records(file)),
    "one trick of each": lambda file: sum(len(record.rounds[2].tricks or ()) for record in records(file)),
    "rows per seat": lambda file: sum(1 for _ in rows(file)),
    "rows per trick": lambda file: sum(1 for _ in rows(file, "trick")),
    "rows per play": lambda file: sum(1 for _ in rows(file, "play")),
}


def write_file(file: Path, matches: int) -> None:
    """Play this many matches for four players in the default edition."""
    rules = editions.ruleset(editions.DEFAULT, 4)
    lines = [
        encode(play_match(rules, seed_from_number(SEED, n), [make("random")] * 4))
        for n in range(min(DIFFERENT, matches))
    ]
    with file.open("w", encoding="utf-8") as stream:
        for number in range(matches):
            stream.write(lines[number % len(lines)] + "\n")


def measure(matches: int) -> dict[str, Any]:
    """Time each way to read the whole file."""
    began = provenance()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "matches.jsonl"
        write_file(file, matches)
        found = []
        for name, read in READINGS.items():
            start = process_time()
            number = read(file)
            found.append({"reading": name, "found": number, "cpu_s": round(process_time() - start, 2)})
        size = file.stat().st_size
    return {**began, "first": SEED, "matches": matches, "bytes": size, "readings": found}


def table(data: dict[str, Any]) -> str:
    """Return the table for people."""
    lines = [f"{data['matches']} matches, {data['bytes'] / 1e6:.0f} MB"]
    lines += [f"{each['reading']:20}{each['found']:>12}{each['cpu_s']:>10.2f} s" for each in data["readings"]]
    return "\n".join(lines)


def main() -> None:
    """Measure; print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="docs/benchmarks/records.json")
    options = parser.parse_args()
    data = measure(options.matches)
    if options.write:
        (DOCS / "records.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    print(json.dumps(data) if options.json else table(data))


if __name__ == "__main__":
    main()

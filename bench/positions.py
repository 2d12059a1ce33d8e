"""Positions in one line, there and back: random points of random matches, whole and as every seat knows them.

    python bench/positions.py --positions 1000000       what `make nightly` does
    python bench/positions.py --write                   docs/benchmarks/positions.json

Every position must be the same after text and back, and its text too. Every tenth text is also damaged at random: it
must be refused in one line with a column, or be a position again. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.record.position import Position, position_of
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from nokosu.record.round_text import parse_round, round_text

MEASURES: Final = (
    "src/nokosu/record",
    "src/nokosu/core",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SEED: Final = 2029
BATCH: Final = 5000
LETTERS: Final = "RBGYPd0123456789?-/:,@= zerops\n\u00e9"


def positions(chance: Random) -> Iterator[Position]:
    """Yield all points of random matches, each whole or as a seat or a spectator knows it."""
    while True:
        name, players = chance.choice(editions.pairs())
        colour = chance.choice("RBGYP") if editions.load(name).offers_colour(players) else None
        rules = editions.ruleset(name, players, rounds=chance.randint(1, 3), removed_colour=colour)
        match = Match.start(rules, seed_from_number(chance.getrandbits(60)))
        while not match.over:
            yield _known(match, chance)
            match = match.apply(chance.choice(match.legal()))
        yield _known(match, chance)


def _known(match: Match, chance: Random) -> Position:
    audience = chance.randint(-2, match.ruleset.players - 1)
    return position_of(match if audience == -2 else view(match, None if audience == -1 else audience))


def trip(position: Position) -> bool:
    """Return whether it is the same after text and back; a round that is over as a round's text too."""
    text = str(position)
    again = parse_position(text)
    same = again == position and str(again) == text
    if position.world is not None and position.seen.phase is Phase.OVER:
        same = same and parse_round(round_text(position.round)) == position.round
    return same


def refused_well(text: str, chance: Random) -> str:
    """Read a damaged text: it is refused, is still a position, or reveals a fault."""
    at = chance.randrange(len(text))
    bent = text[:at] + "".join(chance.choices(LETTERS, k=chance.randint(0, 3))) + text[at + chance.randint(0, 3) :]
    try:
        again = parse_position(bent)
    except PositionError as error:
        return "refused" if "\n" not in str(error) and 1 <= error.column <= len(bent) + 1 else "fault"
    return "still a position" if parse_position(str(again)) == again else "fault"


def batch(number: int, size: int) -> Counter[str]:
    """Check this many positions, drawn from their own random stream."""
    chance, found = Random(f"{SEED}/{number}"), Counter[str]()
    for index, position in zip(range(size), positions(chance), strict=False):
        found["same" if trip(position) else "different"] += 1
        found["whole" if position.world else "as a seat or a spectator knows it"] += 1
        if index % 10 == 0:
            found[refused_well(str(position), chance)] += 1
    return found


def measure(wanted: int, jobs: int) -> dict[str, Any]:
    """Check all positions on several cores."""
    began = provenance()
    sizes = [min(BATCH, wanted - first) for first in range(0, wanted, BATCH)]
    found = Counter[str]()
    with ProcessPoolExecutor(jobs) as pool:
        for done in pool.map(batch, range(len(sizes)), sizes):
            found += done
    names = ("same", "different", "whole", "as a seat or a spectator knows it", "refused", "still a position", "fault")
    return {**began, "first": SEED, "positions": wanted, "found": {name: found[name] for name in names}}


def main() -> int:
    """Check and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="docs/benchmarks/positions.json")
    options = parser.parse_args()
    data = measure(options.positions, options.jobs)
    if options.write:
        (DOCS / "positions.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    print(json.dumps(data) if options.json else "\n".join(f"{name}: {n}" for name, n in data["found"].items()))
    return 1 if data["found"]["different"] or data["found"]["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())

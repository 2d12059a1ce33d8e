"""OpenSpiel's ISMCTS as the bot `openspiel`: simulations per second beside our search, and match-ups added up.

    python bench/openspiel_bot.py                              print the figures
    python bench/openspiel_bot.py --write sims.jsonl time.jsonl  also write docs/benchmarks/openspiel.json

The files are those of `nokosu arena --resume`, finished or interrupted, of any seeds. Match-ups that no file has stay
as they were written. Speeds are per second of CPU time on one core, for decisions of a round by four club players.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.arena.provenance import commit
from nokosu.arena.statistics import clustered
from nokosu.bots.registry import make
from nokosu.bots.search import look_ahead
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.state import State
from nokosu.research.ismcts import game_of
from nokosu.research.ismcts import search as ismcts
from nokosu.research.openspiel_bot import Settings
from nokosu.research.tree import Position

MEASURES: Final = (
    "src/nokosu/kernel/search",
    "src/nokosu/kernel/rules",
    "src/nokosu/research/openspiel.py",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SIMULATIONS: Final = 1000
EVERY: Final = 5
FILE: Final = DOCS / "openspiel.json"


def views() -> Iterator[View]:
    """Decisions with a choice from one round of four club players."""
    club, ruleset = make("club"), editions.ruleset("second", 4, rounds=1)
    match, number = Match.start(ruleset, seed_from_number(19)), 0
    while match.to_act is not None:
        seen = view(match, match.to_act)
        if number % EVERY == 0 and seen.legal and len(seen.legal) > 1:
            yield seen
        match = match.apply(club.choose(seen, Stream(seed_from_number(1), "club", number)))
        number += 1


def speeds() -> dict[str, float]:
    """Simulations per second of our search and OpenSpiel's, on the same decisions."""
    spent: dict[str, float] = defaultdict(float)
    decisions = 0
    for seen in views():
        decisions += 1
        began = time.process_time()
        look_ahead(seen, seed=decisions, simulations=SIMULATIONS)
        spent["search"] += time.process_time() - began
        game = game_of(seen.ruleset)
        position = Position.of_state(game.table, State.from_view(seen, seed=decisions))
        for name, settings in (
            ("openspiel", Settings()),
            ("openspiel,playouts=openspiel", Settings(playouts="openspiel")),
        ):
            began = time.process_time()
            ismcts(game, position, seed=decisions, simulations=SIMULATIONS, settings=settings)
            spent[name] += time.process_time() - began
    return {name: round(decisions * SIMULATIONS / seconds) for name, seconds in spent.items()}


def matchups(paths: list[Path]) -> list[dict[str, Any]]:
    """Return the margin of each bot alone among copies of the other, over all deals in these files."""
    margins: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            result = json.loads(line)
            unit = result["unit"]
            for played in result["rounds"]:
                own, total = played["scores"][played["seat"]], sum(played["scores"])
                deal = unit["seed"] << 32 | played["deal"]
                margins[unit["a"], unit["b"]][deal].append(own - (total - own) / (unit["players"] - 1))
    return [
        {"bot": a, "over": b, "rounds": sum(map(len, deals.values())), "deals": len(deals), **asdict(clustered(deals))}
        for (a, b), deals in sorted(margins.items())
    ]


def with_earlier(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the match-ups that were written before and are not in the files now."""
    earlier = json.loads(FILE.read_text("utf-8"))["matchups"] if FILE.exists() else []
    pairs = {(run["bot"], run["over"]): run for run in (*earlier, *found)}
    return [pairs[pair] for pair in sorted(pairs)]


def main() -> None:
    """Measure, add up, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", nargs="*", type=Path, help="files of `nokosu arena --resume`")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/openspiel.json")
    parser.add_argument("--played-at", default=commit(), help="commit of the results (default: this one)")
    options = parser.parse_args()
    found = {
        **provenance(),
        "open_spiel": metadata.version("open_spiel"),
        "simulations_per_second": speeds(),
        "matchups": with_earlier([{**run, "played_at": options.played_at} for run in matchups(options.results)]),
    }
    text = json.dumps(found, indent=1) + "\n"
    print(text, end="")
    if options.write:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

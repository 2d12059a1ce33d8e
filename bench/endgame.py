"""How long the exact endgame takes: milliseconds per world with some tricks left, by both methods.

    python bench/endgame.py            a table
    python bench/endgame.py --json     the same for programs
    python bench/endgame.py --write    docs/benchmarks/endgame.json and .md, with what it gains (bench/endgame_gain.py)

Times are CPU time of this process. "Alone" is one world from nothing, as a puzzle is solved; "together" is a world of a
view, all of whose worlds share one table.
"""

from __future__ import annotations

import argparse
import json
import shlex
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench import endgame_gain
from bench.timing import provenance, sentence
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel.endgame import METHODS, Effort, Method, solve, solve_state
from nokosu.kernel.state import Refused, State
from tools.pages import endgame as endgame_page
from tools.pages import write

MEASURES: Final = (
    "src/nokosu/kernel/endgame",
    "src/nokosu/kernel/rules",
    "src/nokosu/kernel/worlds",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

NODES = 200_000_000


def endings(edition: str, players: int, tricks: int, number: int) -> Iterator[Match]:
    """Random matches at the beginning of a trick, so many tricks from the end."""
    ruleset = editions.ruleset(edition, players)
    for index in range(number):
        choose, match = Random(index), Match.start(ruleset, seed_from_number(index, "bench"))
        while match.round.phase is not Phase.PLAY or len(match.round.tricks) < ruleset.tricks - tricks:
            match = match.apply(choose.choice(match.legal()))
        yield match


def alone(matches: list[Match], method: Method, effort: Effort) -> dict[str, float]:
    """Return every ending by itself."""
    times, nodes = [], []
    for match in matches:
        state = State.from_round(match.round)
        start = process_time()
        nodes.append(solve_state(state, method=method, effort=effort).nodes)
        times.append((process_time() - start) * 1e3)
    mean, worst = round(statistics.mean(times), 4), round(max(times), 3)
    return {"ms": mean, "worst_ms": worst, "nodes": round(statistics.mean(nodes), 1)}


def together(matches: list[Match], method: Method, most: int) -> dict[str, float]:
    """Return the views of the seat to act in endings with few enough possible worlds."""
    spent, worlds, views = 0.0, 0, 0
    for match in matches:
        assert match.to_act is not None
        seen = view(match, match.to_act)
        if State.from_view(seen).count_worlds(match.to_act) > most:
            continue
        try:
            start = process_time()
            worlds += solve(seen, method=method, worlds_limit=most, effort=Effort(nodes=NODES)).worlds
            spent += process_time() - start
            views += 1
        except Refused:
            continue
    return {"ms": round(spent / max(worlds, 1) * 1e3, 5), "worlds": worlds, "views": views}


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Return a row for every number of tricks and method."""
    rows = []
    for tricks in asked.tricks:
        matches = list(endings(asked.edition, asked.players, tricks, asked.endings))
        for method in METHODS:
            row: dict[str, Any] = {"tricks": tricks, "method": method}
            row["alone"] = alone(matches, method, Effort(nodes=NODES))
            row["together"] = together(matches, method, asked.worlds)
            rows.append(row)
    return {
        "edition": asked.edition,
        "players": asked.players,
        "first": 0,
        "endings": asked.endings,
        "worlds_limit": asked.worlds,
        "rows": rows,
    }


def main() -> None:
    """Measure and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="second")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--tricks", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--endings", type=int, default=60)
    parser.add_argument("--worlds", type=int, default=2000, help="views with more worlds are left out of 'together'")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes for what it gains")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--write", action="store_true", help="measure what it gains too, write docs/benchmarks/endgame.*"
    )
    asked = parser.parse_args()
    found: dict[str, Any] = {"times": measure(asked)}
    if asked.write:
        found["gains"] = [endgame_gain.measure(wanted, asked.jobs) for wanted in endgame_gain.COMPARISONS]
    found = {**provenance(), "command": shlex.join(["python", "bench/endgame.py", *sys.argv[1:]]), **found}
    if asked.json:
        print(json.dumps(found, indent=1))
    else:
        print(endgame_page.times(found), endgame_page.gains(found) if asked.write else "", sentence(found), sep="\n")
    if asked.write:
        write("endgame", found, endgame_page.page(found))


if __name__ == "__main__":
    main()

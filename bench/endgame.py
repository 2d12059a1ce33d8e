"""How long the exact endgame takes: milliseconds a world with some tricks left, by both methods.

`python bench/endgame.py` prints a table, `--json` the same as JSON. Times are CPU time of this process. "Alone" is
one world from nothing, as a puzzle is solved; "together" is a world of a view, all of whose worlds share one table.
"""

import argparse
import json
import platform
import statistics
import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel import describe
from nokosu.kernel.endgame import METHODS, Effort, Method, solve, solve_state
from nokosu.kernel.state import Refused, State

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
    """Every ending by itself."""
    times, nodes = [], []
    for match in matches:
        state = State.from_round(match.round)
        start = process_time()
        nodes.append(solve_state(state, method=method, effort=effort).nodes)
        times.append((process_time() - start) * 1e3)
    return {"ms": statistics.mean(times), "worst_ms": max(times), "nodes": statistics.mean(nodes)}


def together(matches: list[Match], method: Method, most: int) -> dict[str, float]:
    """What the seat to act can know, where few enough worlds fit."""
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
    return {"ms": spent / max(worlds, 1) * 1e3, "worlds": worlds, "views": views}


def measure(args: argparse.Namespace) -> list[dict[str, Any]]:
    """A row for every number of tricks and method."""
    rows = []
    for tricks in args.tricks:
        matches = list(endings(args.edition, args.players, tricks, args.endings))
        for method in METHODS:
            row: dict[str, Any] = {"tricks": tricks, "method": method, "endings": len(matches)}
            row["alone"] = alone(matches, method, Effort(nodes=NODES))
            row["together"] = together(matches, method, args.worlds)
            rows.append(row)
    return rows


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="second")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--tricks", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--endings", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=2000, help="views with more worlds are left out of 'together'")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measure(args)
    if args.json:
        about = {"edition": args.edition, "players": args.players, "machine": platform.machine(), "core": describe()}
        print(json.dumps({**about, "rows": rows}))
        return 0
    print(f"{args.edition}, {args.players} players, {args.endings} random endings each; {describe()}")
    print(
        f"{'tricks':>6} {'method':<9} {'alone ms':>9} {'worst':>9} {'nodes':>9} {'together ms/world':>18} {'worlds':>7}"
    )
    for row in rows:
        one, many = row["alone"], row["together"]
        print(
            f"{row['tricks']:>6} {row['method']:<9} {one['ms']:>9.3f} {one['worst_ms']:>9.2f} {one['nodes']:>9.0f}"
            f" {many['ms']:>18.4f} {many['worlds']:>7}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

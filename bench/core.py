"""How fast the rules are in pure Python: `apply` and `view` at a table for four, and whole random matches.

`python bench/core.py` prints a table, `--json` the same as JSON. Times are CPU time of this process, so that a busy
machine changes them little; each is the mean over every decision of the matches played.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from nokosu import editions
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view

AIM_US = 50.0
PLAYERS = 4


def played(matches: int, edition: str) -> tuple[list[Match], list[Action]]:
    """Return every decision of some random matches: the state and the action taken."""
    ruleset = editions.ruleset(edition, PLAYERS)
    states, actions = [], []
    for number in range(matches):
        random, match = Random(number), Match.start(ruleset, seed_from_number(number, "bench"))
        while not match.over:
            action = random.choice(match.legal())
            states.append(match)
            actions.append(action)
            match = match.apply(action)
    return states, actions


def mean_us(work: Callable[[], None], calls: int, repeats: int) -> float:
    """Return the mean CPU time of a call in microseconds, best of some repeats: noise only ever adds."""
    work()
    best = float("inf")
    for _ in range(repeats):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best / calls * 1e6


def measure(matches: int, repeats: int, edition: str) -> dict[str, Any]:
    """Return all numbers, by name."""
    states, actions = played(matches, edition)

    def apply() -> None:
        for match, action in zip(states, actions, strict=True):
            match.apply(action)

    def legal() -> None:
        for match in states:
            match.legal()

    def views() -> None:
        for match in states:
            view(match, match.to_act)

    def whole() -> None:
        played(matches, edition)

    return {
        "edition": edition,
        "players": PLAYERS,
        "python": platform.python_version(),
        "decisions": len(states),
        "apply_us": round(mean_us(apply, len(states), repeats), 1),
        "view_us": round(mean_us(views, len(states), repeats), 1),
        "legal_us": round(mean_us(legal, len(states), repeats), 1),
        "matches_per_second": round(1e6 / mean_us(whole, matches, repeats), 1),
        "aim_us": AIM_US,
    }


def table(result: dict[str, Any]) -> str:
    """Return the numbers for people."""
    rows = [
        ("apply", f"{result['apply_us']:.1f} µs", f"≤ {AIM_US:.0f} µs"),
        ("view, with legal actions", f"{result['view_us']:.1f} µs", f"≤ {AIM_US:.0f} µs"),
        ("legal actions", f"{result['legal_us']:.1f} µs", ""),
        ("whole random matches", f"{result['matches_per_second']:.1f} /s", ""),
    ]
    head = (
        f"core, pure Python {result['python']}, {result['players']} players, edition {result['edition']}, "
        f"{result['decisions']} decisions"
    )
    return "\n".join([head, *(f"  {name:<26}{value:>12}   {aim}".rstrip() for name, value, aim in rows)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--matches", type=int, default=20, help="random matches to play (20)")
    parser.add_argument("--repeats", type=int, default=5, help="how often to measure; the best counts (5)")
    parser.add_argument("--edition", default=editions.DEFAULT, choices=editions.names(), help="the edition (second)")
    options = parser.parse_args()
    result = measure(options.matches, options.repeats, options.edition)
    sys.stdout.write((json.dumps(result) if options.json else table(result)) + "\n")


if __name__ == "__main__":
    main()

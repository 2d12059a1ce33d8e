"""How often `nokosu arena --until-sure` is wrong, and how long it plays.

    python bench/until_sure.py             a table
    python bench/until_sure.py --json      the same for programs
    python bench/until_sure.py --write     docs/benchmarks/until-sure.json and .md

Real bots play some deals. Their differences per deal, moved so that their mean is exactly what we say it is, are drawn
again and again, and the test runs on what is drawn: what is true is known, and the spread and the skew are real.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, ROOT, provenance, sentence
from nokosu.arena.processes import cores, in_processes
from nokosu.arena.ranking import differences
from nokosu.arena.run import run
from nokosu.arena.sprt import Rule, Sequential, Verdict
from nokosu.arena.unit import DEALS_PER_UNIT, Plan

MEASURES: Final = ("src/nokosu/arena",)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SEED = 2027
DEALS = 300
TRIALS = 4000
MOST_DEALS = 3000
RULE = Rule(points=1.0, error=0.05)
PAIRS = (("club", "greedy", 4), ("club", "random", 3), ("greedy", "beginner", 5))
TRUE = (0.0, 0.25, 0.5, 1.0, 2.0)
HEAD = """\
# How often `--until-sure` is wrong

Written by `bench/until_sure.py --write`; the numbers are in [until-sure.json](until-sure.json), and
[arena.md](../arena.md#until-it-is-sure) explains the test.

{provenance}

Two bots played {deals} deals. Their differences per deal, moved to a known mean, were drawn at random for {trials}
tests per line, each with at most {most} deals. The smallest difference that matters is {points:g} per round, and at
most {percent:g} % of the answers may be wrong. Wrong is "better" or "worse" where the bots are equal, "worse" where the
first is better, and "too close" where the difference is {points:g} or more.

| bots | players | spread of a deal | true difference | better | worse | too close | open | wrong | deals played (p95) |
|---|---|---|---|---|---|---|---|---|---|"""


def measured(a: str, b: str, players: int, deals: int, jobs: int) -> list[float]:
    """Return real differences per deal."""
    plan = Plan((a, b), "second", players, deals * players, SEED)
    tally = run(plan, lambda units: in_processes(units, jobs, keep_records=False))
    (found,) = differences(tally.pairs).values()
    return list(found.values())


def wrong(verdict: Verdict, true: float) -> bool:
    """Return whether an answer is false, given the true difference."""
    match verdict:
        case Verdict.BETTER:
            return true <= 0
        case Verdict.WORSE:
            return true >= 0
        case Verdict.EQUAL:
            return true >= RULE.points
        case _:
            return False


def trials(sample: list[float], true: float, number: int, chance: Random) -> dict[str, Any]:
    """Run the test on bots with this true difference."""
    mean = fmean(sample)
    values = [value - mean + true for value in sample]
    found, played = Counter[Verdict](), list[int]()
    for _ in range(number):
        test = Sequential(RULE)
        while test.verdict is Verdict.OPEN and test.deals < MOST_DEALS:
            test.add(chance.choices(values, k=DEALS_PER_UNIT))
        found[test.verdict] += 1
        played.append(test.deals)
    played.sort()
    return {
        "true": true,
        "verdicts": {verdict.value: found[verdict] for verdict in Verdict if verdict is not Verdict.FAILED},
        "wrong": sum(times for verdict, times in found.items() if wrong(verdict, true)),
        "deals": round(fmean(played), 1),
        "deals_p95": played[int(0.95 * len(played))],
    }


def measure(number: int, deals: int, jobs: int) -> dict[str, Any]:
    """Return all pairs, all true differences."""
    began, runs = provenance(), []
    for a, b, players in PAIRS:
        sample, chance = measured(a, b, players, deals, jobs), Random(SEED)
        lines = [trials(sample, true, number, chance) for true in TRUE]
        runs.append({"a": a, "b": b, "players": players, "spread": round(stdev(sample), 3), "tests": lines})
    rule = {"points": RULE.points, "error": RULE.error}
    return {**began, "first": SEED, "rule": rule, "deals": deals, "trials": number, "most": MOST_DEALS, "runs": runs}


def page(data: dict[str, Any]) -> str:
    """Return the page for people."""
    rule = data["rule"]
    lines = [
        HEAD.format(
            provenance=sentence(data),
            deals=data["deals"],
            trials=data["trials"],
            most=data["most"],
            points=rule["points"],
            percent=100 * rule["error"],
        )
    ]
    for run_ in data["runs"]:
        for test in run_["tests"]:
            shares = (test["verdicts"][name] for name in ("better", "worse", "equal", "open"))
            cells = " | ".join(f"{100 * times / data['trials']:.1f} %" for times in (*shares, test["wrong"]))
            lines.append(
                f"| {run_['a']}, {run_['b']} | {run_['players']} | {run_['spread']:.1f} | {test['true']:g} | {cells} "
                f"| {test['deals']:.0f} ({test['deals_p95']}) |"
            )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure; print or write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--trials", type=int, default=TRIALS, help="tests for each line")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"that the bots play ({DEALS})")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"into {DOCS.relative_to(ROOT)}")
    options = parser.parse_args()
    data = measure(options.trials, options.deals, options.jobs)
    if options.write:
        (DOCS / "until-sure.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        (DOCS / "until-sure.md").write_text(page(data), "utf-8")
    print(json.dumps(data) if options.json else page(data))


if __name__ == "__main__":
    main()

"""Does the network take zero contracts where they pay? Long rollouts both ways say.

    python bench/zeros.py --rounds 2000 --worlds 256 --json

Four copies of the network play rounds. At every decision that offers zero, and where the policy does not rule it out
(logits less than --screen apart), the best zero contract and the best other action are tried in many worlds that the
seat believes in, and the policy plays all of them to the end. The difference of the two means is the gain.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.neural import bot as neural
from nokosu.core.actions import DeclareZero, TakeZero
from nokosu.core.stream import seed_from_number
from nokosu.kernel import _kernel
from nokosu.kernel.actions import TABLE, canonical
from nokosu.kernel.champion import Settings
from nokosu.kernel.network import Network
from nokosu.kernel.state import State

MEASURES: Final = ("src/nokosu/bots/neural", "src/nokosu/kernel/champion", "src/nokosu/kernel/network")
TO_THE_END = 14
PLAY = 2
"""The number of the phase in which tricks are played."""


@dataclass(frozen=True)
class Job:
    """One round: a pure function of this."""

    weights: str
    edition: str
    players: int
    number: int
    worlds: int
    screen: float


@dataclass(frozen=True)
class Offer:
    """A decision that offered zero and was looked at."""

    round: int
    decision: int
    gap: float
    """The best zero contract's logit less the best other one's; the network takes it if this is positive."""
    gain: float
    """Points that zero gains, by rollouts."""


@cache
def network(path: str) -> Network:
    """Return the weights in a file, or the shipped ones."""
    return Network(Path(path).read_bytes()) if path else neural.network()


def offers(job: Job) -> tuple[list[Offer], int]:
    """Return the offers of one round, and how many zero contracts were taken."""
    known = network(job.weights)
    ruleset = editions.ruleset(job.edition, job.players, rounds=1)
    state = State.from_seed(ruleset, seed_from_number(job.number, "zeros", job.players), 0, job.number % job.players)
    found, taken = [], 0
    for decision, (best_zero, best_other) in enumerate(_decisions(state, known)):
        gap = best_zero[0] - best_other[0]
        if gap > -job.screen:
            found.append(Offer(job.number, decision, round(gap, 3), _gain(state, known, job, best_zero, best_other)))
        taken += gap > 0
        state.step(max(best_zero, best_other)[1])
    return found, taken


def _decisions(state: State, known: Network) -> Iterator[tuple[tuple[float, int], tuple[float, int]]]:
    """Yield the logits and actions of the best zero contract and the best other action, until the first trick."""
    while state.phase != PLAY and state.to_act is not None:
        order = state.colour_order(state.to_act)
        logits = known.said(state.observe(state.to_act))[0].actions
        rows = [(logits[canonical(action, order)], action) for action in state.legal()]
        zeros = [row for row in rows if isinstance(TABLE[row[1]], TakeZero | DeclareZero)]
        others = [row for row in rows if row not in zeros]
        if zeros:
            yield max(zeros), max(others)
        else:
            state.step(max(others)[1])


def _gain(state: State, known: Network, job: Job, best_zero: tuple[float, int], best_other: tuple[float, int]) -> float:
    hopeless = 0.98 * exp(-abs(best_zero[0] - best_other[0]))  # both are tried
    settings = asdict(Settings(hopeless=hopeless, deeper=0, prior=0.0, tricks=TO_THE_END))
    rows = _kernel.champion(state, known, job.number, {**settings, "worlds": job.worlds, "seconds": 0.0}, ())[4]
    means = {row[0]: row[3] / max(row[2], 1) for row in rows}
    return round(means[best_zero[1]] - means[best_other[1]], 2)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--weights", default="", help="a file of weights; default: the shipped ones")
    parser.add_argument("--edition", default=editions.DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--screen", type=float, default=3.0)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    jobs = [
        Job(options.weights, options.edition, options.players, number, options.worlds, options.screen)
        for number in range(options.first, options.first + options.rounds)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(offers, jobs, chunksize=5))
    found = [offer for some, _ in rows for offer in some]
    good, bad = ([each for each in found if way * each.gain >= 1] for way in (1, -1))
    said = {
        **provenance(),
        "command": shlex.join(["python", "bench/zeros.py", *sys.argv[1:]]),
        "rounds": options.rounds,
        "seats": options.rounds * options.players,
        "zeros_taken": sum(taken for _, taken in rows),
        "rounds_with_zero": sum(taken > 0 for _, taken in rows),
        "gains": {"offers": len(good), "taken": sum(each.gap > 0 for each in good)},
        "loses": {"offers": len(bad), "taken": sum(each.gap > 0 for each in bad)},
        "taken_gain": round(sum(e.gain for e in found if e.gap > 0) / max(1, sum(e.gap > 0 for e in found)), 2),
        "offers": [asdict(each) for each in found],
    }
    if options.json:
        print(json.dumps(said))
        return
    print(f"{said['zeros_taken']} zero contracts by {said['seats']} seats, in {said['rounds_with_zero']} of the rounds")
    print(f"mean gain of those taken: {said['taken_gain']:+}")
    print(f"offers that gain a point or more: {said['gains']}; that lose as much: {said['loses']}")


if __name__ == "__main__":
    main()

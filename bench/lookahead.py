"""How good are the champion's moves with other settings? Judged move by move, it takes far fewer rounds than an arena.

    python bench/lookahead.py --rounds 64 --processes 16
    python bench/lookahead.py --bot champion:100ms --bot champion:100ms,deeper=0 --bot neural --rounds 64
    python bench/lookahead.py --rounds 64 --write     the result into docs/benchmarks/lookahead.json besides

One seat plays the first bot against three `search:200`. At each of its decisions every bot says what it would do, and a
judge says what each action is worth: in 640 believed worlds the policy plays the round to its end. A bot's figure is
what its choices are worth more per round than those of the first bot. The judge shares the champion's beliefs and takes
all seats for the policy: it can say whether looking ahead is done well, not whether the beliefs are right; for those
there is bench/beliefs.py.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.champion import make
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.arena.statistics import clustered
from nokosu.bots.neural.bot import network
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.champion import Settings, look_ahead

MEASURES: Final = (
    "src/nokosu/kernel/champion",
    "src/nokosu/kernel/network",
    "src/nokosu/bots/neural",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

USUAL: Final = (
    "champion:100ms",
    "neural",
    "champion:25ms",
    "champion:500ms",
    "champion:100ms,deeper=0",
    "champion:100ms,deeper=4",
)
FIELD: Final = "search:200"
WORLDS: Final = 640
JUDGE: Final = Settings(tricks=14, deeper=0, endgame=0, prior=0.0, hopeless=0.0007, stakes=0.0)


@dataclass(frozen=True)
class Judged:
    """One round: what each bot's choices are worth more than the first one's, and its milliseconds per decision."""

    number: int
    positions: int
    gain: dict[str, float]
    thought: dict[str, float]


def worth(seen: View, worlds: int) -> dict[Action, float]:
    """Return what the judge expects of each action that is not hopeless, in points over the mean of the others."""
    report = look_ahead(seen, network(), seed=99, worlds=worlds, settings=JUDGE)
    return {line.action: line.margin for line in report.lines if line.worlds}


def play(number: int, bots: Sequence[str], seed: int, players: int, worlds: int) -> Judged:
    """Play one round."""
    dealt = seed_from_number(seed, "lookahead", number)
    match = Match.start(editions.ruleset(editions.DEFAULT, players, rounds=1), dealt)
    seat, positions = number % players, 0
    gain, thought = dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0.0)
    while match.to_act is not None:
        seen = view(match, match.to_act)
        stream = bot_stream(dealt, seen)
        if match.to_act != seat or len(seen.legal or ()) == 1:
            match = match.apply(make(FIELD).choose(seen, stream))
            continue
        chosen: dict[str, Action] = {}
        for bot in bots:
            begin = time.perf_counter()
            chosen[bot] = make(bot).choose(seen, bot_stream(dealt, seen))
            thought[bot] += 1000 * (time.perf_counter() - begin)
        values = worth(seen, worlds)
        positions += 1
        least = min(values.values())
        for bot in bots:
            gain[bot] += values.get(chosen[bot], least) - values.get(chosen[bots[0]], least)
        match = match.apply(chosen[bots[0]])
    return Judged(number, positions, gain, {bot: ms / max(1, positions) for bot, ms in thought.items()})


def main() -> None:
    """Play, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="the first is the one that others are compared with")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--worlds", type=int, default=WORLDS, help=f"of the judge ({WORLDS})")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    bots = tuple(options.bot or USUAL)
    with ProcessPoolExecutor(options.processes) as pool:
        asked = (bots, options.seed, options.players, options.worlds)
        jobs = [pool.submit(play, number, *asked) for number in range(options.rounds)]
        rounds = [job.result() for job in as_completed(jobs)]
    rows = []
    for bot in bots:
        gain = clustered({one.number: [one.gain[bot]] for one in rounds})
        ms = fmean(one.thought[bot] for one in rounds)
        rows.append({"bot": bot, "gain": gain.mean, "low": gain.low, "high": gain.high, "ms": ms})
        interval = "" if gain.low is None or gain.high is None else f" ({gain.low:+.2f} to {gain.high:+.2f})"
        print(f"{bot:30} {gain.mean:+.2f}{interval}  {ms:4.0f} ms")
    positions = sum(one.positions for one in rounds)
    print(f"{positions} positions in {len(rounds)} rounds")
    if options.write:
        found = {**provenance(), "rounds": len(rounds), "positions": positions, "rows": rows}
        (DOCS / "lookahead.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

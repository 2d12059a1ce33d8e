"""How far neighbours in the list of characters are apart: two of each sit at one table, and the deal is played twice.

    python bench/characters.py --minutes 2                  every character against the next stronger one
    python bench/characters.py --bot otto --bot search:50 --rounds 400
    python bench/characters.py --choose 3 --minutes 9       three minutes to choose bots with equal steps, then the rest

Seats alternate (the one, the other, the one, the other), and on the same deal they change over. So luck of the deal
cancels. Time goes to the pair that is hardest to tell apart. `--json` prints what tools/pages/characters.py reads.
With --choose, all candidates play Otto first; of each character the one is chosen that makes the steps most equal, and
characters of one level are put in order. The choice is written next to --out, in a text file.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import accumulate, pairwise
from math import log
from pathlib import Path
from statistics import fmean, linear_regression, stdev
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.champion import make, spec_of
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.arena.statistics import Interval, clustered
from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import LEVELS
from nokosu.bots.play import bot_stream
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view

MEASURES: Final = ("src/nokosu/bots", "src/nokosu/kernel")
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

PLAYERS: Final = 4
FIELD: Final = "otto"
CANDIDATES: Final[dict[str, tuple[str, ...]]] = {
    "bruno": ("greedy:sensible", "greedy:biggest"),
    "hana": (
        "club:counts=no,knows_number_trumps=no,minds_others=no,plans_dice=no",
        "club:counts=no,knows_number_trumps=no,minds_others=no",
        "club:counts=no,knows_number_trumps=no",
        "club:knows_number_trumps=no",
    ),
    "zora": ("club:take_zero=8.5", "club:take_zero=10", "club:take_zero=11"),
    "tofu": (
        "club:counts=no",
        "club:counts=no,minds_others=no",
        "club:counts=no,plans_dice=no",
        "club:counts=no,minds_others=no,plans_dice=no",
    ),
    "vera": ("search:15,endgame=3", "search:25,endgame=3", "search:40,endgame=3"),
    "hugo": ("search:60,endgame=3", "search:100,endgame=3"),
    "greta": ("search:150,endgame=3", "search:250,endgame=3"),
    "kame": ("search:600,endgame=3", "search:1000,endgame=3", "search:1500,endgame=3"),
    "ryu": ("champion:32", "champion:64"),
}
"""Bots that could play a character; the others play as they do."""
SEARCH: Final = re.compile(r"search:(\d+)")
DEALS: Final = 2
"""Deals in a job, each played twice."""
FIRST_DEALS: Final = 20
"""Deals of every pair before the hardest pair is preferred."""


@dataclass(frozen=True)
class Job:
    """Deals of one pair: a pure function of this."""

    weaker: str
    stronger: str
    first: int
    seed: int


@dataclass
class Pair:
    """Two neighbours, and what the stronger one gained on the weaker in each deal, in points per round."""

    weaker: str
    stronger: str
    gains: list[float] = field(default_factory=list)
    asked: int = 0

    @property
    def found(self) -> Interval:
        """The mean gain with its 95 % interval."""
        return clustered({number: [gain] for number, gain in enumerate(self.gains)})

    @property
    def urgency(self) -> float:
        """How badly it needs deals: its error, with the deals under way counted, as a share of the gain."""
        if self.asked < FIRST_DEALS or len(self.gains) < FIRST_DEALS // 2:
            return float("inf")
        error = stdev(self.gains) / self.asked**0.5
        return float(error / max(abs(fmean(self.gains)), 0.2))


def play(weaker: str, stronger: str, number: int, seed: int) -> float:
    """Return what the stronger one gains on one deal, the mean over both ways to sit down."""
    gains = []
    for turn in range(2):
        secret = seed_from_number(seed, "characters", number)
        match = Match.start(editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1), secret)
        bots = [make(spec_of((weaker, stronger)[(seat + turn) % 2])) for seat in range(PLAYERS)]
        while match.to_act is not None:
            seen = view(match, match.to_act)
            match = match.apply(bots[match.to_act].choose(seen, bot_stream(secret, seen)))
        signs = [1 if (seat + turn) % 2 else -1 for seat in range(PLAYERS)]
        gains.append(sum(sign * points for sign, points in zip(signs, match.totals, strict=True)) / (PLAYERS // 2))
    return fmean(gains)


def deals(job: Job) -> list[float]:
    """Return the gains of a job's deals."""
    return [play(job.weaker, job.stronger, number, job.seed) for number in range(job.first, job.first + DEALS)]


def measure(pairs: list[Pair], options: argparse.Namespace, minutes: float, *, evenly: bool = False) -> Iterator[None]:
    """Play until the time is up or every pair has its rounds; yield after every job."""
    end = time.monotonic() + 60 * minutes
    under_way: dict[Future[list[float]], Pair] = {}
    with ProcessPoolExecutor(options.jobs) as workers:
        while True:
            open_pairs = [pair for pair in pairs if 2 * pair.asked < options.rounds]
            while open_pairs and len(under_way) < 2 * options.jobs and time.monotonic() < end:
                pair = max(open_pairs, key=lambda each: (0.0 if evenly else each.urgency, -each.asked))
                job = Job(pair.weaker, pair.stronger, options.first + pair.asked, options.seed)
                under_way[workers.submit(deals, job)] = pair
                pair.asked += DEALS
                open_pairs = [each for each in open_pairs if 2 * each.asked < options.rounds]
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                under_way.pop(future).gains.extend(future.result())
                yield


def report(pairs: list[Pair], order: list[str], names: list[str]) -> dict[str, Any]:
    """Return the steps, and from their sums how strong everybody is, with the mean of all as zero."""
    steps = []
    for pair, (weaker, stronger) in zip(pairs, pairwise(names), strict=True):
        if not pair.gains:  # the time was too short
            return {"edition": editions.DEFAULT, "players": PLAYERS, "steps": [], "ranking": []}
        found = {name: round(value, 3) for name, value in asdict(pair.found).items() if value is not None}
        steps.append({"weaker": weaker, "stronger": stronger, "rounds": 2 * len(pair.gains), **found})
    sums = list(accumulate((float(each["mean"]) for each in steps), initial=0.0))
    middle = fmean(sums)
    ranking = [
        {"bot": name, "plays_as": spec_of(bot), "strength": round(points - middle, 2)}
        for name, bot, points in zip(names, order, sums, strict=True)
    ]
    return {"edition": editions.DEFAULT, "players": PLAYERS, "steps": steps, "ranking": ranking[::-1]}


def equal_steps(strengths: dict[str, float], families: list[tuple[str, ...]]) -> list[str]:
    """Choose one of each family, so that the squares of the steps add up to least: no step is small, none large."""
    known: dict[str, tuple[float, list[str]]] = {each: (0.0, [each]) for each in families[0]}
    for family in families[1:]:
        found = {}
        for each in family:
            ways = [
                (cost + _cost(strengths[each] - strengths[last]), [*chosen, each])
                for last, (cost, chosen) in known.items()
                if last != each
            ]
            found[each] = min(ways)
        known = found
    return min(known.values())[1]


def _cost(step: float) -> float:
    """Return what a step costs: its square, and much more where it hardly is one."""
    return step**2 + 25 * max(0.0, 0.8 - step) ** 2


def smoothed(strengths: dict[str, float]) -> dict[str, float]:
    """Return the same, with searches on a line: each doubling of the simulations is worth as much."""
    sizes = {spec: log(int(found[1])) for spec in strengths if (found := SEARCH.match(spec))}
    if len(sizes) < 2:
        return strengths
    slope, base = linear_regression(list(sizes.values()), [strengths[spec] for spec in sizes])
    return strengths | {spec: base + slope * size for spec, size in sizes.items()}


def choose(options: argparse.Namespace) -> tuple[list[str], list[str], list[dict[str, Any]]]:
    """Let every candidate play Otto; return the names and the chosen bots, weakest first, and what all gained."""
    families = {name: CANDIDATES.get(name, (each.spec,)) for name, each in CHARACTERS.items()}
    field_spec = spec_of(FIELD)
    specs = dict.fromkeys(spec for family in families.values() for spec in family if spec != field_spec)
    pairs = [Pair(field_spec, spec) for spec in specs]
    for _ in measure(pairs, options, options.choose, evenly=True):
        pass
    if not all(pair.gains for pair in pairs):
        sys.exit("too little time to choose")
    strengths = smoothed({pair.stronger: pair.found.mean for pair in pairs} | {field_spec: 0.0})
    levels = list(LEVELS)
    names = sorted(
        CHARACTERS,
        key=lambda name: (levels.index(CHARACTERS[name].level), fmean(strengths[spec] for spec in families[name])),
    )
    rows = [{"bot": pair.stronger, "deals": len(pair.gains), **asdict(pair.found)} for pair in pairs]
    return names, equal_steps(strengths, [families[name] for name in names]), rows


def main() -> None:
    """Play and print; with --out, write what is known every few seconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="weakest first; default: every character")
    parser.add_argument("--minutes", type=float, default=2.0, help="stop then")
    parser.add_argument("--choose", type=float, default=0.0, help="minutes of these for choosing among the candidates")
    parser.add_argument("--rounds", type=int, default=20_000, help="of each pair at most")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--out", type=Path, help="a file for the report as JSON, also before the end")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    order: list[str] = options.bot or list(CHARACTERS)
    names, candidates = list(order), list[dict[str, Any]]()
    if options.choose:
        names, order, candidates = choose(options)
        if options.out:
            options.out.with_suffix(".txt").write_text(
                " ".join(f"--bot {shlex.quote(spec)}" for spec in order) + "\n", "utf-8"
            )
    pairs = [Pair(weaker, stronger) for weaker, stronger in pairwise(order)]
    command = shlex.join(["python", "bench/characters.py", *sys.argv[1:]])
    head = {
        **provenance(),
        "command": command,
        "chosen": dict(zip(names, order, strict=True)),
        "candidates": candidates,
    }
    written = time.monotonic()
    for _ in measure(pairs, options, options.minutes - options.choose):
        if options.out and time.monotonic() - written > 5 and all(pair.gains for pair in pairs):
            written = time.monotonic()
            options.out.write_text(json.dumps({**head, **report(pairs, order, names)}), "utf-8")
    found = {**head, **report(pairs, order, names)}
    if options.out:
        options.out.write_text(json.dumps(found), "utf-8")
    if options.json:
        print(json.dumps(found))
        return
    for each in found["steps"]:
        low, high = (each.get(bound, float("nan")) for bound in ("low", "high"))
        name = f"{each['stronger']} over {each['weaker']}"
        print(f"{name:24} {each['mean']:+.2f} ({low:+.2f} to {high:+.2f}), {each['rounds']} rounds")


if __name__ == "__main__":
    main()

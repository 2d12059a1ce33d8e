"""Do chances come true? One seat follows the advice; its predicted chances are compared with the outcomes.

    python bench/calibration.py                    the tables, with the curves that are shipped
    python bench/calibration.py --write            fit the curves again and write them into the package
    python bench/calibration.py --source club      the club player's estimates, not the champion's; or the search's
    python bench/calibration.py --json             the tables as JSON
    python bench/calibration.py --page             the tables into docs/benchmarks/calibration.json, .md and .svg
    python bench/calibration.py --keep told.gz     keep what was told; --told told.gz takes it up on another machine
    python bench/calibration.py --told told.gz --cross --page    each half of the rounds by curves fitted to the other

For every decision of that seat, and every number that it could end with, there is a chance and an outcome. The expected
calibration error is the mean distance between the two over ten bins, weighed by how many fall into each.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shlex
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.champion import make
from bench.timing import provenance
from nokosu import editions, kernel
from nokosu.arena.processes import cores
from nokosu.bots.advice import calibration
from nokosu.bots.advice.advise import CHAMPION, CLUB, SEARCH
from nokosu.bots.advice.by_champion import champion_estimates
from nokosu.bots.advice.by_club import club_estimates
from nokosu.bots.advice.by_search import search_estimates
from nokosu.bots.advice.calibration import Curve
from nokosu.bots.advice.model import Estimate
from nokosu.bots.play import bot_stream
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from tools.pages import calibration as calibration_page

MEASURES: Final = (
    "src/nokosu/bots/advice",
    "src/nokosu/bots/club",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

Pairs = Callable[..., list[tuple[float, bool]]]
BINS = 10
EDGE = 1e-4
TRUST = 10.0
FILE = Path(calibration.__file__).with_name("calibration.toml")
HEADER = """\
# Written by bench/calibration.py --write: for each source and phase, how the logarithmic odds of a raw chance are
# stretched and shifted so that it comes true as often as it says, and how it is shared among the numbers.
"""


@dataclass(frozen=True)
class Told:
    """The raw chances predicted at one decision, and the number made in the end, if any."""

    edition: str
    players: int
    number: int
    """Of the round."""
    source: str
    phase: str
    raw: tuple[float, ...]
    made: int | None
    curve: Curve | None = None
    """What corrects the chances, instead of the curve that is shipped."""

    @property
    def said(self) -> tuple[float, ...]:
        """The chances as they are corrected."""
        curve = self.curve or calibration.curves().get((self.source, self.phase), Curve())
        return curve.chances(self.raw)


@dataclass(frozen=True)
class Job:
    """Rounds to be played: a pure function of this."""

    source: str
    edition: str
    players: int
    simulations: int
    first: int
    rounds: int


def play(job: Job) -> list[Told]:
    """Rounds with one seat that follows the advice, the others played by the club player."""
    told: list[Told] = []
    for number in range(job.first, job.first + job.rounds):
        told += _round(job, number)
    return told


def _round(job: Job, number: int) -> list[Told]:
    seed = seed_from_number(number, "calibration", job.edition, job.players)
    match = Match.start(editions.ruleset(job.edition, job.players, rounds=1), seed)
    seat, club = number % job.players, make("club")
    said: list[tuple[Phase, Estimate]] = []
    while match.to_act is not None:
        seen = view(match, match.to_act)
        stream = bot_stream(seed, seen)
        if match.to_act != seat or len(seen.legal or ()) == 1:
            match = match.apply(club.choose(seen, stream))
            continue
        if job.source == SEARCH:
            found = search_estimates(seen, stream, job.simulations)
            best = max(found, key=lambda estimate: (estimate.visits or 0, estimate.margin))
        elif job.source == CHAMPION:
            found = champion_estimates(seen, stream, job.simulations)
            best = max(found, key=lambda estimate: estimate.worth or 0.0)
        else:
            action = club.choose(seen, stream)
            best = next(estimate for estimate in club_estimates(seen) if estimate.action == action)
        said.append((seen.phase, best))
        match = match.apply(best.action)
    contract = match.round.contracts[seat]
    made = match.round.won[seat] == contract.target
    number_made = contract.target if made else None
    return [
        Told(job.edition, job.players, number, job.source, phase.value, tuple(estimate.makes), number_made)
        for phase, estimate in said
    ]


def keep(path: Path, told: list[Told], about: dict[str, Any]) -> None:
    """Write what was told, with what is known about the run in the first line."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(about) + "\n")
        for one in told:
            raw = [round(chance, 5) for chance in one.raw]
            file.write(json.dumps([one.edition, one.players, one.number, one.source, one.phase, raw, one.made]) + "\n")


def take_up(path: Path) -> tuple[list[Told], dict[str, Any]]:
    """Return what was kept."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        about: dict[str, Any] = json.loads(file.readline())
        rows = map(json.loads, file)
        told = []
        for row in rows:
            edition, players, number, source, phase, raw, made = row
            told.append(Told(edition, players, number, source, phase, tuple(raw), made))
    return told, about


def error(pairs: Iterable[tuple[float, bool]]) -> tuple[float, list[tuple[int, float, float]]]:
    """Return the expected calibration error, and for each bin its size, the predicted chance and the actual share."""
    bins: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    for said, came in pairs:
        bins[min(int(said * BINS), BINS - 1)].append((said, came))
    number = sum(map(len, bins.values()))
    rows = [
        (len(inside), sum(said for said, _ in inside) / len(inside), sum(came for _, came in inside) / len(inside))
        for _, inside in sorted(bins.items())
    ]
    return sum(size * abs(said - came) for size, said, came in rows) / number, rows


def fit(pairs: list[tuple[float, bool]], steps: int = 60) -> tuple[float, float]:
    """Slope and shift of the logarithmic odds by Newton's method on the likelihood.

    Drawn a little towards no change, as by ten chances that came true as they said: few data bend nothing far.
    """
    slope, shift = 1.0, 0.0
    points = [(log(p / (1 - p)), came) for p, came in ((min(max(p, EDGE), 1 - EDGE), came) for p, came in pairs)]
    for _ in range(steps):
        a, b = TRUST * (1.0 - slope), TRUST * -shift
        aa, ab, bb = TRUST, 0.0, TRUST
        for x, came in points:
            p = 1 / (1 + exp(-max(-30.0, min(30.0, slope * x + shift))))
            gap, weight = came - p, p * (1 - p)
            a, b = a + gap * x, b + gap
            aa, ab, bb = aa + weight * x * x, ab + weight * x, bb + weight
        determinant = aa * bb - ab * ab
        step = (a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant
        # Half a step is slower but cannot diverge.
        slope, shift = slope + step[0] / 2, shift + step[1] / 2
        if abs(step[0]) + abs(step[1]) < 1e-9:
            break
    return slope, shift


def fit_sharpness(told: list[Told]) -> float:
    """Return the exponent of the shares that makes the outcomes most likely."""

    def likelihood(sharpness: float) -> float:
        sum_ = 0.0
        for one in told:
            if one.made is not None and one.raw[one.made] > 0.0:
                shares = [chance**sharpness for chance in one.raw if chance > 0.0]
                sum_ += log(one.raw[one.made] ** sharpness / sum(shares))
        return sum_

    return max((step / 20 for step in range(2, 81)), key=likelihood)


def of_a_contract(told: list[Told], *, raw: bool = False) -> list[tuple[float, bool]]:
    """Return the chance of any contract, and whether one was made."""
    return [(min(1.0, sum(one.raw if raw else one.said)), one.made is not None) for one in told]


def of_each_number(told: list[Told], *, raw: bool = False) -> list[tuple[float, bool]]:
    """Return the chance of each number that was not ruled out."""
    return [
        (chance, one.made == number)
        for one in told
        for number, chance in enumerate(one.raw if raw else one.said)
        if one.raw[number] > 0.0
    ]


OF: Final[dict[str, Pairs]] = {"a contract": of_a_contract, "each number": of_each_number}


def by_chance(told: list[Told], pairs: Pairs) -> float:
    """Return the error to expect if every chance were right: decisions of one round come true or fail together."""
    rounds: defaultdict[tuple[str, int, int], list[Told]] = defaultdict(list)
    for one in told:
        rounds[one.edition, one.players, one.number].append(one)
    squares, number = [0.0] * BINS, 0
    for some in rounds.values():
        gaps = [0.0] * BINS
        for said, came in pairs(some):
            gaps[min(int(said * BINS), BINS - 1)] += said - came
            number += 1
        squares = [square + gap * gap for square, gap in zip(squares, gaps, strict=True)]
    return sum(sqrt(2 / pi * square) for square in squares) / number


def tables(told: list[Told]) -> Iterator[dict[str, Any]]:
    """Yield the errors and bins by phase, for any contract and for each number."""
    for phase in dict.fromkeys(one.phase for one in told):
        some = [one for one in told if one.phase == phase]
        for name, pairs in OF.items():
            raw, _ = error(pairs(some, raw=True))
            now, rows = error(pairs(some))
            bins = [{"said": round(said, 6), "came": round(came, 6), "chances": size} for size, said, came in rows]
            yield {
                "phase": phase,
                "of": name,
                "error": round(now, 5),
                "by_chance": round(by_chance(some, pairs), 5),
                "raw_error": round(raw, 5),
                "bins": bins,
            }


def groups(told: list[Told]) -> Iterator[dict[str, Any]]:
    """Yield the errors of any contract by edition, number of players and phase."""
    found: defaultdict[tuple[str, int, str], list[Told]] = defaultdict(list)
    for one in told:
        found[one.edition, one.players, one.phase].append(one)
    for (edition, players, phase), some in found.items():
        now, rows = error(of_a_contract(some))
        yield {
            "edition": edition,
            "players": players,
            "phase": phase,
            "error": round(now, 5),
            "by_chance": round(by_chance(some, of_a_contract), 5),
            "said": round(sum(size * said for size, said, _ in rows) / len(some), 5),
            "came": round(sum(size * came for size, _, came in rows) / len(some), 5),
            "chances": len(some),
            "bins": [{"said": round(said, 4), "came": round(came, 4), "chances": size} for size, said, came in rows],
        }


def fitted(told: list[Told]) -> dict[str, Curve]:
    """Return a curve for each phase."""
    found = {}
    for phase in dict.fromkeys(one.phase for one in told):
        some = [one for one in told if one.phase == phase]
        slope, shift = fit([pair for pair in of_a_contract(some, raw=True) if 0.0 < pair[0] < 1.0])
        found[phase] = Curve(slope, shift, fit_sharpness(some))
    return found


def crossed(told: list[Told]) -> list[Told]:
    """Return the same, every round corrected by curves that were fitted to the other half of the rounds."""
    by = [fitted([one for one in told if one.number % 2 != half]) for half in range(2)]
    return [replace(one, curve=by[one.number % 2].get(one.phase)) for one in told]


def write(told: list[Told], source: str) -> None:
    """Fit the curves of one source again; keep those of the other."""
    found = dict(calibration.curves())
    found |= {(source, phase): curve for phase, curve in fitted(told).items()}
    lines = [HEADER]
    for (name, phase), curve in sorted(found.items()):
        numbers = f"slope = {curve.slope:.4f}\nshift = {curve.shift:.4f}\nsharpness = {curve.sharpness:.2f}"
        lines.append(f"[{name}.{phase}]\n{numbers}\n")
    FILE.write_text("\n".join(lines), "utf-8")
    print(f"\nwritten: {FILE.name}")


def rounds(options: argparse.Namespace) -> tuple[list[Told], dict[str, Any]]:
    """Play, and return what was told and what belongs to it."""
    simulations = options.simulations or (16 if options.source == CHAMPION else 1000)
    size, end = 5, options.first + options.rounds
    names = options.edition or [editions.DEFAULT, "manual"]
    jobs = [
        Job(options.source, edition, players, simulations, first, min(size, end - first))
        for edition in names
        for players in editions.load(edition).players
        for first in range(options.first, end, size)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        told = [one for some in pool.map(play, jobs) for one in some]
    return told, {
        **provenance(),
        "command": shlex.join(["python", "bench/calibration.py", *sys.argv[1:]]),
        "editions": names,
        "simulations": None if options.source == CLUB else simulations,
        "first": options.first,
        "rounds_each": options.rounds,
        "rounds": sum(job.rounds for job in jobs),
    }


def main() -> None:
    """Play and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--source", choices=(CHAMPION, SEARCH, CLUB), default=CHAMPION if kernel.available else CLUB)
    parser.add_argument("--rounds", type=int, default=200, help="for each number of players")
    parser.add_argument("--simulations", type=int, help="default: 1000 of the search, 16 worlds of the champion")
    parser.add_argument("--edition", action="append", help="default: one of each kind of zero")
    parser.add_argument("--first", type=int, default=0, help="number of the first round: others than those fitted")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--write", action="store_true", help="fit the curves and write them into the package")
    parser.add_argument("--page", action="store_true", help="write the tables to docs/benchmarks/calibration.*")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--keep", type=Path, help="write what was told, compressed")
    parser.add_argument("--told", type=Path, help="take up what was kept instead of playing")
    parser.add_argument("--cross", action="store_true", help="judge each half of the rounds by curves of the other")
    options = parser.parse_args()
    told, about = take_up(options.told) if options.told else rounds(options)
    if options.keep:
        keep(options.keep, told, about)
    source = told[0].source
    judged = crossed(told) if options.cross else told
    found = {**about, "cross": options.cross, "tables": list(tables(judged)), "groups": list(groups(judged))}
    print(json.dumps(found) if options.json else calibration_page.part(source, found))
    if options.write:
        write(told, source)
    if options.page:
        calibration_page.write(source, found)


if __name__ == "__main__":
    main()

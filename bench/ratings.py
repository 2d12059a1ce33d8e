"""Which ratings predict places best: matches of bots, in order, each predicted before it is rated.

    python bench/ratings.py                   play, compare, print a table
    python bench/ratings.py --matches 2000    more matches
    python bench/ratings.py --json            the same, as JSON

Bots of different strength play matches of three, four and five; every bot is several people. The first part of the
matches is for learning; of the rest, each pair's order is predicted. Then, with normal noise as large as in those
matches: how many matches until two people a point a round apart are told apart, and how often two equal people are.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.rating_models import BradleyTerryFull, Model, PairwiseGlicko, Rating
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make

MEASURES: Final = ("bench/rating_models.py",)
"""The code that these figures are about."""
BOTS: Final = ("mochi", "bruno", "lili", "hana", "tofu", "zora", "otto")
PEOPLE_PER_BOT: Final = 2
LEARNING: Final = 0.6
ROUNDS: Final = 3
_BINS: Final = 10
_GAPS: Final = (1, 4, 8)
"""Points a round between two people who are to be told apart."""
_GROUP: Final = 10
_STEP: Final = 20
_MOST: Final = 1_000
"""Whether they are told apart is looked at after so many matches each time, and at most after so many."""
_TRIALS: Final = 60
_EQUAL_MATCHES: Final = 100


class Played(NamedTuple):
    """A match: who sat there, and their points."""

    people: tuple[str, ...]
    points: tuple[int, ...]

    @property
    def places(self) -> list[int]:
        return [sum(other > own for other in self.points) for own in self.points]


def play(matches: int, chance: random.Random) -> list[Played]:
    """Play matches of three, four and five in turn."""
    people = [f"{bot} {number}" for bot in BOTS for number in range(PEOPLE_PER_BOT)]
    bots = {person: make(person.split()[0]) for person in people}
    found = []
    for number in range(matches):
        players = 3 + number % 3
        seated = tuple(chance.sample(people, players))
        ruleset = editions.ruleset(editions.DEFAULT, players, rounds=ROUNDS)
        record = play_match(ruleset, chance.randbytes(32), [bots[person] for person in seated], reveal=False)
        assert record.totals is not None
        found.append(Played(seated, tuple(record.totals)))
    return found


def rate(model: Model, matches: Iterable[Played]) -> dict[str, Rating]:
    """Return everybody's rating after these matches."""
    ratings: dict[str, Rating] = defaultdict(lambda: model.start)
    for match in matches:
        after = model.rated([ratings[person] for person in match.people], match.places)
        ratings.update(zip(match.people, after, strict=True))
    return ratings


def predicted(model: Model, matches: Sequence[Played]) -> dict[str, object]:
    """Compare predictions with what happened, in the part that is not for learning."""
    learning = int(len(matches) * LEARNING)
    ratings = rate(model, matches[:learning])
    losses: list[float] = []
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    ties = 0
    for match in matches[learning:]:
        for one, other in combinations(range(len(match.people)), 2):
            expected = model.chance(ratings[match.people[one]], ratings[match.people[other]])
            outcome = (
                0.5 if match.places[one] == match.places[other] else float(match.places[one] < match.places[other])
            )
            ties += outcome == 0.5
            losses.append(-outcome * math.log(expected) - (1 - outcome) * math.log(1 - expected))
            for seen, happened in ((expected, outcome), (1 - expected, 1 - outcome)):
                bins[min(int(seen * _BINS), _BINS - 1)].append((seen, happened))
        after = model.rated([ratings[person] for person in match.people], match.places)
        ratings.update(zip(match.people, after, strict=True))
    counted = sum(map(len, bins.values()))
    off = sum(len(each) * abs(statistics.fmean(a - b for a, b in each)) for each in bins.values()) / counted
    return {
        "pairs": len(losses),
        "ties": ties,
        "log_loss": round(statistics.fmean(losses), 4),
        "calibration_error": round(off, 4),
    }


def drift(model: Model, matches: Sequence[Played]) -> float:
    """Return by how much the mean of a closed group has moved, in deviations of a newcomer."""
    ratings = rate(model, matches)
    moved = statistics.fmean(each.mean for each in ratings.values()) - model.start.mean
    return round(moved / model.start.deviation, 4)


def noise_of(matches: Sequence[Played]) -> float:
    """Return the standard deviation of a person's points in a match around the mean of their bot."""
    points: dict[tuple[str, int], list[int]] = defaultdict(list)
    for match in matches:
        for person, own in zip(match.people, match.points, strict=True):
            points[person.split()[0], len(match.people)].append(own)
    return math.sqrt(statistics.fmean(statistics.pvariance(each) for each in points.values() if len(each) > 1))


def group(model: Model, players: int, noise: float, apart: float, chance: random.Random) -> Iterator[list[Rating]]:
    """Yield the ratings of a closed group after each match.

    The first is so many points a match better than the second, and both play in every match; all others are equal.
    """
    strength = [apart / 2, -apart / 2, *[0.0] * (_GROUP - 2)]
    ratings = [model.start] * _GROUP
    while True:
        seated = [0, 1, *chance.sample(range(2, _GROUP), players - 2)]
        points = tuple(round(chance.gauss(strength[each], noise)) for each in seated)
        places = [sum(other > own for other in points) for own in points]
        for each, after in zip(seated, model.rated([ratings[each] for each in seated], places), strict=True):
            ratings[each] = after
        yield ratings


def ahead(one: Rating, other: Rating) -> bool:
    """Return whether one is ahead by two deviations of the difference."""
    return one.mean - other.mean > 2 * math.hypot(one.deviation, other.deviation)


def told_apart(model: Model, players: int, noise: float, apart: float, chance: random.Random) -> int | None:
    """Return after how many matches the better of two is ahead by two deviations in half of the trials."""
    trials = [group(model, players, noise, apart, chance) for _ in range(_TRIALS)]
    for matches in range(_STEP, _MOST + 1, _STEP):
        now = [next(islice(trial, _STEP - 1, None)) for trial in trials]
        if 2 * sum(ahead(ratings[0], ratings[1]) for ratings in now) >= _TRIALS:
            return matches
    return None


def wrongly_apart(model: Model, players: int, noise: float, chance: random.Random) -> float:
    """Return how many of 100 pairs of equal people are told apart after 100 matches; two deviations allow 4.6."""
    wrong = []
    for _ in range(_TRIALS):
        ratings = next(islice(group(model, players, noise, 0.0, chance), _EQUAL_MATCHES - 1, None))
        wrong += [ahead(one, other) or ahead(other, one) for one, other in combinations(ratings, 2)]
    return round(100 * statistics.fmean(wrong), 1)


def tied_winners(model: Model) -> bool:
    """Return whether two who share the first place of five gain the same, and more than everybody behind them."""
    one, other, *rest = model.rated([model.start] * 5, [0, 0, 2, 3, 4])
    return one == other and all(one.mean > each.mean for each in rest)


def main(arguments: Sequence[str]) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=900)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    matches = play(options.matches, chance)
    noise = noise_of(matches)
    models: tuple[Model, ...] = (BradleyTerryFull(), PairwiseGlicko(), PairwiseGlicko(shared=False))
    found: dict[str, dict[str, object]] = {}
    for model in models:
        found[model.name] = {
            **predicted(model, matches),
            "drift": drift(model, matches),
            "ties_right": tied_winners(model),
            "matches_until_told_apart": {
                f"{gap} a round": {
                    str(players): told_apart(model, players, noise, gap * ROUNDS, random.Random(options.seed))
                    for players in (3, 4, 5)
                }
                for gap in _GAPS
            },
            "equal_people_told_apart_percent": {
                str(players): wrongly_apart(model, players, noise, random.Random(options.seed)) for players in (3, 4, 5)
            },
        }
    best = min(found, key=lambda name: float(str(found[name]["log_loss"])))
    figures = {"format": "nokosu-bench-ratings/1", "matches": len(matches), "noise": round(noise, 2), "models": found}
    if options.json:
        sys.stdout.write(json.dumps(figures | {"best": best}) + "\n")
        return
    for name, each in found.items():
        sys.stdout.write(f"{name}\n" + "".join(f"  {key:26} {value}\n" for key, value in each.items()))
    sys.stdout.write(f"best prediction: {best}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

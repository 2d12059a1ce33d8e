"""One bot against a field of another, on all cores, with nothing but Python, NumPy and the kernel.

    python bench/champion.py --bot champion:100ms --bot search:100ms --players 4 --rounds 1000 --processes 16 --json

`nokosu arena` says the same and more, but needs the package installed. This runs from a checkout whose kernel was built
with tools/build_plain_kernel.sh: PYTHONPATH=src python3 bench/champion.py … Every round is a deal of its own; the first
bot's seat changes from round to round. Rounds can be shared out: --first says where to begin.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import fmean

from nokosu import editions
from nokosu.arena.statistics import clustered
from nokosu.bots.base import Bot, BotFactory
from nokosu.bots.play import bot_stream
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Job:
    """Rounds to be played: a pure function of this, where no bot looks at the clock."""

    bot: str
    field: str
    edition: str
    players: int
    seed: int
    first: int
    rounds: int


@dataclass(frozen=True)
class Played:
    """One round, from the first bot's seat."""

    number: int
    margin: float
    made: bool
    seconds: float
    moves: int


@cache
def make(spec: str) -> Bot:
    """A bot by its name in pyproject.toml: without an installed package there are no entry points."""
    name, _, argument = spec.partition(":")
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    module, _, function = table["project"]["entry-points"]["nokosu.bots"][name].partition(":")
    factory: BotFactory = getattr(import_module(module), function)
    return factory(argument)


def play(job: Job) -> list[Played]:
    """Some rounds, one after the other."""
    return [_round(job, number) for number in range(job.first, job.first + job.rounds)]


def _round(job: Job, number: int) -> Played:
    seed = seed_from_number(job.seed, "champion", number)
    match = Match.start(editions.ruleset(job.edition, job.players, rounds=1), seed)
    seat, seconds, moves = number % job.players, 0.0, 0
    while match.to_act is not None:
        seen = view(match, match.to_act)
        begin = time.perf_counter()
        action = make(job.bot if match.to_act == seat else job.field).choose(seen, bot_stream(seed, seen))
        if match.to_act == seat and len(seen.legal or ()) > 1:
            seconds, moves = seconds + time.perf_counter() - begin, moves + 1
        match = match.apply(action)
    points = match.totals
    made = match.round.won[seat] == match.round.contracts[seat].target
    return Played(number, points[seat] - (sum(points) - points[seat]) / (job.players - 1), made, seconds, moves)


def summary(played: list[Played]) -> dict[str, object]:
    """The margin with its interval, and how long the first bot thought."""
    margin = clustered({one.number: [one.margin] for one in played})
    return {
        "rounds": len(played),
        "margin": asdict(margin),
        "made": fmean(one.made for one in played),
        "ms_per_move": 1000 * sum(one.seconds for one in played) / max(1, sum(one.moves for one in played)),
    }


def main() -> None:
    """Play and print the result, with an interim result every ten seconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", required=True, help="twice: the bot, then the field")
    parser.add_argument("--edition", default=editions.DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="stop then, with the rounds played by then")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if len(options.bot) != 2:
        parser.error("expected --bot twice: the bot, then the field")
    bot, field = options.bot
    jobs = [
        Job(bot, field, options.edition, options.players, options.seed, number, 1)
        for number in range(options.first, options.first + options.rounds)
    ]
    begin = said = time.monotonic()
    played: list[Played] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for done in as_completed([pool.submit(play, job) for job in jobs]):
            if not done.cancelled():
                played += done.result()
            now = time.monotonic()
            if now - said > 10:
                said = now
                print(json.dumps(summary(played)), file=sys.stderr, flush=True)
            if now - begin > 60 * options.minutes:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    found = {"bot": bot, "field": field, "edition": options.edition, "players": options.players}
    found |= {"seed": options.seed, **summary(played), "minutes": (time.monotonic() - begin) / 60}
    if options.json:
        print(json.dumps(found))
    else:
        margin = clustered({one.number: [one.margin] for one in played})
        print(f"{bot} over {field}: {margin.mean:+.2f} ({margin.low:+.2f} to {margin.high:+.2f}), {len(played)} rounds")


if __name__ == "__main__":
    main()

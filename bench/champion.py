"""One bot against a field of another, on all cores, with nothing but Python, NumPy and the kernel.

    python bench/champion.py --bot champion:100ms --bot search:100ms --players 4 --rounds 1000 --processes 16 --json

`nokosu arena` says the same and more, but needs the package installed. This runs from a checkout whose kernel was built
with tools/build_plain_kernel.sh: PYTHONPATH=src python3 bench/champion.py … Every match is dealt separately; the first
bot's seat changes from match to match. Matches can be shared out: --first says where to begin. A match has one round,
or as many as --match says; then the share of matches won counts too. The field can be `cheat:1000`, a search that sees
all cards; there is no such bot outside this file.
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
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from nokosu import editions
from nokosu.arena.statistics import clustered
from nokosu.bots.base import Bot, BotFactory
from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import LEVELS
from nokosu.bots.play import bot_stream
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel.actions import TABLE
from nokosu.kernel.state import State

MEASURES: Final = (
    "src/nokosu/bots",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Job:
    """Matches to be played: a pure function of this, where no bot looks at the clock."""

    bot: str
    field: str
    edition: str
    players: int
    seed: int
    number: int
    rounds: int


@dataclass(frozen=True)
class Played:
    """One match, from the first bot's seat."""

    number: int
    margin: float
    """Per round."""
    made: float
    won: float
    """1 for a win, a share of it for a tie."""
    seconds: float
    moves: int


def spec_of(bot: str) -> str:
    """Return what plays: a character's bot, a level's best one, or the bot itself."""
    return CHARACTERS[bot].spec if bot in CHARACTERS else LEVELS.get(bot, (bot,))[0]


@cache
def make(spec: str) -> Bot:
    """Return a character's or a level's bot, or one by its name in pyproject.toml: there may be no entry points."""
    name, _, argument = spec_of(spec).partition(":")
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    module, _, function = table["project"]["entry-points"]["nokosu.bots"][name].partition(":")
    factory: BotFactory = getattr(import_module(module), function)
    return factory(argument)


def cheat(match: Match, simulations: int, seed: int) -> Action:
    """Return what the search does when it sees all cards."""
    from nokosu.kernel import _kernel  # noqa: PLC0415  (the extension)
    from nokosu.kernel.search import Settings  # noqa: PLC0415  (the same)

    settings = {**asdict(Settings()), "simulations": simulations, "seconds": 0.0, "truth": 1}
    club = club_weights(len(match.totals))
    _, _, rows = _kernel.search(State.from_round(match.round), club, seed, settings)
    return TABLE[max(rows, key=lambda row: (row[1], row[2]))[0]]


def play(job: Job) -> Played:
    """Return one match."""
    seed = seed_from_number(job.seed, "champion", job.number)
    match = Match.start(editions.ruleset(job.edition, job.players, rounds=job.rounds), seed)
    seat, seconds, moves = job.number % job.players, 0.0, 0
    while match.to_act is not None:
        seen = view(match, match.to_act)
        begin = time.perf_counter()
        stream = bot_stream(seed, seen)
        if match.to_act != seat and job.field.startswith("cheat:"):
            action = cheat(match, int(job.field.removeprefix("cheat:")), stream.seed64())
        else:
            action = make(job.bot if match.to_act == seat else job.field).choose(seen, stream)
        if match.to_act == seat and len(seen.legal or ()) > 1:
            seconds, moves = seconds + time.perf_counter() - begin, moves + 1
        match = match.apply(action)
    made = sum(each.won[seat] == each.contracts[seat].target for each in (*match.finished, match.round))
    points = match.totals
    margin = (points[seat] - (sum(points) - points[seat]) / (job.players - 1)) / job.rounds
    won = (points[seat] == max(points)) / points.count(max(points))
    return Played(job.number, margin, made / job.rounds, won, seconds, moves)


def summary(played: list[Played], rounds: int) -> dict[str, object]:
    """Return the margin with its interval, and how long the first bot thought."""
    margin = clustered({one.number: [one.margin] for one in played})
    return {
        "rounds": len(played) * rounds,
        "margin": asdict(margin),
        "made": fmean(one.made for one in played),
        "won": asdict(clustered({one.number: [one.won] for one in played})),
        "ms_per_move": 1000 * sum(one.seconds for one in played) / max(1, sum(one.moves for one in played)),
    }


def main() -> None:
    """Play and print the result, with an interim result every ten seconds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", required=True, help="twice: the bot, then the field")
    parser.add_argument("--edition", default=editions.DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--match", type=int, default=1, help="rounds of a match")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="stop then, with the rounds played by then")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if len(options.bot) != 2:
        parser.error("expected --bot twice: the bot, then the field")
    bot, field = options.bot
    jobs = [
        Job(bot, field, options.edition, options.players, options.seed, number, options.match)
        for number in range(options.first, options.first + options.rounds // options.match)
    ]
    begin = said = time.monotonic()
    played: list[Played] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for done in as_completed([pool.submit(play, job) for job in jobs]):
            if not done.cancelled():
                played.append(done.result())
            now = time.monotonic()
            if now - said > 10:
                said = now
                print(json.dumps(summary(played, options.match)), file=sys.stderr, flush=True)
            if now - begin > 60 * options.minutes:
                for worker in list(pool._processes.values()):  # (its shutdown waits for what is queued)
                    worker.kill()
                break
    found = {"bot": bot, "field": field, "edition": options.edition, "players": options.players}
    found |= {"match": options.match}
    found |= {"seed": options.seed, **summary(played, options.match), "minutes": (time.monotonic() - begin) / 60}
    if options.json:
        print(json.dumps(found))
    else:
        margin = clustered({one.number: [one.margin] for one in played})
        print(f"{bot} over {field}: {margin.mean:+.2f} ({margin.low:+.2f} to {margin.high:+.2f}), {len(played)} rounds")


if __name__ == "__main__":
    main()

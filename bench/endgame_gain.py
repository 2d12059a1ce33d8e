"""What the exact endgame gains over the search alone, at equal simulations.

    python bench/endgame_gain.py --tricks 3 --simulations 500            a line
    python bench/endgame_gain.py --tricks 3 --simulations 500 --json     the same for programs

Club players play to the last tricks. From there each ending is played twice with the same streams by searching
players (or others, --field): once one seat solves its last tricks, once it searches them. The difference of its
margins, in points per round, is printed with a 95 % interval. Pairing takes out the luck of the deal.
`bench/endgame.py --write` measures the comparisons that are listed here for its page.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.base import Bot
from nokosu.bots.play import bot_stream
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view

SEARCH: Final = "search"


@dataclass(frozen=True)
class Comparison:
    """Endings to be played both ways: the gain is a pure function of this."""

    edition: str = "second"
    players: int = 4
    tricks: int = 3
    simulations: int = 500
    field: str = SEARCH
    options: str = ""
    first: int = 0
    endings: int = 400

    @property
    def searching(self) -> Bot:
        return make(f"search:{self.simulations},endgame=0{self.options}")

    @property
    def solving(self) -> Bot:
        return make(f"search:{self.simulations},endgame={self.tricks}{self.options}")


COMPARISONS: Final = (
    Comparison(tricks=2, endings=300),
    Comparison(tricks=3, endings=400),
    Comparison(tricks=4, endings=300),
    Comparison(tricks=3, endings=600, field="club"),
    Comparison(tricks=4, endings=250, field="club"),
)


def ending(wanted: Comparison, seed: bytes) -> Match:
    """Return a round of club players at the beginning of its last tricks."""
    ruleset = editions.ruleset(wanted.edition, wanted.players, rounds=1)
    match, club = Match.start(ruleset, seed), make("club")
    while match.round.phase is not Phase.PLAY or len(match.round.tricks) < ruleset.tricks - wanted.tricks:
        match = moved(match, club, seed)
    return match


def moved(match: Match, bot: Bot, seed: bytes) -> Match:
    """Let the bot decide once and apply its action."""
    assert match.to_act is not None
    seen = view(match, match.to_act)
    return match.apply(bot.choose(seen, bot_stream(seed, seen)))


def margin(match: Match, seat: int, own: Bot, field: Bot, seed: bytes) -> tuple[float, float]:
    """Return the seat's margin if it plays on as `own`, and the CPU seconds that its moves took."""
    spent = 0.0
    while not match.over:
        begin = process_time()
        mine = match.to_act == seat
        match = moved(match, own if mine else field, seed)
        spent += (process_time() - begin) * mine
    points = match.scores[0]
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1), spent


def gain(wanted: Comparison, number: int) -> tuple[float, float, float]:
    """Margin with less margin without; seconds with and without."""
    seed = seed_from_number(number, "endgame gain")
    match, seat = ending(wanted, seed), number % wanted.players
    field = wanted.searching if wanted.field == SEARCH else make(wanted.field)
    with_it, slow = margin(match, seat, wanted.solving, field, seed)
    without, fast = margin(match, seat, wanted.searching, field, seed)
    return with_it - without, slow, fast


def measure(wanted: Comparison, jobs: int) -> dict[str, Any]:
    """Return all endings."""
    with ProcessPoolExecutor(jobs) as workers:
        numbers = range(wanted.first, wanted.first + wanted.endings)
        rows = list(workers.map(partial(gain, wanted), numbers, chunksize=8))
    gains = [row[0] for row in rows]
    mean, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
    return {
        **asdict(wanted),
        "differ": sum(value != 0 for value in gains),
        "gain": round(mean, 4),
        "low": round(mean - 1.96 * error, 4),
        "high": round(mean + 1.96 * error, 4),
        "ms_with": round(1e3 * statistics.mean(row[1] for row in rows), 2),
        "ms_without": round(1e3 * statistics.mean(row[2] for row in rows), 2),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = Comparison()
    parser.add_argument("--edition", default=usual.edition)
    parser.add_argument("--players", type=int, default=usual.players)
    parser.add_argument("--tricks", type=int, default=usual.tricks)
    parser.add_argument("--simulations", type=int, default=usual.simulations)
    parser.add_argument("--field", default=usual.field, help="the bot of the other seats; the same search if not given")
    parser.add_argument("--options", default="", help="more settings of the search for all, such as ',uniform'")
    parser.add_argument("--endings", type=int, default=usual.endings)
    parser.add_argument("--first", type=int, default=0, help="number of the first ending: another one, other deals")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true", help="print JSON instead of a line")
    asked = parser.parse_args()
    found = measure(Comparison(**{each.name: getattr(asked, each.name) for each in fields(Comparison)}), asked.jobs)
    if asked.json:
        print(json.dumps({**provenance(), **found}, indent=1))
        return
    print(
        "{edition}, {players} players, last {tricks} tricks, {simulations} simulations, field of {field}:"
        " {gain:+.2f} points a round ({low:+.2f} to {high:+.2f}) over {endings} endings, {differ} of which differ;"
        " {ms_with:.0f} ms a round instead of {ms_without:.0f}".format(**found)
    )


if __name__ == "__main__":
    main()

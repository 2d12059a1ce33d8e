"""What the exact endgame gains over the search alone, at equal simulations.

Club players play to the last tricks. From there each ending is played twice with the same streams by searching
players (or others, --field): once one seat solves its last tricks, once it searches them. The difference of its
margins, in points per round, is printed with a 95 % interval. Pairing takes out the luck of the deal.

`python bench/endgame_gain.py --tricks 3 --simulations 500`; `--json` prints the same as JSON.
"""

import argparse
import json
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import process_time
from typing import Any

from nokosu import editions
from nokosu.bots.base import Bot
from nokosu.bots.play import bot_stream
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view


def ending(args: argparse.Namespace, seed: bytes) -> Match:
    """A round of club players at the beginning of its last tricks."""
    ruleset = editions.ruleset(args.edition, args.players, rounds=1)
    match, club = Match.start(ruleset, seed), make("club")
    while match.round.phase is not Phase.PLAY or len(match.round.tricks) < ruleset.tricks - args.tricks:
        match = moved(match, club, seed)
    return match


def moved(match: Match, bot: Bot, seed: bytes) -> Match:
    """One decision on."""
    assert match.to_act is not None
    seen = view(match, match.to_act)
    return match.apply(bot.choose(seen, bot_stream(seed, seen)))


def margin(match: Match, seat: int, own: Bot, field: Bot, seed: bytes) -> tuple[float, float]:
    """The seat's margin if it plays on as `own`, and the CPU seconds that its moves took."""
    spent = 0.0
    while not match.over:
        begin = process_time()
        mine = match.to_act == seat
        match = moved(match, own if mine else field, seed)
        spent += (process_time() - begin) * mine
    points = match.scores[0]
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1), spent


def gain(args: argparse.Namespace, number: int) -> tuple[float, float, float]:
    """Margin with less margin without; seconds with and without."""
    seed = seed_from_number(number, "endgame gain")
    match, seat = ending(args, seed), number % args.players
    search = make(f"search:{args.simulations},endgame=0{args.options}")
    field = make(args.field) if args.field else search
    solver = make(f"search:{args.simulations},endgame={args.tricks}{args.options}")
    with_it, slow = margin(match, seat, solver, field, seed)
    without, fast = margin(match, seat, search, field, seed)
    return with_it - without, slow, fast


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """All endings."""
    with ProcessPoolExecutor(args.jobs) as workers:
        rows = list(workers.map(partial(gain, args), range(args.first, args.first + args.endings), chunksize=8))
    gains = [row[0] for row in rows]
    mean, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
    return {
        "edition": args.edition,
        "players": args.players,
        "tricks": args.tricks,
        "simulations": args.simulations,
        "field": args.field or "search",
        "endings": len(rows),
        "differ": sum(value != 0 for value in gains),
        "gain": mean,
        "low": mean - 1.96 * error,
        "high": mean + 1.96 * error,
        "ms_with": 1e3 * statistics.mean(row[1] for row in rows),
        "ms_without": 1e3 * statistics.mean(row[2] for row in rows),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="second")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--tricks", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--field", help="the bot of the other seats; the same search if not given")
    parser.add_argument("--options", default="", help="more settings of the search for all, such as ',uniform'")
    parser.add_argument("--endings", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first ending: another one, other deals")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args)
    if args.json:
        print(json.dumps(found))
        return 0
    print(
        "{edition}, {players} players, last {tricks} tricks, {simulations} simulations, field of {field}:"
        " {gain:+.2f} points a round ({low:+.2f} to {high:+.2f}) over {endings} endings, {differ} of which differ;"
        " {ms_with:.0f} ms a round instead of {ms_without:.0f}".format(**found)
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
